import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLiveEvents } from '../../lib/live/index.ts'

/** Maximum number of unread alerts kept; the list has them all. */
const MAX_UNREAD = 200
/** Number of ids remembered, more than alerts, for events that are resent after a loss. */
const MAX_SHOWN_IDS = 1_000

/** Alerts raised while the page was open that nobody has read or acknowledged, newest first. */
export interface Unread {
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
export function useUnreadAlerts() {
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
