import { queryOptions, useIsFetching, useIsMutating, useQuery } from '@tanstack/react-query'
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { NavigationType, useLocation, useNavigation, useNavigationType } from 'react-router'
import { useOwnPreferences } from '../../features/account/index.ts'
import { AlertToasts } from '../../features/alert-notices/index.ts'
import { AuditAlarmBand } from '../../features/audit-alarm/index.ts'
import { useLogOut } from '../../features/session/index.ts'
import { accessQuery } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { useStore } from '../../lib/create-store.ts'
import { footerNote } from '../../lib/footer-note.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { liveStream, useStreamState } from '../../lib/live/index.ts'
import { readMatrix } from '../../lib/matrix-url.ts'
import { startPeriodicRefresh } from '../../lib/periodic-refresh.ts'
import { menuOpen, usePreference } from '../../lib/preferences.ts'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useSession } from '../../lib/session/index.ts'
import { usePhone } from '../../lib/use-media.ts'
import { OfflineBand, SlowServerBand } from '../../ui/offline-band.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import { SideMenu } from '../menu/side-menu.tsx'
import { usePageHeading } from '../page-title.ts'
import { GlobalSearch } from '../search/global-search.tsx'
import { Header } from './header.tsx'
import styles from './shell.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const EVERY_MS = 30_000

const fileCountQuery = () =>
  queryOptions({
    queryKey: ['file-count'],
    queryFn: async ({ signal }) => (await api.call('filesCount', { signal })).count,
    refetchInterval: EVERY_MS,
    staleTime: 0,
    retry: false,
    meta: { quiet: true },
  })

/**
 * True if the number of stored files differs from the last known one. -1 means that the listing failed, and is
 * ignored.
 */
export const filesChanged = (known: number | undefined, count: number): boolean =>
  count !== -1 && known !== undefined && count !== known

/** Polls the number of stored files every 30 s, and reloads images and their paths when it changes. */
function useFileCountPoll(): void {
  const { data: count } = useQuery(fileCountQuery())
  const known = useRef<number>(undefined)
  useEffect(() => {
    if (count === undefined) return
    if (filesChanged(known.current, count))
      for (const key of [KEYS.image, KEYS.metadata]) void queryClient.invalidateQueries({ queryKey: [key] })
    if (count !== -1) known.current = count
  }, [count])
}

/** In milliseconds. A shorter loss of connection is not shown. */
const SHORT_LOSS_MS = 1_500

/** Band of the shell for a lost connection or a slow server. */
export function ConnectionBand() {
  const state = useStreamState()
  const lost = state.kind === 'lost'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!lost) return
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [lost])
  const isWaiting = useIsFetching({ predicate: ({ state: { data } }) => data === undefined }) > 0
  if (!lost || now - state.since < SHORT_LOSS_MS) return isWaiting ? <SlowServerBand /> : null
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1_000))
  return <OfflineBand since={state.since} nextInSeconds={seconds} onRetry={() => liveStream.retryNow()} />
}

/** Key that the router gives to history entries of other origin, such as plain links. */
const FOREIGN_ENTRY = 'default'

/**
 * Scrolls to the top when another page or another asset opens. Changes of filters in the address do not scroll. On
 * going back, the browser restores the scroll position.
 */
export function useBeginAtTop(): void {
  const { pathname, key } = useLocation()
  const isBack = useNavigationType() === NavigationType.Pop && key !== FOREIGN_ENTRY
  const { page, parameters } = readMatrix(pathname)
  const shown = [page, parameters['type'], parameters['id']].join('\n')
  const begin = useEffectEvent(() => {
    if (!isBack) document.documentElement.scrollTop = 0
  })
  useLayoutEffect(() => begin(), [shown])
}

/**
 * Keeps data fresh while the shell is shown: the live stream, the periodic refresh, and the allowed routes for menu
 * and guard.
 */
function useLiveSession(): void {
  useQuery(accessQuery())
  useEffect(() => {
    liveStream.start()
    return () => liveStream.stop()
  }, [])
  useEffect(() => startPeriodicRefresh(queryClient), [])
}

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
