import type { GeofenceAlert } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { span } from '../../ui/age.ts'

/** Entry of an alert's timeline. */
export interface TimelineStep {
  readonly kind: 'crossed' | 'waited' | 'raised' | 'acknowledged' | 'resolved'
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly note?: string | undefined
}

const MINUTE_MS = 60_000

/** Returns the minutes that the alert's geofence waited before the alert. */
export const waitOf = ({ kind, LinkedGeofence }: GeofenceAlert): number =>
  kind === 'Entry' ? LinkedGeofence.EntryTriggerWaitTime : LinkedGeofence.ExitTriggerWaitTime

/** Formats the trigger of the geofence: `Exit after 5 min`, `Entry, immediate`. */
export function triggerText(alert: GeofenceAlert): string {
  const wait = waitOf(alert)
  return wait === 0
    ? translate(`alerts:trigger.${alert.kind}.atOnce`)
    : translate(`alerts:trigger.${alert.kind}.after`, { span: span(wait * MINUTE_MS) })
}

/** Returns the timeline, newest first. The alert's time is the time of the crossing plus the geofence's wait. */
export function alertTimeline(alert: GeofenceAlert): TimelineStep[] {
  const wait = waitOf(alert)
  const crossedAt = new Date(Date.parse(alert.eventTime) - wait * MINUTE_MS).toISOString()
  const lines: TimelineStep[] = [
    { kind: 'crossed', text: translate(`alerts:timeline.${alert.kind}.crossed`), at: crossedAt },
  ]
  if (wait > 0)
    lines.push({
      kind: 'waited',
      text: translate(`alerts:timeline.${alert.kind}.waited`, { span: span(wait * MINUTE_MS) }),
      at: alert.eventTime,
    })
  lines.push({ kind: 'raised', text: translate('alerts:timeline.raised'), at: alert.createdAt })
  for (const kind of ['acknowledged', 'resolved'] as const) {
    const step = alert[kind]
    if (!step) continue
    const text = translate('alerts:statusBy', { status: translate(`alerts:status.${kind}`), name: step.by })
    lines.push({ kind, text, at: step.at, note: step.note })
  }
  return lines.toReversed()
}
