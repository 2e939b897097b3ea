import type { ServiceParts } from '@wardtrack/access'
import { EVERYBODY, privilegeRecipient, Types, trusted, userRecipient } from '@wardtrack/database'
import type { FiredEntry } from './fired-entry.ts'

/** Keys of those who are told by a notification rule, by the rule's id; a rule that is gone is not there. */
export type RuleAudiences = ReadonlyMap<string, readonly string[]>

/** The audiences of the rules that fired. */
export async function readAudiences(
  db: ServiceParts['db'],
  entries: readonly FiredEntry[],
): Promise<RuleAudiences> {
  const ids = new Set(entries.flatMap(({ pending }) => (pending.kind === 'rule' ? [pending.rule] : [])))
  if (ids.size === 0) return new Map()
  const rules = await db.models.notificationRules.find({
    _id: trusted({ $in: [...ids].map((id) => new Types.ObjectId(id)) }),
  })
  return new Map(
    rules.map(({ _id, Audience: { privileges, users } }) => {
      const keys = [...privileges.map(privilegeRecipient), ...users.map(userRecipient)]
      return [_id.toHexString(), keys.length > 0 ? keys : [EVERYBODY]]
    }),
  )
}
