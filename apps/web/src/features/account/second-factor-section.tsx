import { useQuery } from '@tanstack/react-query'
import type { OwnProfile } from '@wardtrack/contracts'
import { App, Input, Modal } from 'antd'
import { ShieldCheck, ShieldOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { profileQuery } from '../../lib/own-profile.ts'
import { queryClient } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/time.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { SettingRow, SettingsSection } from '../../ui/settings-page.tsx'
import { StateMark } from '../../ui/states.tsx'
import styles from './account.module.css'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactorSetup } from './second-factor-setup.tsx'

/** Credentials that the account's owner repeats. */
interface Confirmation {
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
function ConfirmDialog({ title, what, verb, onConfirmed, onClose }: ConfirmDialogProps) {
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

type Step =
  | { readonly step: 'setup' | 'renew' | 'remove' }
  | { readonly step: 'codes'; readonly codes: readonly string[] }

/** Section for the user's second factor: setup, new recovery codes, removal. */
export function SecondFactorSection() {
  const { t } = useTranslation('account')
  const profile = useQuery(profileQuery())
  const [open, setOpen] = useState<Step>()
  const close = (): void => {
    setOpen(undefined)
    void queryClient.invalidateQueries({ queryKey: profileQuery().queryKey })
  }
  return (
    <SettingsSection title={t('factor.title')} description={t('factor.about')}>
      <QueryState query={profile} failed={t('factor.failed')}>
        {({ secondFactor }) => <Present secondFactor={secondFactor} onStep={setOpen} />}
      </QueryState>
      {open ? <StepDialog open={open} onStep={setOpen} onClose={close} /> : null}
    </SettingsSection>
  )
}

interface PresentProps {
  readonly secondFactor: OwnProfile['secondFactor']
  readonly onStep: (step: Step) => void
}

function Present({ secondFactor, onStep }: PresentProps) {
  const { t } = useTranslation('account')
  const { active, required, since, recoveryCodesLeft } = secondFactor
  const Icon = active ? ShieldCheck : ShieldOff
  const button = (step: 'setup' | 'renew' | 'remove', label: string) => (
    <OnlineButton type={step === 'setup' ? 'primary' : 'default'} onClick={() => onStep({ step })}>
      {label}
    </OnlineButton>
  )
  return (
    <>
      <SettingRow label={t('factor.state')}>
        <StateMark
          icon={<Icon size={15} strokeWidth={2.1} aria-hidden />}
          word={active ? t('factor.active', { since: dateTime(since) }) : t('factor.inactive')}
          tone={active ? 'ok' : 'off'}
          form="mark"
        />
      </SettingRow>
      {active ? (
        <SettingRow label={t('codes.title')}>{t('codes.left', { count: recoveryCodesLeft })}</SettingRow>
      ) : null}
      <div className={styles.buttons}>
        {active ? button('renew', t('codes.renew')) : button('setup', t('setup.title'))}
        {active && !required ? button('remove', t('factor.remove.verb')) : null}
      </div>
      {active && required ? <p className={styles.hint}>{t('factor.required')}</p> : null}
    </>
  )
}

interface StepDialogProps {
  readonly open: Step
  readonly onStep: (step: Step) => void
  readonly onClose: () => void
}

function StepDialog({ open, onStep, onClose }: StepDialogProps) {
  const { t } = useTranslation('account')
  const { message } = App.useApp()
  const showCodes = (codes: readonly string[]): void => onStep({ step: 'codes', codes })
  if (open.step === 'renew' || open.step === 'remove') {
    const confirmed = {
      renew: async (body: Confirmation) =>
        showCodes((await api.call('renewRecoveryCodes', { body })).recoveryCodes),
      remove: async (body: Confirmation) => {
        const answer = await api.call('removeSecondFactor', { body })
        void message.success(serverText(answer.message))
        onClose()
      },
    }
    return (
      <ConfirmDialog
        title={t(`factor.${open.step}.title`)}
        what={t(`factor.${open.step}.what`)}
        verb={t(`factor.${open.step}.verb`)}
        onConfirmed={confirmed[open.step]}
        onClose={onClose}
      />
    )
  }
  return (
    <Modal
      open
      width={480}
      footer={null}
      mask={{ closable: false }}
      closable={open.step !== 'codes'}
      keyboard={open.step !== 'codes'}
      title={open.step === 'codes' ? t('codes.title') : t('setup.title')}
      onCancel={onClose}
    >
      {open.step === 'codes' ? (
        <RecoveryCodes codes={open.codes} onKept={onClose} />
      ) : (
        <SecondFactorSetup asksForPassword onSetUp={showCodes} />
      )}
    </Modal>
  )
}
