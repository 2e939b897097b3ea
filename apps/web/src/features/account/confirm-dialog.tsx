import { Input } from 'antd'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { PasswordInput } from '../../ui/password-input.tsx'

/** Credentials that the account's owner repeats. */
export interface Confirmation {
  readonly password: string
  readonly code: string
}

interface ConfirmDialogProps {
  readonly title: string
  readonly what: string
  readonly verb: string
  readonly onConfirmed: (confirmation: Confirmation) => unknown
  readonly onClose: () => void
}

/** Asks for password and code before a sensitive action. */
export function ConfirmDialog({ title, what, verb, onConfirmed, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('account')
  const state = useAppForm<Confirmation>({
    initial: { password: '', code: '' },
    check: ({ password, code }) => ({
      password: password === '' ? translate('messages:passwordRequired') : undefined,
      code: code.trim() === '' ? translate('messages:codeNeeded') : undefined,
    }),
    failureText: ({ message }) => serverText(message),
    onSubmit: onConfirmed,
  })
  return (
    <FormDialog state={state} title={title} verb={verb} onClose={onClose}>
      <p>{what}</p>
      <AppField name="password" label={t('password.current')}>
        <PasswordInput autoComplete="current-password" />
      </AppField>
      <AppField name="code" label={t('setup.code')} help={t('factor.codeHelp')}>
        <Input autoComplete="one-time-code" maxLength={60} spellCheck={false} autoCapitalize="none" />
      </AppField>
    </FormDialog>
  )
}
