import { Alert, Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { Field } from '../../ui/field.tsx'
import styles from './login.module.css'
import type { SignInResult } from './sign-in.ts'

interface CodeStepProps {
  readonly onSubmit: (code: string) => Promise<SignInResult>
  /** Back to name and password. */
  readonly onBack: () => void
}

/** The second step of a sign-in: the code of an authenticator app, or a recovery code. */
export function CodeStep({ onSubmit, onBack }: CodeStepProps) {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '' || busy) return
    setBusy(true)
    setFailure(undefined)
    const result = await onSubmit(code)
    setBusy(false)
    if ('to' in result) await navigate(result.to, { replace: true })
    else setFailure('message' in result ? result.message : t('code.label'))
  }
  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
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
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        disabled={code.trim() === ''}
        loading={busy}
      >
        {t('signIn')}
      </Button>
      <Button type="link" className={styles.forgot ?? ''} onClick={onBack}>
        {t('code.back')}
      </Button>
    </form>
  )
}
