import type { MetaMapping } from '@wardtrack/contracts'
import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'

interface RenameTypeDialogProps {
  readonly mapping: MetaMapping
  readonly type: string
  readonly onClose: () => void
}

/** Name of an asset type on all pages. */
export function RenameTypeDialog({ mapping, type, onClose }: RenameTypeDialogProps) {
  const { t } = useTranslation('metadata-mapping')
  const saving = useApiMutation({
    call: ({ alias }: { alias: string }) =>
      api.call('updateMetaDataMapping', {
        body: { id: mapping._id, query: { [`_aliases.${type}`]: alias.trim() } },
      }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.metadata]],
    onSuccess: onClose,
  })
  const state = useAppForm<{ alias: string }>({
    initial: { alias: mapping._aliases[type] ?? type },
    check: ({ alias }) => ({ alias: alias.trim() === '' ? translate('messages:fieldRequired') : undefined }),
    fieldOf: () => 'alias',
    onSubmit: (values) => saving.mutateAsync(values),
  })
  return (
    <FormDialog state={state} title={t('rename.title', { name: type })} verb={t('save')} onClose={onClose}>
      <AppField name="alias" label={t('field.alias')} required help={t('field.aliasHelp')}>
        <Input maxLength={100} autoFocus />
      </AppField>
    </FormDialog>
  )
}
