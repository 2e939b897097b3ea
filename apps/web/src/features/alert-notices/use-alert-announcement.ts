import type { GeofenceAlert } from '@wardtrack/contracts'
import { useEffect, useRef, useState } from 'react'
import { translate } from '../../lib/i18n/i18n.ts'
import { alertSummary } from './alert-summary.ts'

/** New alerts are read out at most this often, those that came meanwhile in one sentence. Milliseconds. */
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
 * What a screen reader is told of new alerts: the first one at once, then a summary of what came meanwhile.
 * @param alerts the unread ones, newest first
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
        // Only the unread ones are kept: the list does not grow for ever.
        announcedIds.current = new Set(alerts.map(({ id }) => id))
        setAnnouncement(announcementText(newAlerts))
      },
      Math.max(0, announcedAt.current + ANNOUNCE_EVERY_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [alerts])
  return announcement
}
