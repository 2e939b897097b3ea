import type { SessionActor } from '@wardtrack/access'
import { isAdministrator, mayGiveRoutes, messages, type User } from '@wardtrack/contracts'
import type { UserDoc } from '@wardtrack/database'
import { forbidden } from '@wardtrack/service-kit'

/** Limits of a caller on an account that holds more than the caller does. */
export type AccountLimit = NonNullable<User['limit']>

/**
 * Compares an account with its caller. The administrator lacks no page, and without the patient-data flag keeps away from
 * the credentials of those who have it. Everybody else leaves an account alone that holds a page or the flag more.
 * @param routes routes that the account's privileges open
 */
export function accountLimit(
  actor: SessionActor,
  user: UserDoc,
  routes: readonly string[],
): AccountLimit | undefined {
  if (user._id.toHexString() === actor.userId) return undefined
  const missing: AccountLimit['missing'] = []
  if (!mayGiveRoutes(actor.allowedRoutes, routes)) missing.push('pages')
  if (user.patientDataAccess && !actor.patientDataAccess) missing.push('patient-data')
  if (missing.length === 0) return undefined
  return { scope: isAdministrator(actor.allowedRoutes) ? 'credentials' : 'everything', missing }
}

/** @param isCredential true for a change that opens the account to the caller @throws ApiError 403 when it is limited */
export function checkLimit(limit: AccountLimit | undefined, isCredential: boolean): void {
  if (limit && (limit.scope === 'everything' || isCredential)) throw forbidden(messages.accountHoldsMore)
}
