import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Switch } from 'antd'
import { LogOut, Monitor, Moon, ShieldCheck, ShieldOff, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLogOut } from '../../features/session/index.ts'
import { accessQuery } from '../../lib/access.ts'
import { shortcutsOn, usePreference } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session/index.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { EmptyRoom } from '../../ui/brand-mark.tsx'
import { chooseScheme, type SchemeChoice, useSchemeChoice } from '../../ui/scheme.ts'
import { StateMark } from '../../ui/states.tsx'
import { LinkButton } from '../plain/link-button.tsx'
import { PlainPage } from '../plain/plain-page.tsx'
import { LanguageSelect } from './language-select.tsx'
import { PasswordForm } from './password-form.tsx'
import styles from './profile.module.css'

const schemes: { value: SchemeChoice; text: `theme.${SchemeChoice}`; icon: ReactNode }[] = [
  { value: 'system', text: 'theme.system', icon: <Monitor size={15} aria-hidden /> },
  { value: 'light', text: 'theme.light', icon: <Sun size={15} aria-hidden /> },
  { value: 'dark', text: 'theme.dark', icon: <Moon size={15} aria-hidden /> },
]

/** Who is signed in, what they may see, and how this browser shows it. */
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
  const { t } = useTranslation('profile')
  return (
    <div className={styles.columns}>
      <section className={styles.card} aria-labelledby="profile-name">
        <div className={styles.person}>
          <Avatar name={userName} size={56} />
          <div>
            <h2 id="profile-name" className={styles.name}>
              {userName}
            </h2>
            <p className={styles.quiet}>{t('signedIn')}</p>
          </div>
        </div>
        <Row label={t('patientData.label')}>
          {access ? <PatientAccess granted={access.patientDataAccess} /> : '--'}
        </Row>
        <Row label={t('theme.label')}>
          <Segmented<SchemeChoice>
            options={schemes.map(({ text, ...scheme }) => ({ ...scheme, label: t(text) }))}
            value={choice}
            onChange={chooseScheme}
            aria-label={t('theme.label')}
          />
        </Row>
        <Row label={t('language')}>
          <LanguageSelect />
        </Row>
        <Row label={t('shortcuts')}>
          <Switch checked={keysOn} onChange={setKeysOn} aria-label={t('shortcuts')} />
        </Row>
        <div className={styles.foot}>
          <Button icon={<LogOut size={16} aria-hidden />} onClick={logOut}>
            {t('signOut')}
          </Button>
        </div>
      </section>
      <section className={styles.card} aria-labelledby="profile-password">
        <h2 id="profile-password" className={styles.heading}>
          {t('password.change')}
        </h2>
        <PasswordForm userName={userName} />
      </section>
    </div>
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

const Row = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className={styles.row}>
    <span className={styles.label}>{label}</span>
    {children}
  </div>
)
