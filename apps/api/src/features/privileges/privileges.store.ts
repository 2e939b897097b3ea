import type { ServiceParts } from '@wardtrack/access'
import { nextRevision, readObjectId, type Types, trusted } from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'

type Store = Pick<ServiceParts, 'db'>

/** Maximum number of names in a response; the total is always exact. */
const MAX_NAMES = 200

/** Converts an id in an address to an `_id`. @throws ApiError 404 for an invalid id */
export function privilegeId(id: string): Types.ObjectId {
  const _id = readObjectId(id)
  if (!_id) throw notFound()
  return _id
}

/** Counts the holders of a privilege. */
export const countHolders = ({ db }: Store, privilegeName: string): Promise<number> =>
  db.models.users.countDocuments({ privileges: privilegeName })

/** Lists the first holders of a privilege, by name. */
export async function listHolders({ db }: Store, privilegeName: string) {
  const holders = await db.models.users
    .find({ privileges: privilegeName })
    .select({ username: 1, displayName: 1 })
    .sort({ usernameKey: 1 })
    .limit(MAX_NAMES)
  return holders.map(({ username, displayName }) => ({ username, displayName }))
}

/**
 * Removes privileges from all holders: a name left with a user would apply again with the next privilege of that
 * name.
 */
export async function removeFromUsers({ db }: Store, privilegeNames: readonly string[]): Promise<void> {
  const names = [...privilegeNames]
  await db.models.users.updateMany(
    { privileges: trusted({ $in: names }) },
    { $pullAll: { privileges: names }, $set: { revision: nextRevision() } },
  )
}
