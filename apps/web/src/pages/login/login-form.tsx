import { Alert, Button, Input } from 'antd'
import type { ParseKeys } from 'i18next'
import { type KeyboardEvent, lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type EndReason, takeEndedSession } from '../../lib/session/end-session.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import styles from './login.module.css'
import { passwordError, usernameError } from './login-rules.ts'
import { useSignIn } from './use-sign-in.ts'

/** Loaded when a code is needed, because most users have none. */
const CodeStep = lazy(async () => ({ default: (await import('./code-step.tsx')).CodeStep }))

/** Text keys of the messages about a session that ended without a logout. */
const endMessages: Readonly<Partial<Record<EndReason, ParseKeys<'login'>>>> = {
  expired: 'ended.expired',
  refused: 'ended.expired',
  locked: 'ended.locked',
  password: 'ended.password',
}

/** Form for user name and password. The service's answer stays in the alert area until the next try. */
export function LoginForm() {
  const { t } = useTranslation('login')
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [touched, setTouched] = useState({ username: false, password: false })
  const [asksForCode, setAsksForCode] = useState(false)
  const [ended] = useState(takeEndedSession)
  const { submit, failure, busy } = useSignIn({ username, password }, ended, () => setAsksForCode(true))
  const endMessage = endMessages[ended?.reason ?? 'logout']
  const errors = { username: usernameError(username), password: passwordError(password) }
  const invalid = Boolean(errors.username ?? errors.password)

  // Enter does not submit a form with a disabled button, so the handler shows the errors.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && invalid) setTouched({ username: true, password: true })
  }
  if (asksForCode)
    return (
      <Suspense fallback={null}>
        <CodeStep credentials={{ username, password }} ended={ended} onBack={() => setAsksForCode(false)} />
      </Suspense>
    )
  return (
    <form
      className={styles.form}
      onSubmit={(event) => void submit(event, invalid)}
      onKeyDown={onKeyDown}
      noValidate
    >
      <div role="alert" className={styles.alert}>
        {failure ? <Alert type="error" showIcon title={failure} /> : null}
        {!failure && endMessage ? (
          <Alert
            type={ended?.hadUnsavedChanges ? 'warning' : 'info'}
            showIcon
            title={t(endMessage)}
            {...(ended?.hadUnsavedChanges ? { description: t('ended.unsaved') } : {})}
          />
        ) : null}
      </div>
      <Field label={t('username')} error={touched.username ? errors.username : undefined}>
        {(field) => (
          <Input
            {...field}
            size="large"
            name="username"
            autoComplete="username"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
            maxLength={500}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
            onBlur={() => setTouched((now) => ({ ...now, username: true }))}
          />
        )}
      </Field>
      <Field label={t('password')} error={touched.password ? errors.password : undefined}>
        {(field) => (
          <PasswordInput
            {...field}
            size="large"
            name="password"
            autoComplete="current-password"
            maxLength={500}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            onBlur={() => setTouched((now) => ({ ...now, password: true }))}
          />
        )}
      </Field>
      <Button type="primary" size="large" block htmlType="submit" disabled={invalid} loading={busy}>
        {t('signIn')}
      </Button>
      <Link to="/no-credentials" className={styles.forgot}>
        {t('forgotPassword')}
      </Link>
    </form>
  )
}
