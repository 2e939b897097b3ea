import type { ServiceParts } from '@wardtrack/access'
import type { User } from '@wardtrack/contracts'
import {
  type Database,
  findPage,
  patternContaining,
  readObjectId,
  revisionOf,
  type Types,
  trusted,
  type UserDoc,
  updateAtRevision,
} from '@wardtrack/database'
import { type ApiError, conflict, notFound } from '@wardtrack/service-kit'
import type { AccountLimit } from './account-limit.ts'

/** Query for users; `page` is one-based. */
export type UserQuery = {
  pagesize: number
  page: number
  search?: string | undefined
  asking?: 'true' | 'false' | undefined
}

const ASKING = { passwordRequest: trusted({ $exists: true }) } as const

/** Finds a page of users by username, the number of matches, and the number of password requests. */
export async function findUsers(
  db: Database,
  { pagesize, page, search = '', asking }: UserQuery,
): Promise<{ found: UserDoc[]; count: number; asking: number }> {
  const pattern = patternContaining(search)
  const filter = {
    ...(search === '' ? {} : trusted({ $or: [{ username: pattern }, { displayName: pattern }] })),
    ...(asking === 'true' ? ASKING : {}),
  }
  const [{ docs, count }, waiting] = await Promise.all([
    findPage(db.models.users, filter, { usernameKey: 1 }, { page, pagesize }),
    db.models.users.countDocuments(ASKING),
  ])
  return { found: docs, count, asking: waiting }
}

/** Creates the filter for a user id. @throws ApiError 404 for an invalid id */
export function userFilter(id: string): { _id: Types.ObjectId } {
  const _id = readObjectId(id)
  if (!_id) throw notFound()
  return { _id }
}

/** @throws ApiError 404 */
export async function findUser(db: Database, id: string): Promise<UserDoc> {
  const found = await db.models.users.findOne(userFilter(id))
  if (!found) throw notFound()
  return found
}

/** Creates the filter of an account whose rights are unchanged since they were read and checked. */
export const withSameRights = ({ _id, privileges, patientDataAccess }: UserDoc) => ({
  _id,
  privileges,
  patientDataAccess,
})

/**
 * Creates the error when a write under {@link withSameRights} matched no account: 409, or 404 without such an
 * account.
 */
export async function changedMeanwhile(db: Database, { _id }: UserDoc): Promise<ApiError> {
  return (await db.models.users.findOne({ _id })) ? conflict() : notFound()
}

/**
 * Changes an account whose rights are unchanged since they were read.
 * @throws ApiError 404, 409 when another revision is stored or the rights have changed
 */
export async function editUser(
  db: Database,
  user: UserDoc,
  update: Parameters<typeof updateAtRevision<UserDoc>>[1]['update'],
  revision: string | undefined,
): Promise<UserDoc> {
  const changed = await updateAtRevision(db.models.users, { filter: withSameRights(user), update, revision })
  if (!changed) throw await changedMeanwhile(db, user)
  return changed
}

/** Converts a user for administrators. */
export async function toUser(
  { access }: Pick<ServiceParts, 'access'>,
  doc: UserDoc,
  limit: AccountLimit | undefined,
): Promise<User> {
  const active = doc.secondFactor !== undefined
  return {
    _id: doc._id.toHexString(),
    username: doc.username,
    displayName: doc.displayName,
    email: doc.email ?? '',
    privileges: doc.privileges,
    patientDataAccess: doc.patientDataAccess,
    locked: doc.locked,
    builtIn: doc.builtIn,
    createdAt: doc.createdAt.toISOString(),
    ...(doc.lastLoginAt ? { lastLoginAt: doc.lastLoginAt.toISOString() } : {}),
    ...(doc.lastLoginAddress ? { lastLoginAddress: doc.lastLoginAddress } : {}),
    mustChangePassword: doc.mustChangePassword ?? false,
    ...(doc.passwordExpiresAt ? { passwordExpiresAt: doc.passwordExpiresAt.toISOString() } : {}),
    passwordExpired: access.setup.isPasswordExpired(doc),
    secondFactor: {
      active,
      required: doc.secondFactorRequired ?? false,
      missing: !active && (await access.setup.isSecondFactorRequired(doc)),
    },
    ...(doc.passwordRequest
      ? { passwordRequest: { ...doc.passwordRequest, time: doc.passwordRequest.time.toISOString() } }
      : {}),
    ...(limit ? { limit } : {}),
    revision: revisionOf(doc),
  }
}
