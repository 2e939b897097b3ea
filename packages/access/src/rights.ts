import { pageAllows } from '@wardtrack/contracts'
import type { Database, UserDoc } from '@wardtrack/database'
import { trusted } from '@wardtrack/database'

/** Pages that the first account always has, so that nobody can lock everyone out of the settings. */
const FIRST_ACCOUNT_ROUTES = ['/privilege-settings', '/admin-config']
const CONFIGURED = 'configured'

type PrivilegeHolder = Pick<UserDoc, 'privileges' | 'builtIn'>

/** Returns the routes of a user: the union of the privileges' routes, sorted and distinct. */
export async function routesOf(db: Database, user: PrivilegeHolder): Promise<string[]> {
  return (await routesByUser(db, [user])).get(user) ?? []
}

/** Returns the routes of several users, by user, with one read of the store. */
export async function routesByUser<U extends PrivilegeHolder>(
  db: Database,
  users: readonly U[],
): Promise<Map<U, string[]>> {
  const names = [...new Set(users.flatMap((user) => user.privileges))]
  const heldPrivileges =
    names.length === 0 ? [] : await db.models.privileges.find({ privilegeName: trusted({ $in: names }) })
  const routesOfPrivilege = new Map(
    heldPrivileges.map(({ privilegeName, routes }) => [privilegeName, routes]),
  )
  return new Map(
    users.map((user) => {
      const routes = user.privileges.flatMap((name) => routesOfPrivilege.get(name) ?? [])
      return [user, [...new Set([...routes, ...(user.builtIn ? FIRST_ACCOUNT_ROUTES : [])])].sort()]
    }),
  )
}

/** Returns true if any of the pages is among the allowed routes. */
export const holdsAny = (allowedRoutes: readonly string[], pages: readonly string[]): boolean =>
  pages.some((page) => pageAllows(allowedRoutes, page))

/** Tells whether the system was ever configured; this never changes back. */
export type Configured = {
  read(): Promise<boolean>
  /** called when a custom tag was added or a privilege created */
  mark(): Promise<void>
}

/** Creates the reader. A true result is cached, because it never becomes false. */
export function createConfigured(db: Database): Configured {
  let known = false
  return {
    read: async () => {
      known ||=
        (await db.models.system.findOne({ _id: CONFIGURED })) !== null ||
        (await db.models.privileges.findOne({})) !== null
      return known
    },
    mark: async () => {
      await db.models.system.updateOne({ _id: CONFIGURED }, { $set: { value: true } }, { upsert: true })
      known = true
    },
  }
}
