import type { SessionActor } from '@wardtrack/access'
import { messages } from '@wardtrack/contracts'
import {
  atRevision,
  type Database,
  findPage,
  type NotificationRuleDoc,
  nextRevision,
  type PageRequest,
  revisionOf,
  type StorageLimits,
  Types,
  trusted,
  updateAtRevision,
} from '@wardtrack/database'
import { mayKnowType, PATIENT } from '@wardtrack/patient-rule'
import { ApiError, notFound } from '@wardtrack/service-kit'
import type { CheckedRule } from './check-rule.ts'

/** Members of a rule that control its notifications. */
type RuleTelling = Pick<NotificationRuleDoc, 'Enabled' | 'Audience' | 'MinutesBetween' | 'Mail'> & {
  [K in 'Webhook' | 'QuietHours']?: NonNullable<NotificationRuleDoc[K]> | null
}

/** Finds the rules visible to the actor, newest first. */
export const findRules = (
  db: Database,
  actor: SessionActor,
  page: PageRequest,
): Promise<{ docs: NotificationRuleDoc[]; count: number }> =>
  findPage(
    db.models.notificationRules,
    actor.patientDataAccess ? {} : { NotificationAssetType: trusted({ $ne: PATIENT }) },
    { createdAt: -1, _id: -1 },
    page,
  )

/** Finds a rule by id, if visible to the actor. @throws ApiError 404 */
export async function findVisibleRule(
  db: Database,
  actor: SessionActor,
  id: string,
): Promise<NotificationRuleDoc> {
  const rule = Types.ObjectId.isValid(id)
    ? await db.models.notificationRules.findOne({ _id: new Types.ObjectId(id) })
    : null
  if (!rule || !mayKnowType(actor, rule.NotificationAssetType)) throw notFound()
  return rule
}

/** @throws ApiError 409 when the maximum number of rules of both kinds is reached */
export async function checkRuleRoom(db: Database, { rules }: Pick<StorageLimits, 'rules'>): Promise<void> {
  const [notificationRules, assetRules] = await Promise.all([
    db.models.notificationRules.countDocuments({}),
    db.models.assetRules.countDocuments({}),
  ])
  if (notificationRules + assetRules >= rules) throw new ApiError('conflict', messages.tooManyRules)
}

type WithoutNulls<V> = { [K in keyof V]: Exclude<V[K], null> }

/** Splits members into those with a value and the names of those that are null, which the store leaves out. */
function splitNulls<V extends object>(values: V): { present: WithoutNulls<V>; absent: string[] } {
  const entries = Object.entries(values)
  return {
    present: Object.fromEntries(entries.filter(([, value]) => value !== null)) as WithoutNulls<V>,
    absent: entries.flatMap(([name, value]) => (value === null ? [name] : [])),
  }
}

/** Stores a new rule. @throws ApiError 409 when the maximum number of rules is reached */
export async function addRule(
  db: Database,
  values: CheckedRule & RuleTelling,
  limits: Pick<StorageLimits, 'rules'>,
): Promise<NotificationRuleDoc> {
  await checkRuleRoom(db, limits)
  const now = new Date()
  const rule: NotificationRuleDoc = {
    _id: new Types.ObjectId(),
    ...splitNulls(values).present,
    createdAt: now,
    updatedAt: now,
    revision: nextRevision(),
  }
  await db.models.notificationRules.create(rule)
  return rule
}

/**
 * Changes a rule if it is unchanged since it was read: its type decides who may change it and where it may be sent.
 * @returns the changed rule; undefined when it was changed or deleted meanwhile
 */
export async function changeRule(
  db: Database,
  read: NotificationRuleDoc,
  values: Partial<CheckedRule & RuleTelling>,
): Promise<NotificationRuleDoc | undefined> {
  const { present, absent } = splitNulls(values)
  const update = {
    $set: { ...present, updatedAt: new Date() },
    ...(absent.length > 0 ? { $unset: Object.fromEntries(absent.map((name) => [name, 1 as const])) } : {}),
  }
  const filter = { _id: read._id }
  const revision = revisionOf(read)
  return (await updateAtRevision(db.models.notificationRules, { filter, update, revision })) ?? undefined
}

/**
 * Deletes a rule if it is unchanged since it was read. @returns the rule; undefined when it was changed or deleted
 * meanwhile
 */
export async function deleteRule(
  db: Database,
  read: NotificationRuleDoc,
): Promise<NotificationRuleDoc | undefined> {
  const filter = { _id: read._id, ...atRevision(revisionOf(read)) }
  const { deletedCount } = await db.models.notificationRules.deleteOne(filter)
  return deletedCount > 0 ? read : undefined
}
