import { useQueryClient } from '@tanstack/react-query'
import type { User } from '@wardtrack/contracts'
import { App } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { CopyBox } from '../../ui/copy-box.tsx'
import { FormDialog, useAppForm } from '../../ui/form/index.ts'
import { ShownOnceDialog } from '../../ui/shown-once-dialog.tsx'
import { generateOneTimePassword } from './one-time-password.ts'
import { OneTimePasswordField } from './one-time-password-field.tsx'

const contract = {
  shape: async () =>
    (await import('@wardtrack/contracts/calls/people')).peopleCalls.setUserPassword.shapes.body,
  bodyOf: ({ password }: { password: string }) => ({ password }),
}

interface PasswordDialogProps {
  readonly user: User
  readonly onClose: () => void
  readonly onSet: (handedOver: HandedOver) => void
}

/** Sets a one-time password for a user who has forgotten the password. */
export function PasswordDialog({ user, onClose, onSet }: PasswordDialogProps) {
  const { t } = useTranslation('people')
  const client = useQueryClient()
  const { message } = App.useApp()
  const state = useAppForm<{ password: string }>({
    initial: { password: generateOneTimePassword() },
    contract,
    onSubmit: async (body) => {
      const answer = await api.call('setUserPassword', { params: { id: user._id }, body })
      void message.success(serverText(answer.message))
      await client.invalidateQueries({ queryKey: [KEYS.users] })
      onSet({ username: user.username, password: body.password, expiresAt: answer.expiresAt })
    },
  })
  return (
    <FormDialog
      state={state}
      title={t('password.title', { name: user.username })}
      verb={t('password.verb')}
      onClose={onClose}
    >
      <p>{t('password.what')}</p>
      <OneTimePasswordField onPropose={(password) => state.form.setFieldsValue({ password })} />
    </FormDialog>
  )
}

/** A one-time password, its user, and its expiry time. */
export interface HandedOver {
  readonly username: string
  readonly password: string
  readonly expiresAt: string | undefined
}

interface HandOverDialogProps extends HandedOver {
  readonly onClose: () => void
}

/** One-time password to hand over to a user, shown once. */
export function HandOverDialog({ username, password, expiresAt, onClose }: HandOverDialogProps) {
  const { t } = useTranslation('people')
  return (
    <ShownOnceDialog
      width={480}
      title={t('handOver.title', { name: username })}
      verb={t('handOver.verb')}
      onClose={onClose}
    >
      <p>{t('handOver.what')}</p>
      {expiresAt ? <p>{t('handOver.until', { time: dateTime(expiresAt) })}</p> : null}
      <CopyBox label={t('username')} text={username} />
      <CopyBox label={t('password.label')} text={password} />
    </ShownOnceDialog>
  )
}
