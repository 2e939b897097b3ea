import { useQuery } from '@tanstack/react-query'
import type { IngestKey } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { pushCommand } from '../../lib/push-command.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { CopyBox } from '../../ui/copy-box.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx'
import { providerKeysQuery, providerQuery } from './provider-queries.ts'
import styles from './providers.module.css'

/** A position in the provider's format. */
const SAMPLE = [{ tagId: '4711', mapId: 'floor-1', x: 12.5, y: 8 }]
const SCOPES: IngestKey['scopes'] = ['locations', 'device-status', 'hierarchies']

/** Ingestion keys of a provider. A new key is shown once; a replaced key stays valid for one more day. */
export function ProviderKeys({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const keys = useQuery(providerKeysQuery(name))
  const [shown, setShown] = useState<string>()
  const invalidates = [[KEYS.providers]]
  const create = useApiMutation({
    call: (keyName: string) =>
      api.call('createKey', { body: { name: keyName, kind: 'provider', provider: name, scopes: SCOPES } }),
    invalidates,
    onSuccess: ({ key }) => setShown(key),
  })
  const { columns, rotated } = useKeyColumns(name, setShown)
  return (
    <div className={styles.keys}>
      <LoadingPanel title={t('key.title')} query={keys} failed={t('key.failed')}>
        {(all) => (
          <>
            <DataTable<IngestKey>
              label={t('key.title')}
              columns={columns}
              rows={all}
              rowKey={({ _id }) => _id}
              empty={t('key.none')}
            />
            <div className={styles.foot}>
              <OnlineButton
                type={all.length === 0 ? 'primary' : 'default'}
                loading={create.isPending || rotated}
                onClick={() => create.mutate(freeName(name, all))}
              >
                {t('key.create')}
              </OnlineButton>
            </div>
          </>
        )}
      </LoadingPanel>
      {shown === undefined ? null : <NewKey name={name} text={shown} onClose={() => setShown(undefined)} />}
    </div>
  )
}

/** Returns an unused name: the provider's name, with a number from the second on. */
function freeName(provider: string, keys: readonly IngestKey[]): string {
  const usedNames = new Set(keys.map((key) => key.name.toLowerCase()))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? provider : `${provider} ${number}`
    if (!usedNames.has(name)) return name
  }
}

function useKeyColumns(name: string, onKey: (key: string) => void) {
  const { t } = useTranslation('providers')
  const confirm = useConfirm()
  const invalidates = [[KEYS.providers, name]]
  const rotate = useApiMutation({
    call: (id: string) => api.call('rotateKey', { params: { id } }),
    invalidates,
    onSuccess: ({ key }) => onKey(key),
  })
  const remove = useApiMutation({
    call: (id: string) => api.call('removeKey', { params: { id } }),
    success: () => t('key.removed'),
    invalidates,
  })
  const stateOf = ({ revokedAt, expiresAt }: IngestKey): string => {
    if (revokedAt) return t('key.revokedAt', { time: dateTime(revokedAt) })
    if (!expiresAt) return t('key.live')
    return Date.parse(expiresAt) > Date.now()
      ? t('key.liveUntil', { time: dateTime(expiresAt) })
      : t('key.endedAt', { time: dateTime(expiresAt) })
  }
  const hasEnded = ({ revokedAt, expiresAt }: IngestKey): boolean =>
    revokedAt !== undefined || (expiresAt !== undefined && Date.parse(expiresAt) <= Date.now())
  const actionsOf = (key: IngestKey) =>
    hasEnded(key) ? null : (
      <span className={styles.actions}>
        {key.expiresAt ? null : (
          <OnlineButton
            size="small"
            onClick={() =>
              confirm({
                title: t('key.rotateTitle', { name: key.name }),
                content: t('key.rotateText'),
                verb: t('key.rotate'),
                onConfirm: () => rotate.mutateAsync(key._id),
              })
            }
          >
            {t('key.rotate')}
          </OnlineButton>
        )}
        <OnlineButton
          size="small"
          danger
          onClick={() =>
            confirm({
              title: t('key.removeTitle', { name: key.name }),
              content: t('key.removeText'),
              verb: t('key.remove'),
              onConfirm: () => remove.mutateAsync(key._id),
            })
          }
        >
          {t('key.remove')}
        </OnlineButton>
      </span>
    )
  const columns: DataColumn<IngestKey>[] = [
    { title: t('key.name'), cell: ({ name: keyName }) => keyName, onPhone: 'main' },
    { title: t('key.prefix'), cell: ({ prefix }) => `${prefix}…`, mono: true },
    { title: t('key.state'), cell: stateOf, onPhone: 'wide' },
    {
      title: t('key.lastUsed'),
      cell: ({ lastUsedAt }) => (lastUsedAt ? dateTime(lastUsedAt) : t('key.never')),
      named: true,
    },
    { title: t('key.actions'), cell: actionsOf, onPhone: 'wide' },
  ]
  return { columns, rotated: rotate.isPending }
}

interface NewKeyProps {
  readonly name: string
  readonly text: string
  readonly onClose: () => void
}

/** A new key, shown once, with a push command to test it. */
function NewKey({ name, text, onClose }: NewKeyProps) {
  const { t } = useTranslation('providers')
  const { data } = useQuery(providerQuery(name))
  const curl = data && pushCommand(data.addresses.locations, text, SAMPLE)
  return (
    <ShownOnceDialog title={t('key.newTitle')} verb={t('key.taken')} onClose={onClose}>
      <p>{t('key.newText')}</p>
      <CopyBox label={t('key.title')} text={text} />
      {curl === undefined ? null : <CopyBox label={t('key.curl')} text={curl} />}
    </ShownOnceDialog>
  )
}
