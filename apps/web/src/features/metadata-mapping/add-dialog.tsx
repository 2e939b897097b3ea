import type { MetaMapping } from '@wardtrack/contracts'
import { App, Input, Segmented } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { typeName } from '../../lib/metadata.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'

/** Initial values of the dialog. */
export interface AddRequest {
  /** Asset type of the new entry. */
  readonly type: string
  /** Field that integrations send. */
  readonly name?: string
}

interface AddValues {
  readonly kind: 'entry' | 'type'
  readonly name: string
  readonly alias: string
}

interface AddDialogProps {
  readonly mapping: MetaMapping
  readonly request: AddRequest
  readonly onClose: () => void
  readonly onAdded: (added: { type: string; entry: string }) => void
}

const NAME = /^[A-Za-z][A-Za-z0-9_]{0,49}$/

/** Returns true if a name or an alias already exists, regardless of case. */
function isTaken(mapping: MetaMapping, type: string, { kind, name, alias }: AddValues): boolean {
  const entries = Object.entries(mapping[type] ?? {})
  const usedNames =
    kind === 'type'
      ? [...Object.keys(mapping), ...Object.values(mapping._aliases)]
      : entries.flatMap(([entry, { Alias }]) => [entry, Alias])
  const lower = new Set(usedNames.map((text) => text.toLowerCase()))
  return [name, alias].some((text) => text.trim() !== '' && lower.has(text.trim().toLowerCase()))
}

/** Adds an asset type, or an entry of the shown type. */
export function AddDialog({ mapping, request, onClose, onAdded }: AddDialogProps) {
  const { t } = useTranslation('metadata-mapping')
  const { message } = App.useApp()
  const { type } = request
  const adding = useApiMutation({
    call: ({ kind, name, alias }: AddValues) =>
      api.call('saveNewMetaDataMapping', {
        body: {
          newMetaData: kind === 'type' ? name.trim() : `${type}/${name.trim()}`,
          newMetaAlias: alias.trim(),
        },
      }),
    success: (answer) => answer.message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
    onSuccess: (_, { kind, name }) => {
      onClose()
      onAdded(kind === 'type' ? { type: name.trim(), entry: '' } : { type, entry: name.trim() })
    },
  })
  const state = useAppForm<AddValues>({
    initial: { kind: type === '' ? 'type' : 'entry', name: request.name ?? '', alias: '' },
    check: ({ name }) => ({
      name:
        name.trim() === ''
          ? translate('messages:fieldRequired')
          : NAME.test(name.trim())
            ? undefined
            : t('error.name'),
    }),
    fieldOf: (path) => (path === 'newMetaAlias' ? 'alias' : 'name'),
    onSubmit: (values) => {
      if (!isTaken(mapping, type, values)) return adding.mutateAsync(values)
      void message.error(translate('messages:metadataExists'))
      return undefined
    },
  })
  const typeAlias = typeName(mapping, type)
  return (
    <FormDialog state={state} title={t('add.title')} verb={t('add.verb')} onClose={onClose}>
      <AppField name="kind" label={t('add.kind')}>
        <Segmented
          options={[
            { value: 'entry', label: t('add.entry', { type: typeAlias }), disabled: type === '' },
            { value: 'type', label: t('add.type') },
          ]}
        />
      </AppField>
      <AppField name="name" label={t('add.name')} required help={t('add.nameHelp')}>
        <Input maxLength={50} autoFocus spellCheck={false} />
      </AppField>
      <AppField name="alias" label={t('add.alias')}>
        <Input maxLength={100} />
      </AppField>
    </FormDialog>
  )
}
