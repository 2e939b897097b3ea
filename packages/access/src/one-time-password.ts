import { DEFAULT_ONE_TIME_HOURS } from '@wardtrack/contracts'
import { type Database, settingId, type UserDoc } from '@wardtrack/database'

const HOUR_MS = 3_600_000
/** Id of the Security setting that says how long one-time passwords are good. */
const ONE_TIME_PASSWORD_SETTING = settingId('Security', 'OneTimePassword')

/** Until when a one-time password that is set now opens a session. @param now milliseconds */
export async function oneTimePasswordEnd(db: Database, now: number): Promise<Date> {
  const saved = await db.models.settings.findOne({ _id: ONE_TIME_PASSWORD_SETTING })
  const { hours = DEFAULT_ONE_TIME_HOURS } = (saved?.Fields ?? {}) as { hours?: number }
  return new Date(now + hours * HOUR_MS)
}

/**
 * Whether an account has a one-time password whose time is over. Those without an end, which were set by an earlier version
 * or made up for the first account, stay good.
 * @param now milliseconds
 */
export const isPasswordExpired = (
  { mustChangePassword, passwordExpiresAt }: Pick<UserDoc, 'mustChangePassword' | 'passwordExpiresAt'>,
  now: number,
): boolean =>
  mustChangePassword === true && passwordExpiresAt !== undefined && passwordExpiresAt.getTime() <= now
