import { useMutation } from '@tanstack/react-query'
import { Input, QRCode } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { CopyBox } from '../../ui/copy-box.tsx'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './account.module.css'

/** Secret for an authenticator app. */
interface Secret {
  readonly secret: string
  readonly uri: string
}

interface SecondFactorSetupProps {
  /** True if the password is needed first; false for a required setup right after signing in. */
  readonly asksForPassword: boolean
  readonly onSetUp: (recoveryCodes: readonly string[]) => void
}

/** Setup of an authenticator app: the password, a QR code, and a first code. */
export function SecondFactorSetup({ asksForPassword, onSetUp }: SecondFactorSetupProps) {
  const start = useMutation({
    mutationFn: async (password: string | undefined): Promise<Secret> =>
      (await api.call('startSecondFactor', { body: password === undefined ? {} : { password } })).data,
  })
  const { data, mutateAsync } = start
  if (data) return <FirstCode {...data} onSetUp={onSetUp} />
  if (asksForPassword) return <PasswordFirst onGiven={mutateAsync} />
  return <StartAtOnce start={start} />
}

/** Requests the QR code on mount. */
function StartAtOnce({
  start,
}: {
  readonly start: ReturnType<typeof useMutation<Secret, Error, string | undefined>>
}) {
  const { t } = useTranslation('account')
  const { mutate, data, error, isPending } = start
  useEffect(() => mutate(undefined), [mutate])
  return (
    <QueryState
      query={{ data, error, isFetching: isPending, refetch: () => mutate(undefined) }}
      failed={t('setup.failed')}
    >
      {() => null}
    </QueryState>
  )
}

function PasswordFirst({ onGiven }: { readonly onGiven: (password: string) => Promise<unknown> }) {
  const { t } = useTranslation('account')
  const state = useAppForm({
    initial: { password: '' },
    check: ({ password }) => ({
      password: password === '' ? translate('messages:passwordRequired') : undefined,
    }),
    failureText: ({ message }) => serverText(message),
    onSubmit: ({ password }) => onGiven(password),
  })
  return (
    <AppForm state={state} className={styles.form} label={t('setup.title')}>
      <p>{t('setup.passwordFirst')}</p>
      <AppField name="password" label={t('password.current')}>
        <PasswordInput autoComplete="current-password" />
      </AppField>
      <SubmitButton>{t('setup.goOn')}</SubmitButton>
    </AppForm>
  )
}

function FirstCode({ secret, uri, onSetUp }: Secret & Pick<SecondFactorSetupProps, 'onSetUp'>) {
  const { t } = useTranslation('account')
  const state = useAppForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: code.trim() === '' ? translate('messages:codeNeeded') : undefined }),
    failureText: ({ message }) => serverText(message),
    onSubmit: async (body) => onSetUp((await api.call('confirmSecondFactor', { body })).recoveryCodes),
  })
  return (
    <AppForm state={state} className={styles.form} label={t('setup.title')}>
      <ol className={styles.steps}>
        <li>{t('setup.install')}</li>
        <li>{t('setup.scan')}</li>
        <li>{t('setup.enter')}</li>
      </ol>
      <div className={styles.qr} role="img" aria-label={t('setup.picture')}>
        <div aria-hidden>
          {/* Dark on white in both colour schemes, because cameras read it best. */}
          <QRCode type="svg" value={uri} size={200} color="#000000" bgColor="#ffffff" errorLevel="M" />
        </div>
      </div>
      <CopyBox label={t('setup.secret')} text={secret} />
      <AppField name="code" label={t('setup.code')}>
        <Input inputMode="numeric" autoComplete="one-time-code" maxLength={20} spellCheck={false} />
      </AppField>
      <SubmitButton>{t('setup.verb')}</SubmitButton>
    </AppForm>
  )
}
