import { useQuery } from '@tanstack/react-query'
import type { OwnProfile } from '@wardtrack/contracts'
import { App, Button } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useNavigate } from 'react-router'
import { PasswordForm, RecoveryCodes, SecondFactorSetup } from '../../features/account/index.ts'
import { useLogOut } from '../../features/session/index.ts'
import { firstPage } from '../../lib/access.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { profileQuery } from '../../lib/own-profile.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session/index.ts'
import { Brand } from '../../ui/brand-mark.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './account-setup.module.css'

/** Setup steps required before the console opens: a new password, an authenticator app. */
export function Page() {
  const { t } = useTranslation('account')
  const session = useSession()
  useEffect(() => {
    document.title = translate('shell:documentTitle', { title: t('page.title') })
  }, [t])
  if (!session) return <Navigate to="/login" replace />
  return (
    <App>
      <main className={styles.page}>
        <div className={styles.card}>
          <Brand size={32} />
          <TouchSize>
            <Steps userName={session.userName} />
          </TouchSize>
        </div>
      </main>
    </App>
  )
}

function Steps({ userName }: { readonly userName: string }) {
  const { t } = useTranslation('account')
  const navigate = useNavigate()
  const logOut = useLogOut()
  // Fetched whenever this page opens, because the cached profile may be outdated.
  const profile = useQuery({ ...profileQuery(), staleTime: 0 })
  const [codes, setCodes] = useState<readonly string[]>()
  const goOn = async (): Promise<void> => {
    queryClient.clear()
    const to = await firstPage()
    // Another required step also uses this page.
    setCodes(undefined)
    await profile.refetch()
    await navigate(to, { replace: true })
  }
  const content = (setup: OwnProfile['setup']): ReactNode => {
    if (codes) return <RecoveryCodes codes={codes} onKept={() => void goOn()} />
    if (setup === 'password')
      return (
        <>
          <p className={styles.text}>{t('page.password')}</p>
          <PasswordForm userName={userName} oneTime onChanged={() => void goOn()} />
        </>
      )
    if (setup === 'second-factor')
      return (
        <>
          <p className={styles.text}>{t('page.secondFactor')}</p>
          <SecondFactorSetup asksForPassword={false} onSetUp={setCodes} />
        </>
      )
    return (
      <>
        <p className={styles.text}>{t('page.done')}</p>
        <Button type="primary" onClick={() => void goOn()}>
          {t('setup.goOn')}
        </Button>
      </>
    )
  }
  return (
    <>
      <h1 className={styles.title}>{t('page.title')}</h1>
      <QueryState query={profile} failed={t('page.failed')}>
        {({ setup }) => content(setup)}
      </QueryState>
      <Button type="link" className={styles.leave ?? ''} onClick={logOut}>
        {t('page.signOut', { userName })}
      </Button>
    </>
  )
}
