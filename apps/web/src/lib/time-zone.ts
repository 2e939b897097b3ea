/**
 * The time zone of this device by its name in the IANA database; undefined where the device knows none, or only how far
 * its clock is from UTC.
 */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' || timeZone.includes('/') ? timeZone : undefined
}

/** Names of the zones that the browser knows; old ones name none but their own. @param chosen is always among them */
export function knownTimeZones(chosen: string): string[] {
  const { supportedValuesOf } = Intl as { supportedValuesOf?: (key: 'timeZone') => string[] }
  return [...new Set([chosen, 'UTC', ...(supportedValuesOf?.('timeZone') ?? [])])]
}
