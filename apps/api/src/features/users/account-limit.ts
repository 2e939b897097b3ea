import type { SessionActor } from '@wardtrack/access'
import { isAdministrator, mayGiveRoutes, messages, type User } from '@wardtrack/contracts'
import type { UserDoc } from '@wardtrack/database'
import { forbidden } from '@wardtrack/service-kit'

/** Restrictions of a caller on an account with more rights. */
export type AccountLimit = NonNullable<User['limit']>

/**
 * Compares an account with its caller. The administrator has every page but, without the patient-data flag, may not
 * change the credentials of its holders. Other callers may not change an account with a page or the flag that they
 * lack.
 * @param routes pages of the account's privileges
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

/**
 * @param isCredential true for a change that opens the account to the caller @throws ApiError 403 for a restricted
 * account
 */
export function checkLimit(limit: AccountLimit | undefined, isCredential: boolean): void {
  if (limit && (limit.scope === 'everything' || isCredential)) throw forbidden(messages.accountHoldsMore)
}
