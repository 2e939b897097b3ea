import type { GeofenceAlert } from '@wardtrack/contracts'
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import { alertSummary } from './alert-summary.ts'

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
