import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './account.module.css'

interface Passwords {
  readonly currentPassword: string
  readonly newPassword: string
  readonly repeatedPassword: string
}

const initial: Passwords = { currentPassword: '', newPassword: '', repeatedPassword: '' }
const contract = {
  shape: async () =>
    (await import('@wardtrack/contracts/calls/session')).sessionCalls.changePassword.shapes.body,
  bodyOf: ({ currentPassword, newPassword }: Passwords) => ({ currentPassword, newPassword }),
}

/** Values of the contract, repeated here to avoid loading its code. The server checks the same. */
const MIN_CHARACTERS = 12
const MAX_BYTES = 72

/** Returns the error of a new password; undefined if it is valid. */
function newPasswordError(password: string, userName: string): string | undefined {
  if (password === '') return translate('messages:passwordRequired')
  if (!/^\S+(?: \S+)*$/.test(password)) return translate('messages:spaceNotAllowed')
  const bytes = new TextEncoder().encode(password).length
  const isFitting = [...password].length >= MIN_CHARACTERS && bytes <= MAX_BYTES
  return isFitting && password !== userName ? undefined : translate('messages:passwordRule')
}

interface PasswordFormProps {
  readonly userName: string
  /** True if an administrator set the current password, which is then labelled one-time password. */
  readonly oneTime?: boolean
  readonly onChanged?: () => void
}

/** Form to change the user's own password; the server then ends the user's other sessions. */
export function PasswordForm({ userName, oneTime = false, onChanged }: PasswordFormProps) {
  const { t } = useTranslation('account')
  const { message } = App.useApp()
  const state = useAppForm<Passwords>({
    initial,
    contract,
    check: ({ currentPassword, newPassword, repeatedPassword }) => ({
      currentPassword: currentPassword === '' ? translate('messages:passwordRequired') : undefined,
      newPassword: newPasswordError(newPassword, userName),
      repeatedPassword: repeatedPassword === newPassword ? undefined : t('password.differ'),
    }),
    failureText: (cause) =>
      cause instanceof CallError ? serverText(cause.message) : translate('messages:failedToConnect'),
    onSubmit: async (values) => {
      const answer = await api.call('changePassword', { body: contract.bodyOf(values) })
      void queryClient.invalidateQueries({ queryKey: [KEYS.setup] })
      void message.success(serverText(answer.message))
      state.reset()
      onChanged?.()
    },
  })
  const fields = [
    {
      name: 'currentPassword',
      label: oneTime ? t('password.oneTime') : t('password.current'),
      autoComplete: 'current-password',
    },
    { name: 'newPassword', label: t('password.new'), autoComplete: 'new-password' },
    { name: 'repeatedPassword', label: t('password.again'), autoComplete: 'new-password' },
  ] as const satisfies readonly { name: keyof Passwords; label: string; autoComplete: string }[]
  return (
    <AppForm state={state} className={styles.form} label={t('password.change')}>
      {fields.map(({ name, label, autoComplete }) => (
        <AppField key={name} name={name} label={label}>
          <PasswordInput autoComplete={autoComplete} />
        </AppField>
      ))}
      <p className={styles.hint}>{t('password.hint')}</p>
      <SubmitButton>{t('password.change')}</SubmitButton>
    </AppForm>
  )
}
