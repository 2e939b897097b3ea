import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useLiveEvents } from '../../lib/live/index.ts'

/** More than this many unread ones are not kept: the list has them all. */
const KEPT = 200

/** Alerts that were raised while somebody watched and that nobody has read or taken on, newest first. */
export interface Unread {
  readonly alerts: readonly GeofenceAlert[]
  /** Ids that were shown once: an event that is sent again after a loss must not raise its alert again. */
  readonly shown: ReadonlySet<string>
}

/** Nothing was raised yet. */
export const NOTHING_UNREAD: Unread = { alerts: [], shown: new Set() }

/** Takes a live event in: a new alert is added once, one that somebody took on needs no reading any more. */
export function takeEvent(unread: Unread, event: LiveEvent): Unread {
  if (event.event !== 'geofence.alert') return unread
  const alert = event.data
  if (alert.status !== 'open') return markRead(unread, alert.id)
  if (unread.shown.has(alert.id)) return unread
  return {
    alerts: [alert, ...unread.alerts].slice(0, KEPT),
    shown: new Set([...unread.shown, alert.id]),
  }
}

/** Takes an alert off what is unread; it is not raised again. */
export function markRead(unread: Unread, id: string): Unread {
  const shown = unread.shown.has(id) ? unread.shown : new Set([...unread.shown, id])
  return { alerts: unread.alerts.filter((each) => each.id !== id), shown }
}

/** What was raised since this tab was opened and is unread. An alert whose own page is open counts as read. */
export function useUnreadAlerts() {
  const [unread, setUnread] = useState(NOTHING_UNREAD)
  const { pathname } = useLocation()
  const opened = pathname.startsWith('/geofence-alert/') ? decodeURIComponent(pathname.slice(16)) : undefined
  useLiveEvents((events) => setUnread((known) => events.reduce(takeEvent, known)))
  useEffect(() => {
    if (opened !== undefined) setUnread((known) => markRead(known, opened))
  }, [opened])
  return {
    alerts: unread.alerts,
    read: (id: string) => setUnread((known) => markRead(known, id)),
    readAll: () => setUnread((known) => ({ ...known, alerts: [] })),
  }
}
