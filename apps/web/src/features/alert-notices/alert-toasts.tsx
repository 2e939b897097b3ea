import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useLiveEvents } from '../../lib/live/index.ts'
import { usePhone } from '../../lib/use-media.ts'
import styles from './alert-notice.module.css'
import { AlertNotice } from './alert-notice.tsx'
import { alertSummary } from './alert-summary.ts'

/** Maximum number of unread alerts kept; the list has them all. */
const MAX_UNREAD = 200
/** Number of ids remembered, more than alerts, for events that are resent after a loss. */
const MAX_SHOWN_IDS = 1_000

/** Alerts raised while the page was open that nobody has read or acknowledged, newest first. */
interface Unread {
  readonly alerts: readonly GeofenceAlert[]
  /** Ids that were shown: an event that is resent after a loss must not show its alert again. */
  readonly shown: ReadonlySet<string>
}

/** Adds an id to the shown ones and forgets the oldest. */
const withShown = (shown: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  shown.has(id) ? shown : new Set([...[...shown].slice(1 - MAX_SHOWN_IDS), id])

/** Initial state without alerts. */
export const NOTHING_UNREAD: Unread = { alerts: [], shown: new Set() }

/** Applies a live event: a new alert is added once, and an acknowledged one is removed. */
export function applyEvent(unread: Unread, event: LiveEvent): Unread {
  if (event.event !== 'geofence.alert') return unread
  const alert = event.data
  if (alert.status !== 'open') return markRead(unread, alert.id)
  if (unread.shown.has(alert.id)) return unread
  return {
    alerts: [alert, ...unread.alerts].slice(0, MAX_UNREAD),
    shown: withShown(unread.shown, alert.id),
  }
}

/** Removes an alert from the unread ones; it is not shown again. */
export function markRead(unread: Unread, id: string): Unread {
  return {
    alerts: unread.alerts.filter((alert) => alert.id !== id),
    shown: withShown(unread.shown, id),
  }
}

/** Returns the unread alerts raised since this tab was opened. An alert whose page is open counts as read. */
function useUnreadAlerts() {
  const [unread, setUnread] = useState(NOTHING_UNREAD)
  const { pathname } = useLocation()
  const opened = pathname.startsWith('/geofence-alert/') ? decodeURIComponent(pathname.slice(16)) : undefined
  useLiveEvents((events) => setUnread((known) => events.reduce(applyEvent, known)))
  useEffect(() => {
    if (opened !== undefined) setUnread((known) => markRead(known, opened))
  }, [opened])
  return {
    alerts: unread.alerts,
    read: (id: string) => setUnread((known) => markRead(known, id)),
    readAll: () => setUnread((known) => ({ ...known, alerts: [] })),
  }
}

/** Minimum interval between announcements, in milliseconds. Alerts in between are combined in one sentence. */
export const ANNOUNCE_EVERY_MS = 10_000

const announcementText = (alerts: readonly GeofenceAlert[]): string => {
  const [newest] = alerts
  if (!newest) return ''
  const alert = alertSummary(newest)
  return alerts.length === 1
    ? translate('alert-notices:announcement', { alert })
    : translate('alert-notices:announcementOfMany', { count: alerts.length, alert })
}

/**
 * Returns the text about new alerts for screen readers: the first one immediately, then summaries.
 * @param alerts unread alerts, newest first
 */
export function useAlertAnnouncement(alerts: readonly GeofenceAlert[]): string {
  const [announcement, setAnnouncement] = useState('')
  const announcedIds = useRef<ReadonlySet<string>>(new Set())
  const announcedAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const newAlerts = alerts.filter(({ id }) => !announcedIds.current.has(id))
    if (newAlerts.length === 0) return undefined
    const timer = setTimeout(
      () => {
        announcedAt.current = Date.now()
        // Only ids of unread alerts are kept, so the set does not grow forever.
        announcedIds.current = new Set(alerts.map(({ id }) => id))
        setAnnouncement(announcementText(newAlerts))
      },
      Math.max(0, announcedAt.current + ANNOUNCE_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [alerts])
  return announcement
}

/** Number of alerts shown together; the others are counted. One on pages that need the room to handle alerts. */
const AT_ONCE = 3
const KEY = 'new-alerts'

/**
 * Notice of new alerts until they are read: a band below the page, or on a phone one line above the header. The page
 * reserves room for it. Only for users who may open alerts.
 */
export function AlertToasts() {
  // Listens from the start, because an alert may arrive before the user's permissions are known.
  const unread = useUnreadAlerts()
  return useMayOpen('geofence-alerts') ? <Toasts {...unread} /> : null
}

function Toasts({ alerts, read, readAll }: NoticeOptions) {
  const onList = useLocation().pathname === '/geofence-alerts'
  const phone = usePhone()
  usePhoneNotice({ alerts: phone ? alerts : NO_ALERTS, read, readAll })
  return (
    <>
      {phone || alerts.length === 0 ? null : (
        <div className={styles.dock}>
          <AlertNotice
            alerts={alerts}
            shown={onList ? 1 : AT_ONCE}
            form="dock"
            onOpen={() => undefined}
            onRead={read}
            onReadAll={readAll}
          />
        </div>
      )}
      <div role="status" className="visually-hidden">
        {useAlertAnnouncement(alerts)}
      </div>
    </>
  )
}

const NO_ALERTS: readonly GeofenceAlert[] = []

interface NoticeOptions {
  readonly alerts: readonly GeofenceAlert[]
  readonly read: (id: string) => void
  readonly readAll: () => void
}

/**
 * Keeps antd's notification in step with the unread alerts. Screen readers get a separate, throttled announcement.
 */
function usePhoneNotice({ alerts, read, readAll }: NoticeOptions): void {
  const { notification } = App.useApp()
  const [opened, setOpened] = useState<string>()
  const newest = alerts[0]?.id
  // An opened alert stays in place while others are raised.
  const openedAlert = alerts.find(({ id }) => id === opened)
  useEffect(() => {
    if (newest === undefined) return notification.destroy(KEY)
    notification.open({
      key: KEY,
      placement: 'top',
      duration: false,
      closable: false,
      className: styles.band ?? '',
      role: 'status',
      props: { 'aria-live': 'off' },
      description: (
        <AlertNotice
          alerts={openedAlert ? [openedAlert, ...alerts.filter((alert) => alert !== openedAlert)] : alerts}
          shown={1}
          form={openedAlert ? 'band' : 'line'}
          onOpen={() => setOpened(newest)}
          onRead={read}
          onReadAll={readAll}
        />
      ),
    })
  })
  useEffect(() => () => notification.destroy(KEY), [notification])
}
