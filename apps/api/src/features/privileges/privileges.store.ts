import type { ServiceParts } from '@wardtrack/access'
import { nextRevision, readObjectId, type Types, trusted } from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'

type Store = Pick<ServiceParts, 'db'>

/** People whose names are answered; how many there are it always says. */
const MAX_NAMES = 200

/** The `_id` behind an id of an address. @throws ApiError 404 when it can be none */
export function privilegeId(id: string): Types.ObjectId {
  const _id = readObjectId(id)
  if (!_id) throw notFound()
  return _id
}

/** How many people hold a privilege. */
export const countHolders = ({ db }: Store, privilegeName: string): Promise<number> =>
  db.models.users.countDocuments({ privileges: privilegeName })

/** The first of the people who hold a privilege, by name. */
export async function listHolders({ db }: Store, privilegeName: string) {
  const holders = await db.models.users
    .find({ privileges: privilegeName })
    .select({ username: 1, displayName: 1 })
    .sort({ usernameKey: 1 })
    .limit(MAX_NAMES)
  return holders.map(({ username, displayName }) => ({ username, displayName }))
}

/**
 * Takes a privilege from everybody who holds it: a name left with a user would be granted again by the next privilege of
 * that name.
 */
export async function takeFromHolders({ db }: Store, privilegeNames: readonly string[]): Promise<void> {
  const names = [...privilegeNames]
  await db.models.users.updateMany(
    { privileges: trusted({ $in: names }) },
    { $pullAll: { privileges: names }, $set: { revision: nextRevision() } },
  )
}
