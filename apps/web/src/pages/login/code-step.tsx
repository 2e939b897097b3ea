import { Alert, Button, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EndedSession } from '../../lib/session/end-session.ts'
import { Field } from '../../ui/field.tsx'
import styles from './login.module.css'
import type { Credentials } from './sign-in.ts'
import { useSignIn } from './use-sign-in.ts'

interface CodeStepProps {
  /** Credentials that were already accepted. */
  readonly credentials: Pick<Credentials, 'username' | 'password'>
  readonly ended: EndedSession | undefined
  /** Goes back to name and password. */
  readonly onBack: () => void
}

/** Second step of a sign-in: the code of an authenticator app, or a recovery code. */
export function CodeStep({ credentials, ended, onBack }: CodeStepProps) {
  const { t } = useTranslation('login')
  const [code, setCode] = useState('')
  const { submit, failure, busy } = useSignIn({ ...credentials, code }, ended)
  const isEmpty = code.trim() === ''
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event, isEmpty)} noValidate>
      <div role="alert" className={styles.alert}>
        {failure ? <Alert type="error" showIcon title={failure} /> : null}
      </div>
      <Field label={t('code.label')} error={undefined}>
        {(field) => (
          <Input
            {...field}
            size="large"
            name="code"
            autoComplete="one-time-code"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
            maxLength={60}
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      <p className={styles.hint}>{t('code.help')}</p>
      <Button type="primary" size="large" block htmlType="submit" disabled={isEmpty} loading={busy}>
        {t('signIn')}
      </Button>
      <Button type="link" className={styles.forgot ?? ''} onClick={onBack}>
        {t('code.back')}
      </Button>
    </form>
  )
}
