import { holdsAny, routesOf, type ServiceParts } from '@wardtrack/access'
import { PAGE_SETS } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import type { Audience } from './live-event.ts'

/** What a stream's session may hear of. */
export type StreamRights = {
  configured: boolean
  allowedRoutes: string[]
  patientDataAccess: boolean
  assets: boolean
  alerts: boolean
}

/** Rights from what a request was admitted with. */
export function rightsFrom(of: Omit<StreamRights, 'assets' | 'alerts'>): StreamRights {
  const { configured, allowedRoutes, patientDataAccess } = of
  const assets = holdsAny(allowedRoutes, PAGE_SETS.ASSETS)
  const alerts = holdsAny(allowedRoutes, [...PAGE_SETS.ALERT, ...PAGE_SETS.DASH])
  return { configured, allowedRoutes, patientDataAccess, assets, alerts }
}

/** Rights of a user as they stand now; undefined when the account may not be used any more. */
export async function readRights(
  { db, access }: ServiceParts,
  userId: string,
): Promise<StreamRights | undefined> {
  const user = await db.users.findOne({ _id: new Types.ObjectId(userId) })
  if (!user || user.locked) return undefined
  const [configured, routes] = await Promise.all([access.configured.read(), routesOf(db, user)])
  const allowedRoutes = configured ? routes : ['/privilege-settings']
  return rightsFrom({ configured, allowedRoutes, patientDataAccess: user.patientDataAccess })
}

/** Whether an event is for a session. An unconfigured system tells nobody about anything but their own access. */
export function mayReceive(rights: StreamRights, audience: Audience): boolean {
  if (!rights.configured) return false
  const { assets, alerts, patientDataAccess } = rights
  if (audience === 'all') return true
  if (audience === 'alerts') return alerts && !patientDataAccess
  if (audience === 'alertsOfPatients') return alerts && patientDataAccess
  return assets && (audience === 'assets' || patientDataAccess)
}
