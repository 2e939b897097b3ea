import type { STATE_FIELDS } from '@wardtrack/contracts'

/** Value of each shown state in one event, as an option code; null for a state that the event does not report. */
export type ReportedState = Record<(typeof STATE_FIELDS)[number], string | null>

/** Reads the shown states from the fields of an event. */
export function stateOf(fields: Readonly<Record<string, unknown>>): ReportedState {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
  const memberOf = (name: string, member: string): unknown =>
    (fields[name] as Record<string, unknown> | undefined)?.[member]
  return {
    WifiStrength: text(memberOf('WifiStrength', 'Strength')),
    DeviceStatus: text(fields['DeviceStatus']),
    BatteryLevel: text(memberOf('BatteryLevel', 'Level')),
    InfusionStatus: text(fields['InfusionStatus']),
  }
}
