/**
 * The time zone of this device by its name in the IANA database; undefined where the device knows none, or only how far
 * its clock is from UTC.
 */
export function ownTimeZone(): string | undefined {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return timeZone === 'UTC' || timeZone.includes('/') ? timeZone : undefined
}
