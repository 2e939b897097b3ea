import { useQueryClient } from '@tanstack/react-query'
import type { IngestKey, Scope } from '@wardtrack/contracts'
import { SCOPES } from '@wardtrack/contracts/routes'
import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { samplePush } from '../../lib/push-command.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { CopyBox } from '../../ui/copy-box.tsx'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx'

interface Values {
  readonly name: string
  readonly kind: IngestKey['kind']
  readonly provider: string
  readonly scopes: Scope[]
}

const initial: Values = { name: '', kind: 'integration', provider: '', scopes: [...SCOPES] }

const bodyOf = ({ provider, ...values }: Values) => ({
  ...values,
  ...(values.kind === 'provider' && provider.trim() !== '' ? { provider } : {}),
})
const contract = {
  shape: async () => (await import('@wardtrack/contracts/calls/keys')).keyCalls.createKey.shapes.body,
  bodyOf,
}

interface KeyDialogProps {
  readonly onClose: () => void
  /** Called with a new key, whose text is known only now. */
  readonly onCreated: (created: NewKey) => void
}

/** A newly created key. */
export interface NewKey {
  readonly ingestKey: IngestKey
  readonly text: string
  readonly replaced?: IngestKey
}

/** Form of a new key: its system and its permissions. */
export function KeyDialog({ onClose, onCreated }: KeyDialogProps) {
  const { t } = useTranslation('ingest-keys')
  const client = useQueryClient()
  const [kind, setKind] = useState(initial.kind)
  const state = useAppForm<Values>({
    initial,
    contract,
    check: ({ name, provider, kind: chosen, scopes }) => ({
      name: name.trim() === '' ? t('create.nameMissing') : undefined,
      provider:
        chosen === 'provider' && provider.trim() === '' ? translate('messages:keyProviderNeeded') : undefined,
      scopes: scopes.length === 0 ? t('create.scopesMissing') : undefined,
    }),
    onSubmit: async (values) => {
      const { data, key } = await api.call('createKey', { body: bodyOf(values) })
      void client.invalidateQueries({ queryKey: [KEYS.setup] })
      await client.invalidateQueries({ queryKey: [KEYS.ingestKeys] })
      onCreated({ ingestKey: data, text: key })
    },
  })
  return (
    <FormDialog
      state={state}
      title={t('create.title')}
      verb={t('create.verb')}
      onClose={onClose}
      onValues={(values) => setKind(values.kind)}
    >
      <AppField name="name" label={t('create.name')} required help={t('create.nameHelp')}>
        <Input autoFocus maxLength={100} autoComplete="off" />
      </AppField>
      <AppField name="kind" label={t('create.kind')} group>
        <RadioGroup
          options={[
            { value: 'integration', label: t('kind.integration') },
            { value: 'provider', label: t('kind.provider') },
          ]}
        />
      </AppField>
      {kind === 'provider' ? (
        <AppField name="provider" label={t('create.provider')} required help={t('create.providerHelp')}>
          <Input maxLength={100} autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </AppField>
      ) : null}
      <AppField name="scopes" label={t('create.scopes')} group>
        <Checkbox.Group options={SCOPES.map((scope) => ({ value: scope, label: t(`scope.${scope}`) }))} />
      </AppField>
    </FormDialog>
  )
}

/** Text of a new key, shown once, and its usage. `replaced`: the replaced key. */
export function NewKeyDialog({
  created,
  onClose,
}: {
  readonly created: NewKey
  readonly onClose: () => void
}) {
  const { t } = useTranslation('ingest-keys')
  const { ingestKey, text, replaced } = created
  const [scope] = ingestKey.scopes
  return (
    <ShownOnceDialog
      width={720}
      title={t('created.title', { name: ingestKey.name })}
      verb={t('created.verb')}
      onClose={onClose}
    >
      <p>{t('created.what')}</p>
      {replaced ? <p>{t('rotate.overlap', { until: dateTime(replaced.expiresAt) })}</p> : null}
      <CopyBox label={t('created.key')} text={text} />
      {scope ? (
        <CopyBox label={t('created.command')} text={samplePush(window.location.origin, text, scope)} />
      ) : null}
    </ShownOnceDialog>
  )
}
