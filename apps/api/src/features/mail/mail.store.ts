import type { SessionActor } from '@wardtrack/access'
import { RULE_CHANNELS, type RuleChannel, type RuleDelivery } from '@wardtrack/contracts'
import {
  type Database,
  type DeliveryDoc,
  findPage,
  readObjectId,
  type Types,
  trusted,
} from '@wardtrack/database'
import type { Viewer } from '@wardtrack/patient-rule'

/** Query for deliveries. */
export type DeliveryQuery = {
  channel: RuleChannel
  state: 'waiting' | 'failed'
  page: number
  pagesize: number
}

/** Hides deliveries about patients from viewers without the flag. */
const visibleTo = ({ patientDataAccess }: Viewer): Record<string, unknown> =>
  patientDataAccess ? {} : { ofPatients: trusted({ $exists: false }) }

/** Finds a page of waiting deliveries, oldest first, or of failed ones, newest first. */
export async function findDeliveries(
  db: Database,
  actor: SessionActor,
  { channel, state, page, pagesize }: DeliveryQuery,
): Promise<{ data: RuleDelivery[]; count: number }> {
  const isFailed = state === 'failed'
  const { docs, count } = await findPage(
    db.models.deliveries,
    {
      kind: channel,
      ...(isFailed ? { failedAt: trusted({ $exists: true }) } : { pending: true as const }),
      ...visibleTo(actor),
    },
    isFailed ? { failedAt: -1, _id: -1 } : { createdAt: 1, _id: 1 },
    { page, pagesize },
  )
  const names = await readNames(db, docs)
  return { data: docs.map((doc) => deliveryAnswer(doc, names)), count }
}

/** Members read from the payload of a rule's delivery; see the feature that creates them. */
type Sent = { rule?: string; user?: string }
type Names = {
  rules: ReadonlyMap<string, { name: string; host: string }>
  users: ReadonlyMap<string, string>
}

const sentOf = ({ payload }: DeliveryDoc): Sent => {
  const { rule, user } = JSON.parse(payload || '{}') as { rule?: unknown; user?: unknown }
  const ruleId = typeof rule === 'object' && rule !== null ? (rule as { id?: unknown }).id : rule
  return {
    ...(typeof ruleId === 'string' ? { rule: ruleId } : {}),
    ...(typeof user === 'string' ? { user } : {}),
  }
}

async function readNames(db: Database, docs: readonly DeliveryDoc[]): Promise<Names> {
  const idsOf = (member: keyof Sent): Types.ObjectId[] =>
    docs.flatMap((doc) => readObjectId(sentOf(doc)[member] ?? '') ?? [])
  const [rules, users] = await Promise.all([
    db.models.notificationRules.find({ _id: trusted({ $in: idsOf('rule') }) }),
    db.models.users.find({ _id: trusted({ $in: idsOf('user') }) }),
  ])
  return {
    rules: new Map(
      rules.map(({ _id, Name, Webhook }) => [
        _id.toHexString(),
        { name: Name, host: hostOf(Webhook?.address ?? '') },
      ]),
    ),
    users: new Map(users.map(({ _id, username }) => [_id.toHexString(), username])),
  }
}

/** Returns only the host, because the rest of an address may contain secrets. */
const hostOf = (address: string): string =>
  URL.canParse(address) ? new URL(address).host : (address.split('/')[0] ?? '')

function deliveryAnswer(doc: DeliveryDoc, { rules, users }: Names): RuleDelivery {
  const { rule = '', user = '' } = sentOf(doc)
  const known = rules.get(rule)
  return {
    id: doc._id,
    channel: doc.kind as RuleChannel,
    receiver: doc.kind === 'Mail' ? (users.get(user) ?? '') : (known?.host ?? ''),
    rule: known?.name ?? '',
    createdAt: doc.createdAt.toISOString(),
    attempts: doc.attempts,
    ...(doc.lastError === undefined ? {} : { reason: doc.lastError }),
    ...(doc.failedAt ? { failedAt: doc.failedAt.toISOString() } : { nextAt: doc.nextAt.toISOString() }),
  }
}

/** Makes a failed or waiting delivery of a rule due immediately; false when the actor sees no such delivery. */
export async function repeatDelivery(db: Database, actor: SessionActor, id: string): Promise<boolean> {
  const undelivered = [{ pending: true as const }, { failedAt: trusted({ $exists: true }) }]
  const { matchedCount } = await db.models.deliveries.updateOne(
    {
      _id: id,
      kind: trusted({ $in: [...RULE_CHANNELS] }),
      $or: undelivered,
      ...visibleTo(actor),
    },
    {
      $set: { pending: true, nextAt: new Date() },
      $unset: { failedAt: 1, blocked: 1, refused: 1, unreachable: 1 },
    },
  )
  return matchedCount > 0
}
