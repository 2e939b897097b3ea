/**
 * Returns the IANA name of this device's time zone; undefined if the device knows none, or only an offset from UTC.
 */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' || timeZone.includes('/') ? timeZone : undefined
}

/**
 * Returns the time zones that the browser knows; old browsers list only their own.
 * @param chosen zone that is always included
 */
export function knownTimeZones(chosen: string): string[] {
  const { supportedValuesOf } = Intl as { supportedValuesOf?: (key: 'timeZone') => string[] }
  return [...new Set([chosen, 'UTC', ...(supportedValuesOf?.('timeZone') ?? [])])]
}
