import { holdsAny, routesByUser, type ServiceParts } from '@wardtrack/access'
import { PAGE_SETS } from '@wardtrack/contracts'
import { Types, trusted } from '@wardtrack/database'
import type { AudienceRights } from '@wardtrack/patient-rule'

/** Rights of a stream's session. */
export type StreamRights = AudienceRights & {
  allowedRoutes: string[]
  /** names of the user's privileges */
  privileges: readonly string[]
  username: string
}

/** Adds the rights that follow from the allowed routes. */
export function rightsFrom(access: Omit<StreamRights, 'assets' | 'alerts' | 'notifications'>): StreamRights {
  const { allowedRoutes } = access
  const assets = holdsAny(allowedRoutes, PAGE_SETS.ASSETS)
  const alerts = holdsAny(allowedRoutes, [...PAGE_SETS.ALERT, ...PAGE_SETS.DASHBOARD])
  const notifications = assets || holdsAny(allowedRoutes, PAGE_SETS.NOTIFICATION_RULES)
  return { ...access, assets, alerts, notifications }
}

/** Reads the current rights of users, by user id; disabled, locked and expired accounts have none. */
export async function readRights(
  { db, access }: Pick<ServiceParts, 'db' | 'access'>,
  userIds: readonly string[],
): Promise<Map<string, StreamRights>> {
  const ids = userIds.map((id) => new Types.ObjectId(id))
  const users = await db.models.users.find({ _id: trusted({ $in: ids }), locked: trusted({ $ne: true }) })
  const steps = await Promise.all(users.map((user) => access.setup.stepOf(user)))
  const usable = users.filter((_, index) => steps[index] === undefined)
  const [configured, routes] = await Promise.all([access.configured.read(), routesByUser(db, usable)])
  return new Map(
    usable.map((user) => {
      const { patientDataAccess, privileges, username } = user
      const allowedRoutes = configured ? (routes.get(user) ?? []) : ['/privilege-settings']
      return [
        user._id.toHexString(),
        rightsFrom({ configured, allowedRoutes, patientDataAccess, privileges, username }),
      ]
    }),
  )
}
