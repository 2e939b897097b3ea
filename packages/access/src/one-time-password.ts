import { DEFAULT_ONE_TIME_HOURS } from '@wardtrack/contracts'
import { type Database, settingId, type UserDoc } from '@wardtrack/database'

const HOUR_MS = 3_600_000
/** Id of the Security setting for the lifetime of one-time passwords. */
const ONE_TIME_PASSWORD_SETTING = settingId('Security', 'OneTimePassword')

/** Returns the time at which a one-time password that is set now expires. @param now milliseconds */
export async function oneTimePasswordEnd(db: Database, now: number): Promise<Date> {
  const saved = await db.models.settings.findOne({ _id: ONE_TIME_PASSWORD_SETTING })
  const { hours = DEFAULT_ONE_TIME_HOURS } = (saved?.Fields ?? {}) as { hours?: number }
  return new Date(now + hours * HOUR_MS)
}

/**
 * Returns true if an account has an expired one-time password. Passwords without an end stay valid. Earlier versions
 * set such passwords, and the first account gets one.
 * @param now milliseconds
 */
export const isPasswordExpired = (
  { mustChangePassword, passwordExpiresAt }: Pick<UserDoc, 'mustChangePassword' | 'passwordExpiresAt'>,
  now: number,
): boolean =>
  mustChangePassword === true && passwordExpiresAt !== undefined && passwordExpiresAt.getTime() <= now
