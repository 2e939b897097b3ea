import { useQueryClient } from '@tanstack/react-query'
import { messages } from '@wardtrack/contracts/messages'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  useSettingsForm,
} from '../../ui/form/index.ts'
import styles from './mirth.module.css'
import { addressesQuery, FIELDS, type MirthAddresses, PAIR } from './mirth-queries.ts'

type Errors = { [field in keyof MirthAddresses]?: string | undefined }

/** Returns the errors of the specification: at least one address is required, and each needs three characters. */
function check(values: MirthAddresses): Errors {
  const isEmpty = FIELDS.every((field) => values[field].trim() === '')
  const errorOf = (value: string): string | undefined => {
    if (isEmpty) return translate('messages:fieldRequired')
    const { length } = value.trim()
    return length > 0 && length < 3 ? translate('messages:addressNeeded') : undefined
  }
  return Object.fromEntries(FIELDS.map((field) => [field, errorOf(values[field])]))
}

/** Returns the server's message if the errors are at fields; undefined for any other failure. */
const failureText = (cause: Error): string | undefined => {
  if (isConflict(cause)) return undefined
  return cause instanceof CallError && (cause.status === 400 || cause.status === 403)
    ? cause.message
    : translate('messages:settingsFailed')
}

/** Form with the six addresses. */
export function AddressForm({ saved }: { readonly saved: StoredState<MirthAddresses> }) {
  const { t } = useTranslation('mirth')
  const client = useQueryClient()
  const { message } = App.useApp()
  const labels = Object.fromEntries(FIELDS.map((field) => [field, t(`field.${field}`)]))
  const state = useSettingsForm<MirthAddresses>({
    name: PAIR,
    stored: saved,
    reread: () => client.fetchQuery({ ...addressesQuery(), staleTime: 0 }),
    labels: { ...labels, PlainHttpReason: t('addresses.reason') },
    check,
    fieldOf: (path) => path.replace('Fields.', '') as keyof MirthAddresses,
    onInvalid: () => void message.error(translate('messages:fillCorrectly')),
    success: (answer) =>
      answer.message.includes(messages.settingUpdated) ? translate('messages:settingsSaved') : undefined,
    failure: failureText,
    invalidates: [[KEYS.settings]],
    onSuccess: (answer) => {
      if (!answer.message.includes(messages.settingUpdated))
        void message.error(translate('messages:settingsFailed'))
    },
  })
  return (
    <AppForm state={state} label={t('addresses.title')}>
      <div className={styles.fields}>
        {FIELDS.map((field) => (
          <AppField key={field} name={field} label={t(`field.${field}`)}>
            <Input placeholder={t('addresses.placeholder')} autoComplete="off" spellCheck={false} />
          </AppField>
        ))}
      </div>
      <AppField name="PlainHttpReason" label={t('addresses.reason')} help={t('addresses.reasonHelp')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </AppField>
      <SubmitButton>{t('addresses.save')}</SubmitButton>
    </AppForm>
  )
}
