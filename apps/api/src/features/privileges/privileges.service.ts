import type { ServiceParts, SessionActor } from '@wardtrack/access'
import { messages, type Privilege } from '@wardtrack/contracts'
import {
  type BusTopics,
  isDuplicateKey,
  nextRevision,
  type PrivilegeDoc,
  revisionOf,
  Types,
} from '@wardtrack/database'
import { duplicate } from '@wardtrack/service-kit'
import { countHolders, takeFromHolders } from './privileges.store.ts'

const FIRST_PRIVILEGE_ID = 'first-privilege'

/** A privilege as answers carry it; the stored list goes by both names the specification uses. */
export const toPrivilege = (doc: PrivilegeDoc): Privilege => ({
  _id: doc._id.toHexString(),
  privilegeName: doc.privilegeName,
  description: doc.description,
  routes: doc.routes,
  apis: doc.apis,
  allowedPagesRoute: doc.routes,
  revision: revisionOf(doc),
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
  privilege: { privilegeName: string; description: string; routes: string[]; apis: string[] },
): Promise<Privilege> {
  const { db, access } = parts
  const isUnconfigured = (await db.models.privileges.findOne({})) === null
  const doc: PrivilegeDoc = {
    _id: new Types.ObjectId(),
    privilegeName: privilege.privilegeName,
    nameKey: privilege.privilegeName.toLowerCase(),
    description: privilege.description,
    routes: distinct(privilege.routes),
    apis: distinct(privilege.apis),
    revision: nextRevision(),
  }
  await takeLeftOver(parts, doc)
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

/** Values without repeats, sorted. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** A name that a crash left with somebody grants nothing now, and must not begin to with a new privilege. */
async function takeLeftOver(parts: ServiceParts, { privilegeName, nameKey }: PrivilegeDoc): Promise<void> {
  if ((await countHolders(parts, privilegeName)) === 0) return
  if (await parts.db.models.privileges.findOne({ nameKey })) return
  await takeFromHolders(parts, [privilegeName])
}

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

/** Tells every process and open session that rights have changed. */
export function publishChange({ bus }: ServiceParts, concerned: BusTopics['access.changed']): void {
  bus.publish('config.changed', { what: 'privileges' })
  bus.publish('access.changed', concerned)
}
