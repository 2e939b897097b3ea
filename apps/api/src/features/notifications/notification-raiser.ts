import type { ServiceParts } from '@wardtrack/access'
import {
  EVERYBODY,
  ignoreDuplicates,
  type NotificationDoc,
  type NotificationReceiptDoc,
  type NotifiedAsset,
  type RuleFiringDoc,
  trusted,
} from '@wardtrack/database'
import { insertNew } from '@wardtrack/ingestion'
import { PATIENT } from '@wardtrack/patient-rule'
import { readCircumstances } from '@wardtrack/summaries'
import { decideTargets, type Target } from './decide-targets.ts'
import type { FiredEntry, PlacedEntry } from './fired-entry.ts'
import { type RuleAudiences, readAudiences } from './rule-audiences.ts'

/** Creates the document of a notification about one asset. */
function notificationDoc(entry: PlacedEntry, audiences: RuleAudiences): NotificationDoc {
  const { asset, pending } = entry
  const { id, kind, rule, name, priority, field, value } = pending
  return {
    _id: id,
    kind,
    rule,
    Name: name,
    Priority: priority,
    AssetType: asset.AssetType,
    ofPatient: asset.AssetType === PATIENT,
    audience: [...(audiences.get(rule) ?? [EVERYBODY])],
    field,
    ...(value === undefined ? {} : { value }),
    entries: [notifiedAsset(entry)],
    eventTime: pending.eventTime,
    createdAt: new Date(),
  }
}

/** Creates the Alert Report row of a firing. @param notification id of its notification */
function firingDoc(
  { asset, pending, then }: PlacedEntry,
  notification: string,
  audiences: RuleAudiences,
): RuleFiringDoc {
  const { id, rule, name, field, value, eventTime } = pending
  return {
    _id: id,
    notification,
    asset: asset._id,
    AssetType: asset.AssetType,
    AssetId: asset.AssetId,
    ofPatient: asset.AssetType === PATIENT,
    audience: [...(audiences.get(rule) ?? [EVERYBODY])],
    Name: name,
    field,
    ...(value === undefined ? {} : { value }),
    ...then,
    eventTime,
    createdAt: new Date(),
  }
}

/** Returns the fields of an asset stored in its notification. */
function notifiedAsset({ asset, pending, then }: PlacedEntry): NotifiedAsset {
  const { _id, AssetType, AssetId } = asset
  return {
    id: pending.id,
    asset: _id,
    AssetType,
    AssetId,
    place: then.place,
    at: new Date(),
  }
}

/** Creator of notifications for entries that fired. */
export type NotificationRaiser = {
  /** stores and publishes the notifications; repeating it, here or in another process, changes nothing */
  raise(entries: readonly FiredEntry[]): Promise<void>
  /** deletes decisions that are no longer needed */
  forgetOldReceipts(): Promise<void>
}

/** Ids of a notification and of the rule that raised it. */
export type RaisedNotification = { notification: string; rule: string }

const RECEIPT_MS = 86_400_000

/**
 * Creates the raiser of a process. For each entry that fired it decides once: a separate notification, a grouped one,
 * or none. The decision is stored first, so that every process reaches the same result, even after a crash.
 * @param publish publishes notifications that are new or have grown
 * @param send plans mails and webhooks for stored notifications; it may get the same ones again
 */
export function createNotificationRaiser(
  { db }: Pick<ServiceParts, 'db'>,
  publish: (docs: readonly NotificationDoc[]) => Promise<void>,
  send: (raised: readonly RaisedNotification[]) => Promise<void>,
): NotificationRaiser {
  return {
    raise: async (entries) => {
      const distinct = [...new Map(entries.map((entry) => [entry.pending.id, entry])).values()]
      const targets = await settleTargets(db, distinct)
      const changed = await storeNotifications(db, distinct, targets)
      if (changed.length > 0) await publish(changed)
      // Includes unchanged notifications, because a process may have died before sending them.
      await send(raisedBy(distinct, targets))
    },
    forgetOldReceipts: async () => {
      const before = new Date(Date.now() - RECEIPT_MS)
      await db.models.notificationReceipts.deleteMany({ createdAt: trusted({ $lt: before }) })
    },
  }
}

type Db = ServiceParts['db']

/** Returns the notification of each entry: the stored decision, otherwise a new one. */
async function settleTargets(db: Db, entries: readonly FiredEntry[]): Promise<ReadonlyMap<string, Target>> {
  const settled = await readReceipts(db, entries)
  const undecided = entries.filter(({ pending }) => !settled.has(pending.id))
  if (undecided.length === 0) return settled
  const decided = await decideTargets(db, undecided)
  const createdAt = new Date()
  const receipts: NotificationReceiptDoc[] = [...decided].map(([_id, notification]) => ({
    _id,
    notification,
    createdAt,
  }))
  const alreadyStored = await insertNew(db, 'notificationReceipts', receipts)
  receipts.forEach(({ _id, notification }, index) => {
    if (!alreadyStored.has(index)) settled.set(_id, notification)
  })
  // Another process has decided first; its decision counts.
  if (alreadyStored.size > 0)
    for (const [id, target] of await readReceipts(
      db,
      undecided.filter(({ pending }) => !settled.has(pending.id)),
    ))
      settled.set(id, target)
  return settled
}

async function readReceipts(db: Db, entries: readonly FiredEntry[]): Promise<Map<string, Target>> {
  const ids = entries.map(({ pending }) => pending.id)
  const receipts = await db.models.notificationReceipts.find({ _id: trusted({ $in: ids }) })
  return new Map(receipts.map(({ _id, notification }) => [_id, notification]))
}

/** Stores missing notifications, and returns those that changed. */
async function storeNotifications(
  db: Db,
  entries: readonly FiredEntry[],
  targets: ReadonlyMap<string, Target>,
): Promise<NotificationDoc[]> {
  const audiences = await readAudiences(db, entries)
  const singles: NotificationDoc[] = []
  const firings: RuleFiringDoc[] = []
  const gathered = new Map<string, PlacedEntry[]>()
  for (const entry of await placeEntries(db, entries)) {
    const { id, rule, kind } = entry.pending
    const target = targets.get(id)
    // The audience of a deleted rule is unknown.
    if (!target || (kind === 'rule' && !audiences.has(rule))) continue
    firings.push(firingDoc(entry, target, audiences))
    if (target === id) singles.push(notificationDoc(entry, audiences))
    else gathered.set(target, [...(gathered.get(target) ?? []), entry])
  }
  // Rows are stored first, so that the report has them when a notification is read.
  if (firings.length > 0) await insertNew(db, 'ruleFirings', firings)
  const present = singles.length > 0 ? await insertNew(db, 'notifications', singles) : new Set<number>()
  const changed = singles.filter((_, index) => !present.has(index))
  for (const [target, list] of gathered) changed.push(...(await gather(db, target, list, audiences)))
  return changed
}

/** Adds place and battery at the times of the events. */
async function placeEntries(db: Db, entries: readonly FiredEntry[]): Promise<PlacedEntry[]> {
  const moments = entries.map(({ asset, pending }) => ({ asset: asset._id, time: pending.eventTime }))
  const found = await readCircumstances(db, moments)
  return entries.map((entry, index) => {
    const { Location: place = '', Battery = '' } = found[index] ?? {}
    return { ...entry, then: { place, Battery } }
  })
}

function raisedBy(
  entries: readonly FiredEntry[],
  targets: ReadonlyMap<string, Target>,
): RaisedNotification[] {
  const ruleOf = new Map<string, string>()
  for (const { pending } of entries) {
    const target = targets.get(pending.id)
    if (target && pending.kind === 'rule') ruleOf.set(target, pending.rule)
  }
  return [...ruleOf].map(([notification, rule]) => ({ notification, rule }))
}

/** Maximum number of attempts when another process adds entries concurrently. */
const MAX_ATTEMPTS = 5

/** Adds entries to a grouped notification, and returns it when it changed. */
async function gather(
  db: Db,
  target: string,
  entries: readonly PlacedEntry[],
  audiences: RuleAudiences,
): Promise<NotificationDoc[]> {
  const read = async (): Promise<NotificationDoc | null> => db.models.notifications.findOne({ _id: target })
  let doc = await read()
  for (let attempt = 0; ; attempt += 1) {
    const present = new Set(doc?.entries.map(({ id }) => id))
    const missing = entries.filter(({ pending }) => !present.has(pending.id))
    if (missing.length === 0) return attempt > 0 && doc ? [doc] : []
    if (attempt === MAX_ATTEMPTS) throw new Error('notifications are changed too fast to be written')
    await addEntries(db, target, missing, audiences)
    doc = await read()
  }
}

async function addEntries(
  db: Db,
  target: string,
  entries: readonly PlacedEntry[],
  audiences: RuleAudiences,
): Promise<void> {
  const writes = entries.map((entry) => {
    const { _id: _newId, entries: _newEntries, ...members } = notificationDoc(entry, audiences)
    return {
      updateOne: {
        filter: { _id: target, 'entries.id': { $ne: entry.pending.id } },
        update: { $push: { entries: notifiedAsset(entry) }, $setOnInsert: { ...members, storm: true } },
        upsert: true,
      },
    }
  })
  // driver: a storm adds thousands of entries, and a model would cast them one by one. A duplicate key means that the
  // entry is already stored, or that another process has just created the notification.
  await db.driver.notifications.bulkWrite(writes, { ordered: false }).catch(ignoreDuplicates)
}
