import { editDocument, holdsAny, routesOf, type ServiceParts, type SessionActor } from '@wardtrack/access'
import type { Privilege } from '@wardtrack/contracts'
import { atRevision, type PrivilegeDoc, revisionOf } from '@wardtrack/database'
import { conflict, notFound } from '@wardtrack/service-kit'
import { findAccount } from '../session/index.ts'
import { distinct, publishChange, toPrivilege } from './privileges.service.ts'
import { countHolders, listHolders, privilegeId, removeFromUsers } from './privileges.store.ts'

/** Routes of a privilege after a change, and the caller's own for the client's cache. */
export type ChangedRoutes = {
  id: string
  revision: string
  allowedRoutes: string[]
  sessionRoutes: string[]
}

/**
 * Adds pages to a privilege, or removes them.
 * @throws ApiError 404 for an unknown privilege, 409 when another revision is stored
 */
export async function changeRoutes(
  parts: ServiceParts,
  actor: SessionActor,
  change: {
    privilegeName: string
    add?: readonly string[]
    remove?: readonly string[]
    revision?: string | undefined
  },
): Promise<ChangedRoutes> {
  const filter = { nameKey: change.privilegeName.toLowerCase() }
  const update = change.add
    ? { $addToSet: { routes: { $each: [...change.add] } } }
    : { $pullAll: { routes: [...(change.remove ?? [])] } }
  const { revision } = change
  const changed = await editDocument<PrivilegeDoc>(parts.db.models.privileges, { filter, update, revision })
  publishChange(parts, { privilegeName: changed.privilegeName })
  return {
    id: changed._id.toHexString(),
    revision: revisionOf(changed),
    allowedRoutes: distinct(changed.routes),
    sessionRoutes: await routesOfCaller(parts, actor),
  }
}

/**
 * Changes the description and the pages of a privilege; missing members stay.
 * @throws ApiError 404, 409 when another revision is stored
 */
export async function changePrivilege(
  parts: ServiceParts,
  id: string,
  change: {
    description?: string | undefined
    routes?: readonly string[] | undefined
    revision?: string | undefined
  },
): Promise<Privilege> {
  const { description, routes, revision } = change
  const update = {
    $set: {
      ...(description === undefined ? {} : { description }),
      ...(routes === undefined ? {} : { routes: distinct(routes) }),
    },
  }
  const filter = { _id: privilegeId(id) }
  const changed = await editDocument<PrivilegeDoc>(parts.db.models.privileges, { filter, update, revision })
  publishChange(parts, { privilegeName: changed.privilegeName })
  return toPrivilege(changed)
}

/**
 * Deletes a privilege and removes it from its holders.
 * @returns the number of its holders
 * @throws ApiError 404, 409 when another revision is stored
 */
export async function deletePrivilege(parts: ServiceParts, id: string, revision?: string): Promise<number> {
  const { privileges } = parts.db.models
  const filter = { _id: privilegeId(id) }
  const found = await privileges.findOne(filter)
  if (!found) throw notFound()
  const { privilegeName } = found
  const holders = await countHolders(parts, privilegeName)
  const { deletedCount } = await privileges.deleteOne({ ...filter, ...atRevision(revision) })
  if (deletedCount === 0) throw (await privileges.findOne(filter)) ? conflict() : notFound()
  await removeFromUsers(parts, [privilegeName])
  publishChange(parts, { privilegeName })
  return holders
}

/** Reads the holders of a privilege, with names for callers who may see users. @throws ApiError 404 */
export async function readHolders(parts: ServiceParts, actor: SessionActor, id: string) {
  const found = await parts.db.models.privileges.findOne({ _id: privilegeId(id) })
  if (!found) throw notFound()
  const count = await countHolders(parts, found.privilegeName)
  if (!holdsAny(actor.allowedRoutes, ['admin-config'])) return { count }
  return { count, data: await listHolders(parts, found.privilegeName) }
}

async function routesOfCaller({ db, access }: ServiceParts, actor: SessionActor): Promise<string[]> {
  if (!(await access.configured.read())) return ['/privilege-settings']
  return routesOf(db, await findAccount(db, actor))
}
