import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLiveEvents } from '../../lib/live/index.ts'

/** More than this many unread ones are not kept: the list has them all. */
const MAX_UNREAD = 200
/** Ids are remembered longer than their alerts, for events that are sent again after a loss. */
const MAX_SHOWN_IDS = 1_000

/** Alerts that were raised while somebody watched and that nobody has read or taken on, newest first. */
export interface Unread {
  readonly alerts: readonly GeofenceAlert[]
  /** Ids that were shown once: an event that is sent again after a loss must not raise its alert again. */
  readonly shown: ReadonlySet<string>
}

/** Adds an id to those that were shown; the oldest ones are forgotten. */
const withShown = (shown: ReadonlySet<string>, id: string): ReadonlySet<string> =>
  shown.has(id) ? shown : new Set([...[...shown].slice(1 - MAX_SHOWN_IDS), id])

/** Nothing was raised yet. */
export const NOTHING_UNREAD: Unread = { alerts: [], shown: new Set() }

/** Takes a live event in: a new alert is added once, one that somebody took on needs no reading any more. */
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

/** Takes an alert off what is unread; it is not raised again. */
export function markRead(unread: Unread, id: string): Unread {
  return {
    alerts: unread.alerts.filter((alert) => alert.id !== id),
    shown: withShown(unread.shown, id),
  }
}

/** What was raised since this tab was opened and is unread. An alert whose own page is open counts as read. */
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
