import { setTimeout as sleep } from 'node:timers/promises'
import { calls, knownPage } from '@wardtrack/contracts'
import { type AuditDoc, type Database, isDuplicateKey, trusted } from '@wardtrack/database'
import { type AuditedRequest, type AuditSink, type Logger, withTimeLimit } from '@wardtrack/service-kit'
import type { Actor } from './actor.ts'
import { type AuditEntry, type AuditKey, chainEntries } from './audit-chain.ts'

/**
 * Returns the audit entry of a request; undefined for requests that are not audited. Pushes by key are counted in the
 * provider logs. Only refused pushes are audited, because the number of pushes would hide all other entries.
 */
function auditEntryOf(request: AuditedRequest<Actor>): AuditEntry | undefined {
  const { call, actor, status } = request
  const outcome = status < 400 ? 'ok' : 'refused'
  if (call.route.access.kind === 'public' && !isSignIn(request)) return undefined
  if (call.route.access.kind === 'key' && outcome === 'ok') return undefined
  const page = request.pageRoute === undefined ? undefined : knownPage(request.pageRoute)
  return {
    time: request.time,
    actor: actor?.kind === 'session' ? actor.username : actor?.kind === 'key' ? `key ${actor.name}` : '',
    action: `${call.route.method} ${call.route.path}`,
    ...(request.target ? { target: request.target } : {}),
    ...(request.details ? { details: request.details } : {}),
    ...(page === undefined ? {} : { pageRoute: page }),
    address: request.address,
    outcome,
    status,
    requestId: request.requestId,
  }
}

/**
 * Returns true if the caller was not authenticated. Failed sign-ins do not count: the sign-in throttle limits them.
 * Only the requests that the throttle refuses count here.
 */
const isUnauthenticated = (request: AuditedRequest<Actor>): boolean =>
  request.actor === undefined && request.status >= 400 && (!isSignIn(request) || request.status === 429)

const isSignIn = ({ call }: AuditedRequest<Actor>): boolean => call.route === calls.verify.route

/**
 * The audit log: which person did or read what, when, and from which address. Entries are numbered, and each carries
 * the hash of the entry before. The key of the hash is not in the store, so that a removed or changed entry is
 * detected. Entries do not hold the values that were read or written.
 */
export type AuditLog = {
  sink: AuditSink<Actor>
  /** records an action or refusal of the product that no request caused; the status is 429 unless given */
  note(event: Pick<AuditEntry, 'action' | 'address'> & Partial<AuditEntry>): void
  /** resolves when everything received so far is stored */
  flush(): Promise<void>
  /**
   * stores waiting entries, but does not wait for an unreachable store: the remaining entries go to the process log
   */
  close(): Promise<void>
}

const MAX_WAITING = 20_000
const BATCH = 200
const RETRY_MS = 1_000
const CLOSE_MS = 2_000

/**
 * Creates the audit log of a process; several processes may append to one store.
 * @param key key that entries are written with
 * @param closeMs longest wait for the store on closing, in milliseconds
 */
export function createAuditLog(db: Database, log: Logger, key: AuditKey, closeMs = CLOSE_MS): AuditLog {
  const waiting: AuditEntry[] = []
  const unauthenticatedAttempts = createAttemptFilter()
  const closing = new AbortController()
  let working: Promise<void> | undefined
  // Entries that are numbered and sent, but perhaps not stored: the store's answer was lost.
  let sent: AuditDoc[] = []

  const append = async (): Promise<void> => {
    const stored = await countStored(db, sent)
    waiting.splice(0, stored)
    sent = []
    if (waiting.length === 0) return
    const last = await db.models.audit.findOne({}).sort({ _id: -1 })
    sent = chainEntries(waiting.slice(0, BATCH), last ?? undefined, key)
    await db.models.audit.insertMany(sent, { ordered: true })
    waiting.splice(0, sent.length)
    sent = []
  }
  const work = async (): Promise<void> => {
    while (waiting.length > 0 && !closing.signal.aborted) {
      try {
        await append()
      } catch (error) {
        // Another process took the number. Stored entries are recognised by their hashes; the others are numbered
        // again.
        if (isDuplicateKey(error)) continue
        log.error({ err: error, waiting: waiting.length }, 'the audit log could not be written')
        await sleep(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {})
      }
    }
    working = undefined
  }
  const flush = async (): Promise<void> => {
    while (waiting.length > 0 && !closing.signal.aborted) await (working ??= work())
  }
  const add = (entry: AuditEntry): void => {
    if (waiting.length >= MAX_WAITING || closing.signal.aborted) {
      logLost(entry)
      return
    }
    waiting.push(entry)
    working ??= work()
  }
  const logLost = ({ requestId, action, actor }: AuditEntry): void =>
    log.fatal({ requestId, action, actor }, 'an audit entry was lost')
  return {
    sink: (request) => {
      const entry = auditEntryOf(request)
      if (!entry || (isUnauthenticated(request) && !unauthenticatedAttempts.isNew(entry))) return
      add(entry)
    },
    note: (event) =>
      add({ time: new Date(), actor: '', outcome: 'refused', status: 429, requestId: '', ...event }),
    flush,
    close: async () => {
      await withTimeLimit(flush(), closeMs).catch(() => {})
      closing.abort()
      for (const entry of waiting.splice(0)) logLost(entry)
    },
  }
}

/**
 * Counts the stored entries among those sent. They are written in order, and the hash identifies an entry at its
 * position.
 */
async function countStored(db: Database, docs: readonly AuditDoc[]): Promise<number> {
  if (docs.length === 0) return 0
  const hashes = new Set(docs.map((doc) => doc.hash))
  const numbers = docs.map((doc) => doc._id)
  const found = await db.models.audit.find({ _id: trusted({ $in: numbers }) }).select({ hash: 1 })
  return found.filter((doc) => hashes.has(doc.hash)).length
}

const ATTEMPTS_MS = 60_000
const MAX_ATTEMPTS = 10_000

/**
 * Limits the entries about refusals to one a minute for each address and call, so that no outsider can fill the log.
 */
function createAttemptFilter() {
  const notedAt = new Map<string, number>()
  return {
    isNew: ({ address, action, status, time }: AuditEntry): boolean => {
      const key = `${address} ${action} ${status}`
      const now = time.getTime()
      if (now - (notedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ATTEMPTS_MS) return false
      if (notedAt.size >= MAX_ATTEMPTS) notedAt.clear()
      notedAt.set(key, now)
      return true
    },
  }
}
