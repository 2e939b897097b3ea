import { useQuery } from '@tanstack/react-query'
import type { EncryptableField } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS, metadataQuery } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { QueryError } from '../../ui/query-state.tsx'
import { encryptableFieldsQuery } from './encryption-queries.ts'

interface EncryptionValues {
  readonly type: string | undefined
  readonly field: string | undefined
  readonly subFields: readonly string[]
}

const NOTHING: EncryptionValues = { type: undefined, field: undefined, subFields: [] }

/** Form that encrypts a field of an asset type, or sub-fields of it. */
export function EncryptionForm({ isBusy }: { readonly isBusy: boolean }) {
  const { t } = useTranslation('encryption')
  const mapping = useQuery(metadataQuery())
  const [values, setValues] = useState(NOTHING)
  const fields = useQuery(encryptableFieldsQuery(values.type))
  const chosen = fields.data?.find(({ field }) => field === values.field)
  const saving = useApiMutation({
    call: ({ type = '', field = '', subFields }: EncryptionValues) =>
      api.call('saveEncryptionConfig', { body: { [type]: { [field]: [...subFields] } } }),
    success: ({ message }) => message,
    failure: () => undefined,
    invalidates: [[KEYS.encryption], [KEYS.metadata]],
  })
  const required = (value: unknown): string | undefined =>
    value ? undefined : translate('messages:fieldRequired')
  const state = useAppForm<EncryptionValues>({
    initial: NOTHING,
    check: ({ type, field }) => ({ type: required(type), field: required(field) }),
    onSubmit: async (sent) => {
      await saving.mutateAsync(sent)
      state.form.resetFields()
      setValues(NOTHING)
    },
  })
  const change = (next: EncryptionValues): void => {
    const isOtherType = next.type !== values.type
    const field = isOtherType ? undefined : next.field
    const subFields = field === values.field ? next.subFields : []
    state.form.setFieldsValue({ field, subFields: [...subFields] })
    setValues({ type: next.type, field, subFields })
  }
  const types = Object.keys(mapping.data ?? {}).filter((type) => !type.startsWith('_'))
  return (
    <AppForm state={state} label={t('add.title')} onValues={change}>
      <AppField name="type" label={t('add.type')} required>
        <Select loading={mapping.isFetching} options={types.map((type) => ({ value: type, label: type }))} />
      </AppField>
      <AppField name="field" label={t('add.field')} required>
        <Select
          disabled={!values.type}
          loading={fields.isFetching}
          showSearch={{ optionFilterProp: 'label' }}
          options={(fields.data ?? []).map((field) => optionOf(field, t('add.never')))}
        />
      </AppField>
      {chosen && chosen.subFields.length > 0 ? (
        <AppField name="subFields" label={t('add.subFields')} help={t('add.subFieldsHelp')}>
          <Select
            mode="multiple"
            options={chosen.subFields.map((subField) => ({ value: subField, label: subField }))}
          />
        </AppField>
      ) : null}
      {mapping.data === undefined && mapping.isError ? (
        <QueryError query={mapping} title={t('add.typesFailed')} />
      ) : null}
      {fields.data === undefined && fields.isError ? (
        <QueryError query={fields} title={t('add.fieldsFailed')} />
      ) : null}
      <SubmitButton disabled={isBusy} title={isBusy ? t('busy') : undefined}>
        {t('add.save')}
      </SubmitButton>
    </AppForm>
  )
}

const optionOf = ({ field, alias, encryptable }: EncryptableField, never: string) => ({
  value: field,
  label: `${alias === field ? field : `${alias} (${field})`}${encryptable ? '' : ` · ${never}`}`,
  disabled: !encryptable,
})
