import { isProviderName } from '@wardtrack/contracts/provider-fields'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { api, CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { CustomFieldList } from './custom-field-list.tsx'
import { capitalised, type ProviderDraft, toFields } from './provider-draft.ts'
import { readProvider } from './provider-queries.ts'
import styles from './providers.module.css'

const initial = { fieldName: '', fieldValue: '' }
const MIN_LENGTH = 2

/** Adds a custom field of a provider; an existing one of the same name gets the new value. */
function AddField({ onAdd }: { readonly onAdd: (name: string, value: string) => void }) {
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

interface ProviderFormProps {
  readonly stored: StoredState<ProviderDraft>
  readonly isNew: boolean
}

/** Form with a provider's name, its capabilities, its switch, and its custom fields. */
export function ProviderForm({ stored, isNew }: ProviderFormProps) {
  const { t } = useTranslation(['providers', 'messages'])
  const { message } = App.useApp()
  const state = useProviderForm({ stored, isNew })
  const addField = (name: string, value: string): void => {
    const { customFields } = state.form.getFieldsValue(true) as ProviderDraft
    state.form.setFieldValue('customFields', { ...customFields, [name]: value })
    void message.success(t('field.added', { name }))
  }
  const answers = [
    { value: 'yes', label: t('yes') },
    { value: 'no', label: t('no') },
  ]
  const title = isNew ? t('new.title') : t('edit.title', { name: capitalised(stored.values.providerName) })
  return (
    <SettingsPage>
      <SettingsSection title={title}>
        <AppForm state={state} label={title}>
          <AppField name="providerName" label={t('name')} required>
            <Input maxLength={100} disabled={!isNew} autoFocus={isNew} />
          </AppField>
          <AppField name="providesHierarchy" label={t('providesHierarchy')} group required>
            <RadioGroup options={answers} />
          </AppField>
          <AppField name="enabled" label={t('enabled')} group required>
            <RadioGroup options={answers} />
          </AppField>
          <AppField name="presence" label={t('presence.label')} help={t('presence.hint')} group>
            <RadioGroup options={answers} />
          </AppField>
          <AppField name="customFields" label={t('field.list')} group>
            <CustomFieldList />
          </AppField>
          <SubmitButton className={styles.submit ?? ''}>
            {isNew ? t('new.verb') : t('edit.verb')}
          </SubmitButton>
        </AppForm>
      </SettingsSection>
      <SettingsSection title={t('field.addTitle')} description={t('field.secretHint')}>
        <AddField onAdd={addField} />
      </SettingsSection>
    </SettingsPage>
  )
}

function useProviderForm({ stored, isNew }: ProviderFormProps) {
  const { t } = useTranslation(['providers', 'messages'])
  const { message } = App.useApp()
  const navigate = useNavigate()
  const saving = useApiMutation({
    call: ({ draft, revision }: { draft: ProviderDraft; revision: string | undefined }) =>
      api.call('createSettings', {
        body: {
          Type: 'Provider',
          SubType: draft.providerName,
          Fields: toFields(draft),
          ...(isNew ? { isNew } : { revision }),
        },
      }),
    success: () => t('messages:settingsSaved'),
    failure: () => undefined,
    invalidates: [[KEYS.providers]],
    onSuccess: ({ data }) => {
      if (isNew) void navigate(`/provider-settings/${data.SubType}`)
    },
  })
  const required = (answer: unknown): string | undefined =>
    answer === undefined ? t('messages:fieldRequired') : undefined
  return useAppForm<ProviderDraft>({
    initial: stored.values,
    ...(isNew
      ? {}
      : {
          shared: {
            revision: stored.revision,
            reread: () => readProvider(stored.values.providerName),
            labels: {
              providesHierarchy: t('providesHierarchy'),
              enabled: t('enabled'),
              presence: t('presence.label'),
              customFields: t('field.list'),
            },
            show: (_field, value) =>
              typeof value === 'string' ? value : Object.keys(Object(value) as object).join(', '),
          },
        }),
    check: ({ providerName, providesHierarchy, enabled }) => ({
      providerName: isProviderName(providerName.trim().toLowerCase())
        ? undefined
        : t('messages:providerName'),
      providesHierarchy: required(providesHierarchy),
      enabled: required(enabled),
    }),
    fieldOf: (path) => (path.startsWith('Fields.') ? 'customFields' : undefined),
    failureText: (cause) => (cause instanceof CallError ? serverText(cause.message) : cause.message),
    onInvalid: () => void message.error(t('messages:fillCorrectly')),
    onSubmit: async (draft, revision) => (await saving.mutateAsync({ draft, revision })).data,
  })
}
