import { createHash } from 'node:crypto'
import { type AuditDoc, type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import type { AuditedRequest, AuditSink, Logger } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'

/**
 * The audit log: who did or read what, when, from where. Entries are numbered and each carries the hash of the one
 * before, so that a removed or changed entry shows. It holds no values of what was read or written.
 */
export type AuditLog = {
  sink: AuditSink<Actor>
  /** resolves when everything heard so far is stored */
  flush(): Promise<void>
}

type Entry = Omit<AuditDoc, '_id' | 'previous' | 'hash'>

const MOST_WAITING = 20_000

/** Makes the audit log of a process; several processes may append to one store. */
export function createAuditLog(db: Database, log: Logger): AuditLog {
  const waiting: Entry[] = []
  const strangers = createStrangers()
  let working: Promise<void> = Promise.resolve()
  let busy = false

  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, 200)
      try {
        await append(db, batch)
        waiting.splice(0, batch.length)
      } catch (error) {
        log.error({ err: error, waiting: waiting.length }, 'the audit log could not be written')
        await new Promise((resolve) => setTimeout(resolve, 1_000))
      }
    }
  }
  const start = (): void => {
    if (busy) return
    busy = true
    working = work()
      .catch((error: unknown) => log.error({ err: error }, 'the audit log stopped'))
      .finally(() => {
        busy = false
        if (waiting.length > 0) start()
      })
  }
  return {
    sink: (request) => {
      const entry = entryOf(request)
      if (!entry || (isStranger(request) && !strangers.isNew(entry))) return
      if (waiting.length >= MOST_WAITING) {
        log.fatal({ requestId: entry.requestId, action: entry.action }, 'an audit entry was lost')
        return
      }
      waiting.push(entry)
      start()
    },
    flush: () => working,
  }
}

/** Somebody who was not admitted. Failed sign-ins are not among them: the sign-in throttle bounds those. */
const isStranger = ({ call, actor, status }: AuditedRequest<Actor>): boolean =>
  actor === undefined && status >= 400 && (call.route.row !== 1 || status === 429)

const STRANGERS_MS = 60_000
const MOST_STRANGERS = 10_000

/** What one address is refused at one call is noted once a minute: nobody can fill the log from outside. */
function createStrangers() {
  const seen = new Map<string, number>()
  return {
    isNew: ({ address, action, status, time }: Entry): boolean => {
      const key = `${address} ${action} ${status}`
      const now = time.getTime()
      if (now - (seen.get(key) ?? Number.NEGATIVE_INFINITY) < STRANGERS_MS) return false
      if (seen.size >= MOST_STRANGERS) seen.clear()
      seen.set(key, now)
      return true
    },
  }
}

/** Pushes by key are counted in the provider logs; of them only refusals are audited, or nobody would find the rest. */
function entryOf(request: AuditedRequest<Actor>): Entry | undefined {
  const { call, actor, status } = request
  const outcome = status < 400 ? 'ok' : 'refused'
  if (call.route.access.kind === 'public' && call.route.row !== 1) return undefined
  if (call.route.access.kind === 'key' && outcome === 'ok') return undefined
  return {
    time: request.time,
    actor: actor?.kind === 'session' ? actor.username : actor?.kind === 'key' ? `key ${actor.name}` : '',
    action: `${call.route.method} ${call.route.path}`,
    ...(request.target ? { target: request.target } : {}),
    ...(request.pageRoute ? { pageRoute: request.pageRoute } : {}),
    address: request.address,
    outcome,
    status,
    requestId: request.requestId,
  }
}

async function append(db: Database, entries: readonly Entry[]): Promise<void> {
  const last = await db.models.audit.findOne({}).sort({ _id: -1 })
  let previous = last?.hash ?? ''
  let seq = last?._id ?? 0
  const docs = entries.map((entry) => {
    seq += 1
    const doc = { ...entry, _id: seq, previous, hash: hashOf(entry, seq, previous) }
    previous = doc.hash
    return doc
  })
  try {
    await db.models.audit.insertMany(docs, { ordered: true })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    // Another process took the next number; what of ours got in before it stays, the rest is numbered anew.
    const hashes = new Set(docs.map((doc) => doc.hash))
    const numbers = docs.map((doc) => doc._id)
    const there = await db.models.audit.find({ _id: trusted({ $in: numbers }) }).select({ hash: 1 })
    await append(db, entries.slice(there.filter((doc) => hashes.has(doc.hash)).length))
  }
}

function hashOf(entry: Entry, seq: number, previous: string): string {
  const facts = [
    seq,
    entry.time.toISOString(),
    entry.actor,
    entry.action,
    entry.target ?? null,
    entry.pageRoute ?? '',
  ]
  const rest = [entry.address, entry.outcome, entry.status, entry.requestId, previous]
  return createHash('sha256')
    .update(JSON.stringify([...facts, ...rest]))
    .digest('hex')
}
