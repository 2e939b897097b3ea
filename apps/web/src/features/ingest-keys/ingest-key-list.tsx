import { queryOptions, useQuery } from '@tanstack/react-query'
import type { IngestKey } from '@wardtrack/contracts'
import { Button } from 'antd'
import { KeyRound, RotateCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { relativeTime } from '../../ui/age.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { useNow } from '../../ui/use-now.ts'
import styles from './ingest-keys.module.css'
import { KeyDialog, type NewKey, NewKeyDialog } from './key-dialog.tsx'

/** Query for the ingestion keys, newest first. */
const ingestKeysQuery = () =>
  queryOptions({
    queryKey: [KEYS.ingestKeys],
    queryFn: async ({ signal }) => (await api.call('listKeys', { signal })).data,
    meta: { refreshMs: 30_000 },
  })

/** List of the keys with which other systems push, and the last use of each. */
export function IngestKeyList() {
  const { t } = useTranslation('ingest-keys')
  const keys = useQuery(ingestKeysQuery())
  const [creating, setCreating] = useState(false)
  const [created, setCreated] = useState<NewKey>()
  const offline = useOfflineReason()
  const columns = keyColumns(useNow(), { remove: useRemove(), rotate: useRotate(setCreated), offline })
  usePageRefresh(() => void keys.refetch())
  const createButton = (
    <OnlineButton type="primary" icon={<KeyRound size={16} aria-hidden />} onClick={() => setCreating(true)}>
      {t('create.verb')}
    </OnlineButton>
  )
  return (
    <>
      <PageToolbar actions={createButton}>
        <p className={styles.about}>{t('about')}</p>
      </PageToolbar>
      <LoadingPanel title={t('title')} query={keys} failed={t('failed')} count={keys.data?.length}>
        {(rows) => (
          <DataTable
            label={t('title')}
            columns={columns}
            rows={rows}
            rowKey={({ _id }) => _id}
            empty={<EmptyState title={t('none.title')} why={t('none.why')} />}
          />
        )}
      </LoadingPanel>
      {creating ? (
        <KeyDialog
          onClose={() => setCreating(false)}
          onCreated={(newKey) => {
            setCreating(false)
            setCreated(newKey)
          }}
        />
      ) : null}
      {created ? <NewKeyDialog created={created} onClose={() => setCreated(undefined)} /> : null}
    </>
  )
}

/** Asks for confirmation to delete a key, and deletes it. */
function useRemove(): (key: IngestKey) => void {
  const { t } = useTranslation('ingest-keys')
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: (key: IngestKey) => api.call('removeKey', { params: { id: key._id } }),
    success: () => t('delete.done'),
    invalidates: [[KEYS.ingestKeys]],
  })
  return (key) =>
    confirm({
      title: t('delete.title', { name: key.name }),
      content: t('delete.what'),
      verb: t('delete.verb'),
      onConfirm: () => mutateAsync(key),
    })
}

/** Asks for confirmation to replace a key, and shows the new key. */
function useRotate(onRotated: (created: NewKey) => void): (key: IngestKey) => void {
  const { t } = useTranslation('ingest-keys')
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: (key: IngestKey) => api.call('rotateKey', { params: { id: key._id } }),
    onSuccess: ({ data, key, previous }) => onRotated({ ingestKey: data, text: key, replaced: previous }),
    invalidates: [[KEYS.ingestKeys]],
  })
  return (key) =>
    confirm({
      title: t('rotate.title', { name: key.name }),
      content: t('rotate.what'),
      verb: t('rotate.verb'),
      onConfirm: () => mutateAsync(key),
    })
}

/** Actions on a key, and the reason why they are disabled. */
interface KeyTools {
  readonly remove: (key: IngestKey) => void
  readonly rotate: (key: IngestKey) => void
  readonly offline: string | undefined
}

function keyColumns(now: number, tools: KeyTools): DataColumn<IngestKey>[] {
  const scopesOf = ({ scopes }: IngestKey): string =>
    scopes.map((scope) => translate(`ingest-keys:scope.${scope}`)).join(', ')
  return [
    {
      title: translate('ingest-keys:column.name'),
      cell: ({ name, prefix }) => (
        <span className={styles.pair}>
          <strong>{name}</strong>
          <code>{prefix}…</code>
        </span>
      ),
      onPhone: 'main',
    },
    {
      title: translate('ingest-keys:column.kind'),
      cell: ({ kind, provider }) =>
        kind === 'provider'
          ? `${translate('ingest-keys:kind.provider')}: ${provider}`
          : translate('ingest-keys:kind.integration'),
    },
    {
      title: translate('ingest-keys:column.scopes'),
      cell: (key) => <span className={styles.scopes}>{scopesOf(key)}</span>,
      onPhone: 'wide',
    },
    {
      title: translate('ingest-keys:column.created'),
      cell: ({ createdAt }) => <span title={dateTime(createdAt)}>{relativeTime(createdAt, now)}</span>,
      onPhone: 'hidden',
    },
    {
      title: translate('ingest-keys:column.lastUsed'),
      cell: ({ lastUsedAt }) =>
        lastUsedAt ? (
          <span title={dateTime(lastUsedAt)}>
            {translate('ingest-keys:used', { when: relativeTime(lastUsedAt, now) })}
          </span>
        ) : (
          translate('ingest-keys:neverUsed')
        ),
    },
    {
      title: translate('ingest-keys:column.actions'),
      cell: (key) => <KeyActions ingestKey={key} tools={tools} />,
      onPhone: 'end',
      sticky: 'end',
    },
  ]
}

/** Buttons to rotate and delete, or the time when the key ended. */
function KeyActions({ ingestKey, tools }: { readonly ingestKey: IngestKey; readonly tools: KeyTools }) {
  const { t } = useTranslation('ingest-keys')
  const { name, revokedAt, expiresAt } = ingestKey
  if (revokedAt) return <span title={dateTime(revokedAt)}>{t('deleted')}</span>
  const button = { type: 'text', disabled: tools.offline !== undefined, title: tools.offline } as const
  return (
    <>
      {expiresAt ? (
        <span>{t('replaced', { until: dateTime(expiresAt) })}</span>
      ) : (
        <Button
          {...button}
          aria-label={t('rotate.of', { name })}
          icon={<RotateCw size={16} strokeWidth={1.8} aria-hidden />}
          onClick={() => tools.rotate(ingestKey)}
        />
      )}
      <Button
        {...button}
        aria-label={t('delete.of', { name })}
        icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => tools.remove(ingestKey)}
      />
    </>
  )
}
