import { useIsFetching, useIsMutating } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation } from 'react-router'
import { useOwnPreferences } from '../../features/account/index.ts'
import { AlertToasts } from '../../features/alert-notices/index.ts'
import { AuditAlarmBand } from '../../features/audit-alarm/index.ts'
import { useLogOut } from '../../features/session/index.ts'
import { useStore } from '../../lib/create-store.ts'
import { footerNote } from '../../lib/footer-note.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { menuOpen, usePreference } from '../../lib/preferences.ts'
import { useSession } from '../../lib/session/index.ts'
import { usePhone } from '../../lib/use-media.ts'
import { TouchSize } from '../../ui/touch-size.tsx'
import { SideMenu } from '../menu/side-menu.tsx'
import { usePageHeading } from '../page-title.ts'
import { GlobalSearch } from '../search/global-search.tsx'
import { ConnectionBand } from './connection-band.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'
import { useBeginAtTop } from './use-begin-at-top.ts'
import { useFileCountPoll } from './use-file-count-poll.ts'
import { useLiveSession } from './use-live-session.ts'
import { useShortcuts } from './use-shortcuts.ts'

// Used only on phones.
const DrawerMenu = lazy(async () => ({ default: (await import('../menu/drawer-menu.tsx')).DrawerMenu }))
const HelpDialog = lazy(async () => ({ default: (await import('./help-dialog.tsx')).HelpDialog }))

/** Menu, header, footer, and background work of a session: live stream, file-count poll, shortcuts. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('shell')
  const phone = usePhone()
  const [open, setOpen] = usePreference(menuOpen)
  const [drawer, setDrawer] = useState(false)
  // Undefined until the help is first opened, which loads its dialog.
  const [helping, setHelping] = useState<boolean>()
  const { title, help } = usePageHeading()
  const userName = useSession()?.userName ?? ''
  const logOut = useLogOut()
  useLiveSession()
  useOwnPreferences()
  useFileCountPoll()
  useShortcuts(() => setHelping(true))
  useBeginAtTop()
  useDocumentTitle(title)

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content" onClick={skipToContent}>
        {t('skipToContent')}
      </a>
      {phone ? (
        <Suspense fallback={null}>
          <DrawerMenu open={drawer} userName={userName} onClose={() => setDrawer(false)} onLogOut={logOut} />
        </Suspense>
      ) : (
        <SideMenu open={open} onToggle={setOpen} onLogOut={logOut} />
      )}
      <div className={styles.column}>
        <div className={styles.sticky}>
          <Header
            title={title}
            phone={phone}
            userName={userName}
            onMenu={() => setDrawer(true)}
            onHelp={() => setHelping(true)}
            onLogOut={logOut}
          />
          <LoaderBar />
        </div>
        <ConnectionBand />
        <AuditAlarmBand />
        <main id="content" tabIndex={-1} className={styles.content}>
          <TouchSize>{children}</TouchSize>
        </main>
        <Footer />
        <AlertToasts />
      </div>
      <GlobalSearch onHelp={() => setHelping(true)} onLogOut={logOut} />
      {helping === undefined ? null : (
        <Suspense fallback={null}>
          <HelpDialog open={helping} title={title} help={help} onClose={() => setHelping(false)} />
        </Suspense>
      )}
    </div>
  )
}

/** The hash belongs to the router, so the skip link moves the focus itself. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault()
  document.getElementById('content')?.focus()
}

function useDocumentTitle(title: string): void {
  const { pathname } = useLocation()
  useEffect(() => {
    document.title = title ? translate('shell:documentTitle', { title }) : 'Wardtrack'
  }, [title, pathname])
}

/** A 2 px bar under the header while data is fetched. Background polls do not show it. */
function LoaderBar() {
  const fetching = useIsFetching({ predicate: ({ meta }) => meta?.quiet !== true })
  const changing = useIsMutating()
  const navigation = useNavigation()
  const busy = fetching + changing > 0 || navigation.state !== 'idle'
  return <div className={`${styles.loader} ${busy ? styles.on : ''}`} aria-hidden />
}

/** Version on the left; times of the last and next reading of the page's content on the right. */
function Footer() {
  const note = useStore(footerNote)
  return (
    <footer className={styles.footer}>
      <span>Wardtrack 1.0</span>
      <span>{note}</span>
    </footer>
  )
}
