import { useQuery } from '@tanstack/react-query'
import { App, Button, Segmented, Select, Switch } from 'antd'
import { LogOut, Monitor, Moon, ShieldCheck, ShieldOff, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  chooseOwnLanguage,
  chooseOwnScheme,
  OwnSessions,
  PasswordForm,
  SecondFactorSection,
} from '../../features/account/index.ts'
import { useLogOut } from '../../features/session/index.ts'
import { SetupReturn } from '../../features/setup-checklist/index.ts'
import { accessQuery } from '../../lib/access.ts'
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type LanguageChoice,
  resolveLanguage,
  storedChoice,
} from '../../lib/i18n/languages.ts'
import { shortcutsOn, usePreference } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { type SchemeChoice, useSchemeChoice } from '../../ui/scheme.ts'
import { SettingRow, SettingsPage, SettingsSection } from '../../ui/settings-page.tsx'
import { StateMark } from '../../ui/states.tsx'
import { LinkButton } from '../plain/link-button.tsx'
import { PlainPage } from '../plain/plain-page.tsx'

/** Choice of the console's language; each language is named in that language. */
function LanguageSelect() {
  const { t } = useTranslation(['profile', 'common'])
  const { message } = App.useApp()
  const options: { value: LanguageChoice; label: string }[] = [
    {
      value: 'browser',
      label: t('browserLanguage', { language: LANGUAGE_NAMES[resolveLanguage('browser')] }),
    },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ]
  const choose = (choice: LanguageChoice): void => {
    chooseOwnLanguage(choice).catch(() => void message.error(t('languageFailed')))
  }
  return (
    <Select aria-label={t('language')} options={options} defaultValue={storedChoice()} onChange={choose} />
  )
}

const schemes: { value: SchemeChoice; text: `theme.${SchemeChoice}`; icon: ReactNode }[] = [
  { value: 'system', text: 'theme.system', icon: <Monitor size={15} aria-hidden /> },
  { value: 'light', text: 'theme.light', icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', text: 'theme.dark', icon: <Moon size={15} aria-hidden /> },
]

/** Profile of the signed-in user: permissions, preferences, and security of the account. */
export function Page() {
  const { t } = useTranslation('profile')
  const session = useSession()
  if (session) return <Profile userName={session.userName} />
  return (
    <PlainPage
      full
      documentTitle={t('title')}
      picture={<EmptyRoom size={88} />}
      title={t('signedOut.title')}
      text={t('signedOut.text')}
      action={
        <LinkButton to="/login" primary>
          {t('signedOut.signIn')}
        </LinkButton>
      }
    />
  )
}

function Profile({ userName }: { readonly userName: string }) {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const choice = useSchemeChoice()
  const [keysOn, setKeysOn] = usePreference(shortcutsOn)
  const logOut = useLogOut()
  const { t } = useTranslation(['profile', 'account'])
  return (
    <>
      <SetupReturn />
      <SettingsPage>
        <SettingsSection
          title={userName}
          picture={<Avatar name={userName} size={56} />}
          description={t('signedIn')}
          footer={
            <Button icon={<LogOut size={16} aria-hidden />} onClick={logOut}>
              {t('signOut')}
            </Button>
          }
        >
          <SettingRow label={t('patientData.label')}>
            {access ? <PatientAccess granted={access.patientDataAccess} /> : '--'}
          </SettingRow>
          <SettingRow label={t('theme.label')}>
            <Segmented<SchemeChoice>
              options={schemes.map(({ text, ...scheme }) => ({ ...scheme, label: t(text) }))}
              value={choice}
              onChange={chooseOwnScheme}
              aria-label={t('theme.label')}
            />
          </SettingRow>
          <SettingRow label={t('language')}>
            <LanguageSelect />
          </SettingRow>
          <SettingRow label={t('shortcuts')}>
            <Switch checked={keysOn} onChange={setKeysOn} aria-label={t('shortcuts')} />
          </SettingRow>
        </SettingsSection>
        <SettingsSection title={t('account:password.change')}>
          <PasswordForm userName={userName} />
        </SettingsSection>
        <SecondFactorSection />
        <OwnSessions />
      </SettingsPage>
    </>
  )
}

function PatientAccess({ granted }: { readonly granted: boolean }) {
  const { t } = useTranslation('profile')
  const Icon = granted ? ShieldCheck : ShieldOff
  const icon = <Icon size={15} strokeWidth={2.1} aria-hidden />
  return (
    <StateMark
      icon={icon}
      word={granted ? t('patientData.shown') : t('patientData.hidden')}
      tone={granted ? 'ok' : 'off'}
      form="mark"
    />
  )
}
