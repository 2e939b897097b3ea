import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'

const initial = { fieldName: '', fieldValue: '' }
const MIN_LENGTH = 2

/** Adds a custom field of a provider; an existing one of the same name gets the new value. */
export function AddField({ onAdd }: { readonly onAdd: (name: string, value: string) => void }) {
  const { t } = useTranslation(['providers', 'messages'])
  const { message } = App.useApp()
  const tooShort = (text: string, error: string): string | undefined =>
    text.trim().length < MIN_LENGTH ? error : undefined
  const state = useAppForm({
    initial,
    check: ({ fieldName, fieldValue }) => ({
      fieldName: tooShort(fieldName, t('messages:fieldNameEmpty')),
      fieldValue: tooShort(fieldValue, t('messages:fieldValueEmpty')),
    }),
    onInvalid: () => void message.error(t('messages:fieldIncomplete')),
    onSubmit: ({ fieldName, fieldValue }) => {
      onAdd(fieldName.trim(), fieldValue.trim())
      state.reset()
    },
  })
  return (
    <AppForm state={state} label={t('field.addTitle')}>
      <AppField name="fieldName" label={t('field.name')} required>
        <Input maxLength={100} autoComplete="off" />
      </AppField>
      <AppField name="fieldValue" label={t('field.value')} required>
        <Input maxLength={500} autoComplete="off" />
      </AppField>
      <SubmitButton type="default">{t('field.add')}</SubmitButton>
    </AppForm>
  )
}
