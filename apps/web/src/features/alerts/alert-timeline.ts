import type { GeofenceAlert } from '@wardtrack/contracts'
import { span } from '../../ui/age.ts'

/** One line of an alert's time line. */
export interface CourseLine {
  readonly kind: 'crossed' | 'waited' | 'raised' | 'acknowledged' | 'resolved'
  readonly text: string
  /** ISO 8601 */
  readonly at: string
  readonly note?: string | undefined
}

const MINUTE_MS = 60_000

/** Minutes that the alert's fence waited for. */
export const waitOf = ({ kind, LinkedGeofence }: GeofenceAlert): number =>
  kind === 'Entry' ? LinkedGeofence.EntryTriggerWaitTime : LinkedGeofence.ExitTriggerWaitTime

/** The fence's trigger in words: `Exit after 5 min`, `Entry at once`. */
export function triggerText(alert: GeofenceAlert): string {
  const wait = waitOf(alert)
  return wait === 0 ? `${alert.kind} at once` : `${alert.kind} after ${span(wait * MINUTE_MS)}`
}

/** What happened, newest first. The alert's time is that of the crossing plus the fence's wait. */
export function alertTimeline(alert: GeofenceAlert): CourseLine[] {
  const wait = waitOf(alert)
  const entered = alert.kind === 'Entry'
  const crossedAt = new Date(Date.parse(alert.eventTime) - wait * MINUTE_MS).toISOString()
  const lines: CourseLine[] = [
    { kind: 'crossed', text: entered ? 'Entered the geofence' : 'Left the geofence', at: crossedAt },
  ]
  if (wait > 0)
    lines.push({
      kind: 'waited',
      text: `${entered ? 'Inside' : 'Outside'} for ${span(wait * MINUTE_MS)}`,
      at: alert.eventTime,
    })
  lines.push({ kind: 'raised', text: 'Alert raised', at: alert.createdAt })
  for (const kind of ['acknowledged', 'resolved'] as const) {
    const step = alert[kind]
    if (!step) continue
    const text = `${kind === 'resolved' ? 'Resolved' : 'Acknowledged'} by ${step.by}`
    lines.push({ kind, text, at: step.at, note: step.note })
  }
  return lines.toReversed()
}
