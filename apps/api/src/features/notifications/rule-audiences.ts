import type { ServiceParts } from '@wardtrack/access'
import { pageAllows } from '@wardtrack/contracts'
import {
  EVERYBODY,
  MISSING_REPORTS,
  privilegeRecipient,
  Types,
  trusted,
  userRecipient,
} from '@wardtrack/database'
import type { FiredEntry } from './fired-entry.ts'

/** Recipient keys of notification rules, by rule id; deleted rules are missing. */
export type RuleAudiences = ReadonlyMap<string, readonly string[]>

type Db = ServiceParts['db']

/** Page of the users who maintain the equipment register. */
const REGISTER_PAGE = 'assetlist'

/** Reads the audiences of the rules that fired, and of missing reports. */
export async function readAudiences(db: Db, entries: readonly FiredEntry[]): Promise<RuleAudiences> {
  const audiences = new Map<string, readonly string[]>()
  const ids = new Set(entries.flatMap(({ pending }) => (pending.kind === 'rule' ? [pending.rule] : [])))
  if (ids.size > 0) {
    const rules = await db.models.notificationRules.find({
      _id: trusted({ $in: [...ids].map((id) => new Types.ObjectId(id)) }),
    })
    for (const { _id, Audience } of rules) {
      const keys = [...Audience.privileges.map(privilegeRecipient), ...Audience.users.map(userRecipient)]
      audiences.set(_id.toHexString(), keys.length > 0 ? keys : [EVERYBODY])
    }
  }
  if (entries.some(({ pending }) => pending.kind === 'missing-report'))
    audiences.set(MISSING_REPORTS, await readRegisterKeepers(db))
  return audiences
}

/**
 * Returns the holders of a privilege for the register, or all users when there is no such privilege, so that a report
 * reaches someone.
 */
async function readRegisterKeepers(db: Db): Promise<readonly string[]> {
  const privileges = await db.models.privileges.find({}).select({ privilegeName: 1, routes: 1 })
  const keys = privileges
    .filter(({ routes }) => pageAllows(routes, REGISTER_PAGE))
    .map(({ privilegeName }) => privilegeRecipient(privilegeName))
  return keys.length > 0 ? keys : [EVERYBODY]
}
