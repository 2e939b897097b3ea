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
import { countHolders, removeFromUsers } from './privileges.store.ts'

const FIRST_PRIVILEGE_ID = 'first-privilege'

/** Converts a privilege to its response; its list of pages appears under both names of the specification. */
export const toPrivilege = (doc: PrivilegeDoc): Privilege => ({
  _id: doc._id.toHexString(),
  privilegeName: doc.privilegeName,
  description: doc.description,
  routes: doc.routes,
  apis: doc.apis,
  allowedPagesRoute: doc.routes,
  revision: revisionOf(doc),
})

/** Lists all privileges by name. */
export async function listPrivileges({ db }: ServiceParts): Promise<Privilege[]> {
  const found = await db.models.privileges.find({}).sort({ privilegeName: 1 })
  return found.map(toPrivilege)
}

/**
 * Adds a privilege. The first one of a system goes to the account that adds it, because no other account could grant
 * it.
 * @throws ApiError `duplicate` for a taken name, compared case-insensitively
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
  // The first privilege configures the system, which changes every user's rights.
  publishChange(parts, isUnconfigured ? {} : { privilegeName: doc.privilegeName })
  return toPrivilege(doc)
}

/** Returns the distinct values, sorted. */
export const distinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/**
 * Removes the name from users who kept it after a crash: it grants nothing now, and must not match the new privilege.
 */
async function takeLeftOver(parts: ServiceParts, { privilegeName, nameKey }: PrivilegeDoc): Promise<void> {
  if ((await countHolders(parts, privilegeName)) === 0) return
  if (await parts.db.models.privileges.findOne({ nameKey })) return
  await removeFromUsers(parts, [privilegeName])
}

/** Returns true for only one of two concurrent first privileges. */
async function isFirst({ db }: ServiceParts): Promise<boolean> {
  try {
    await db.models.system.create({ _id: FIRST_PRIVILEGE_ID, value: true })
    return true
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}

/** Publishes a change of rights to every process and open session. */
export function publishChange({ bus }: ServiceParts, concerned: BusTopics['access.changed']): void {
  bus.publish('config.changed', { what: 'privileges' })
  bus.publish('access.changed', concerned)
}
