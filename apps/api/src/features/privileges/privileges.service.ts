import { routesOf, type ServiceParts, type SessionActor } from '@wardtrack/access'
import { messages, type Privilege } from '@wardtrack/contracts'
import { type BusTopics, isDuplicateKey, type PrivilegeDoc, Types } from '@wardtrack/database'
import { duplicate, notFound, unauthenticated } from '@wardtrack/service-kit'

const FIRST_PRIVILEGE_ID = 'first-privilege'

/** A privilege as answers carry it; the stored list goes by both names the specification uses. */
export const toPrivilege = (doc: PrivilegeDoc): Privilege => ({
  _id: doc._id.toHexString(),
  privilegeName: doc.privilegeName,
  description: doc.description,
  routes: doc.routes,
  apis: doc.apis,
  allowedPagesRoute: doc.routes,
})

/** Every privilege by name. */
export async function listPrivileges({ db }: ServiceParts): Promise<Privilege[]> {
  const found = await db.models.privileges.find({}).sort({ privilegeName: 1 })
  return found.map(toPrivilege)
}

/**
 * Adds a privilege. The first of a system goes to the account that adds it: there is nobody else who could
 * give it.
 * @throws ApiError `duplicate` when the name is taken, without regard to case
 */
export async function addPrivilege(
  parts: ServiceParts,
  actor: SessionActor,
  given: { privilegeName: string; description: string; routes: string[]; apis: string[] },
): Promise<Privilege> {
  const { db, access } = parts
  const isUnconfigured = (await db.models.privileges.findOne({})) === null
  const doc: PrivilegeDoc = {
    _id: new Types.ObjectId(),
    privilegeName: given.privilegeName,
    nameKey: given.privilegeName.toLowerCase(),
    description: given.description,
    routes: distinct(given.routes),
    apis: distinct(given.apis),
  }
  await db.models.privileges.create(doc).catch((error: unknown) => {
    throw isDuplicateKey(error) ? duplicate(messages.privilegeExists) : error
  })
  if (isUnconfigured && (await isFirst(parts)))
    await db.models.users.updateOne(
      { _id: new Types.ObjectId(actor.userId) },
      { $addToSet: { privileges: doc.privilegeName } },
    )
  await access.configured.mark()
  // The first privilege configures the system, which gives every user other rights.
  publishChange(parts, isUnconfigured ? {} : { privilegeName: doc.privilegeName })
  return toPrivilege(doc)
}

const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** Of two that add a first privilege at once, one is the first. */
async function isFirst({ db }: ServiceParts): Promise<boolean> {
  try {
    await db.models.system.create({ _id: FIRST_PRIVILEGE_ID, value: true })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Routes of a privilege after a change, and the caller's own, for the client's kept list. */
export type ChangedRoutes = { allowedRoutes: string[]; sessionRoutes: string[] }

/**
 * Adds pages to a privilege, or takes them away.
 * @throws ApiError 404 when there is no such privilege
 */
export async function changeRoutes(
  parts: ServiceParts,
  actor: SessionActor,
  change: { privilegeName: string; add?: readonly string[]; remove?: readonly string[] },
): Promise<ChangedRoutes> {
  const { db } = parts
  const filter = { nameKey: change.privilegeName.toLowerCase() }
  const update = change.add
    ? { $addToSet: { routes: { $each: [...change.add] } } }
    : { $pullAll: { routes: [...(change.remove ?? [])] } }
  const found = await db.models.privileges.findOneAndUpdate(filter, update)
  if (!found) throw notFound()
  publishChange(parts, { privilegeName: found.privilegeName })
  return { allowedRoutes: distinct(found.routes), sessionRoutes: await ownRoutes(parts, actor) }
}

async function ownRoutes({ db, access }: ServiceParts, actor: SessionActor): Promise<string[]> {
  if (!(await access.configured.read())) return ['/privilege-settings']
  const user = await db.models.users.findOne({ _id: new Types.ObjectId(actor.userId) })
  if (!user) throw unauthenticated()
  return routesOf(db, user)
}

function publishChange({ bus }: ServiceParts, concerned: BusTopics['access.changed']): void {
  bus.publish('config.changed', { what: 'privileges' })
  bus.publish('access.changed', concerned)
}
