import { Alert, Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { Field } from '../../ui/field.tsx'
import styles from './plain-page.module.css'

type Result = { readonly sent: true; readonly text: string } | { readonly sent: false; readonly text: string }

/** Form that reports a forgotten password to the administrators. The answer is the same for every name. */
export function PasswordRequest() {
  const { t } = useTranslation('login')
  const [username, setUsername] = useState('')
  const [result, setResult] = useState<Result>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (username.trim() === '' || busy) return
    setBusy(true)
    setResult(await send(username.trim()))
    setBusy(false)
  }
  return (
    <form className={styles.request} onSubmit={(event) => void submit(event)} noValidate>
      <div role="status">
        {result ? <Alert type={result.sent ? 'success' : 'error'} showIcon title={result.text} /> : null}
      </div>
      <Field label={t('request.username')} error={undefined}>
        {(field) => (
          <Input
            {...field}
            size="large"
            name="username"
            autoComplete="username"
            spellCheck={false}
            autoCapitalize="none"
            maxLength={500}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        )}
      </Field>
      <Button block size="large" htmlType="submit" disabled={username.trim() === ''} loading={busy}>
        {t('request.verb')}
      </Button>
    </form>
  )
}

async function send(username: string): Promise<Result> {
  try {
    const { message } = await api.call('requestPassword', { body: { username } })
    return { sent: true, text: serverText(message) }
  } catch (cause) {
    const isAnswer = cause instanceof CallError
    return {
      sent: false,
      text: isAnswer ? serverText(cause.message) : translate('messages:failedToConnect'),
    }
  }
}
