import { useMutation } from '@tanstack/react-query'
import { Alert, App, Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { newPasswordError } from './password-rules.ts'
import styles from './profile.module.css'

const empty = { currentPassword: '', newPassword: '', again: '' }
type Draft = typeof empty

const check = (draft: Draft, userName: string) => ({
  currentPassword: draft.currentPassword === '' ? translate('messages:passwordRequired') : undefined,
  newPassword: newPasswordError(draft.newPassword, userName),
  again: draft.again === draft.newPassword ? undefined : translate('profile:password.differ'),
})

const fields = [
  { name: 'currentPassword', text: 'password.current', autoComplete: 'current-password' },
  { name: 'newPassword', text: 'password.new', autoComplete: 'new-password' },
  { name: 'again', text: 'password.again', autoComplete: 'new-password' },
] as const

/** Changes one's own password; the server then ends the person's other sessions. */
export function PasswordForm({ userName }: { readonly userName: string }) {
  const { t } = useTranslation('profile')
  const { message } = App.useApp()
  const [draft, setDraft] = useState(empty)
  const [touched, setTouched] = useState<Partial<Record<keyof Draft, boolean>>>({})
  const errors = check(draft, userName)
  const change = useMutation({
    mutationFn: () =>
      api.call('changePassword', {
        body: { currentPassword: draft.currentPassword, newPassword: draft.newPassword },
      }),
    onSuccess: (answer) => {
      void message.success(serverText(answer.message))
      setDraft(empty)
      setTouched({})
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTouched({ currentPassword: true, newPassword: true, again: true })
    const wrong = fields.find(({ name }) => errors[name])
    if (wrong) event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong.name}"]`)?.focus()
    else change.mutate()
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {change.error ? (
        <div className={styles.alert}>
          <Alert type="error" showIcon title={reasonOf(change.error)} />
        </div>
      ) : null}
      {fields.map(({ name, text, autoComplete }) => (
        <Field key={name} label={t(text)} error={touched[name] ? errors[name] : undefined}>
          {(field) => (
            <PasswordInput
              {...field}
              name={name}
              autoComplete={autoComplete}
              value={draft[name]}
              onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
              onBlur={() => draft[name] !== '' && setTouched({ ...touched, [name]: true })}
            />
          )}
        </Field>
      ))}
      <p className={styles.hint}>{t('password.hint')}</p>
      <Button type="primary" htmlType="submit" loading={change.isPending}>
        {t('password.change')}
      </Button>
    </form>
  )
}

const reasonOf = (cause: Error): string =>
  cause instanceof CallError ? serverText(cause.message) : translate('messages:failedToConnect')
