import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './profile.module.css'

interface Passwords {
  readonly currentPassword: string
  readonly newPassword: string
  readonly repeatedPassword: string
}

const initial: Passwords = { currentPassword: '', newPassword: '', repeatedPassword: '' }
const contract = {
  shape: async () => (await import('@wardtrack/contracts')).calls.changePassword.shapes.body,
  bodyOf: ({ currentPassword, newPassword }: Passwords) => ({ currentPassword, newPassword }),
}

const fields = [
  { name: 'currentPassword', text: 'password.current', autoComplete: 'current-password' },
  { name: 'newPassword', text: 'password.new', autoComplete: 'new-password' },
  { name: 'again', text: 'password.again', autoComplete: 'new-password' },
] as const

/** What is wrong with a new password; undefined when nothing is. The server asks the same. */
function newPasswordError(password: string, userName: string): string | undefined {
  if (password === '') return translate('messages:passwordRequired')
  if (!/^\S+(?: \S+)*$/.test(password)) return translate('messages:spaceNotAllowed')
  const bytes = new TextEncoder().encode(password).length
  return bytes < 10 || bytes > 72 || password === userName ? translate('messages:passwordRule') : undefined
}

/** Changes one's own password; the server then ends the person's other sessions. */
export function PasswordForm({ userName }: { readonly userName: string }) {
  const { t } = useTranslation('profile')
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
      void message.success(serverText(answer.message))
      state.reset()
    },
  })
  return (
    <AppForm state={state} className={styles.form} label={t('password.change')}>
      {fields.map(({ name, text, autoComplete }) => (
        <AppField key={name} name={name} label={t(text)}>
          <PasswordInput autoComplete={autoComplete} />
        </AppField>
      ))}
      <p className={styles.hint}>{t('password.hint')}</p>
      <SubmitButton>{t('password.change')}</SubmitButton>
    </AppForm>
  )
}
