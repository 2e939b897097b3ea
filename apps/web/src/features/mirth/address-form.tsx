import { messages } from '@wardtrack/contracts/messages'
import { App, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import {
  AppField,
  AppForm,
  isConflict,
  type StoredState,
  SubmitButton,
  useAppForm,
} from '../../ui/form/index.ts'
import styles from './mirth.module.css'
import { FIELDS, type MirthAddresses, PAIR, readAddresses } from './mirth-queries.ts'

type Errors = { [field in keyof MirthAddresses]?: string | undefined }

/** What the specification says of the values: one at least, and three characters of each that is filled. */
function check(values: MirthAddresses): Errors {
  const isEmpty = FIELDS.every((field) => values[field].trim() === '')
  const errorOf = (value: string): string | undefined => {
    if (isEmpty) return translate('messages:fieldRequired')
    const { length } = value.trim()
    return length > 0 && length < 3 ? translate('messages:addressNeeded') : undefined
  }
  return Object.fromEntries(FIELDS.map((field) => [field, errorOf(values[field])]))
}

/** What the server refuses stands at its fields and is summed up in its own words; anything else failed as a whole. */
const failureText = (cause: Error): string | undefined => {
  if (isConflict(cause)) return undefined
  return cause instanceof CallError && (cause.status === 400 || cause.status === 403)
    ? cause.message
    : translate('messages:settingsFailed')
}

/** The six addresses. */
export function AddressForm({ saved }: { readonly saved: StoredState<MirthAddresses> }) {
  const { t } = useTranslation('mirth')
  const { message } = App.useApp()
  const saving = useApiMutation({
    call: ({ values, revision }: { values: MirthAddresses; revision: string | undefined }) =>
      api.call('createSettings', { body: { ...PAIR, Fields: values, revision } }),
    success: (answer) =>
      answer.message.includes(messages.settingUpdated) ? translate('messages:settingsSaved') : undefined,
    failure: failureText,
    invalidates: [[KEYS.settings]],
    onSuccess: (answer) => {
      if (!answer.message.includes(messages.settingUpdated))
        void message.error(translate('messages:settingsFailed'))
    },
  })
  const labels = Object.fromEntries(FIELDS.map((field) => [field, t(`field.${field}`)]))
  const state = useAppForm<MirthAddresses>({
    initial: saved.values,
    check,
    shared: {
      revision: saved.revision,
      reread: () => readAddresses(),
      labels: { ...labels, PlainHttpReason: t('addresses.reason') },
    },
    fieldOf: (path) => path.replace('Fields.', '') as keyof MirthAddresses,
    onInvalid: () => void message.error(translate('messages:fillCorrectly')),
    failureAs: 'caller',
    onSubmit: async (values, revision) => (await saving.mutateAsync({ values, revision })).data.revision,
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
