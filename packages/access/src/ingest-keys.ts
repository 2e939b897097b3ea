import { hash as digest, randomBytes } from 'node:crypto'
import { messages, SCOPES, type Scope } from '@wardtrack/contracts'
import {
  type BusTopics,
  type Database,
  type IngestKeyDoc,
  isDuplicateKey,
  Types,
  trusted,
} from '@wardtrack/database'
import { ApiError, type EventBus, unauthenticated } from '@wardtrack/service-kit'
import { LRUCache } from 'lru-cache'
import type { KeyActor } from './actor.ts'
import type { KeyGuesses } from './key-guesses.ts'

/** Ingestion keys: stored as SHA-256 (they are long and random, so a slow hash adds nothing), shown once. */
export type IngestKeys = {
  /**
   * @param address where it comes from
   * @throws ApiError 401 for an unknown or revoked key; 429 for one that never was known, from where many such came
   */
  authenticate(key: string, address: string): Promise<KeyActor>
  /** who holds a key that was looked up within the last second; undefined when `authenticate` must look */
  cachedActor(key: string): KeyActor | undefined
  /** makes a key and gives its text, which is not kept */
  create(newKey: NewKey): Promise<{ doc: IngestKeyDoc; key: string }>
  /** makes the key with a given text unless it is there already (automated installs) */
  ensure(key: string, newKey: NewKey): Promise<void>
  /**
   * makes a key that takes the place of another, which is good for a day more
   * @throws ApiError 409 when that one has ended, or another takes its place already
   */
  rotate(old: IngestKeyDoc): Promise<{ doc: IngestKeyDoc; key: string; old: IngestKeyDoc }>
  /** ends a key now; undefined when there is none of that id */
  revoke(id: Types.ObjectId): Promise<IngestKeyDoc | undefined>
  close(): void
}

/** What a new key is for. */
export type NewKey = {
  name: string
  kind: 'provider' | 'integration'
  provider?: string
  scopes?: readonly Scope[]
}

const CACHE_MS = 1_000
/** Keys whose actor is cached at most. */
const MAX_CACHED_KEYS = 1_000
const USED_MS = 60_000
/** How long a key is good beside the one that takes its place. */
const OVERLAP_MS = 24 * 3_600_000
const hashOf = (key: string): string => digest('sha256', key, 'hex')

/** Whether a key opens anything at a time. */
export const isKeyLive = ({ revokedAt, expiresAt }: IngestKeyDoc, now: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt.getTime() > now)

/** Makes the keeper of keys. A revocation counts at once where it is made and within a second elsewhere. */
export function createIngestKeys(db: Database, bus: EventBus<BusTopics>, guesses: KeyGuesses): IngestKeys {
  const known = new LRUCache<string, { actor: KeyActor; until: number; used: number }>({
    max: MAX_CACHED_KEYS,
  })
  const unsubscribe = bus.subscribe('config.changed', () => {
    for (const cached of known.values()) cached.until = 0
  })

  const find = async (hash: string, address: string): Promise<IngestKeyDoc> => {
    const doc = await db.models.ingestKeys.findOne({ hash })
    if (doc && isKeyLive(doc, Date.now())) return doc
    guesses.note(address)
    throw unauthenticated(messages.unknownKey)
  }
  const cachedFor = (hash: string): KeyActor | undefined => {
    const cached = known.get(hash)
    return cached && cached.until > performance.now() ? cached.actor : undefined
  }
  const noteUse = (keyId: string): void => {
    const lastUsedAt = new Date()
    db.models.ingestKeys.updateOne({ _id: new Types.ObjectId(keyId) }, { $set: { lastUsedAt } }).catch(() => {
      // When the key was last used is a courtesy; the store's own trouble is reported by the write that matters.
    })
  }
  return {
    cachedActor: (key) => cachedFor(hashOf(key)),
    authenticate: async (key, address) => {
      const hash = hashOf(key)
      const now = performance.now()
      const cached = known.get(hash)
      if (cached && cached.until > now) return cached.actor
      // A key that was good before is looked up whatever others try beside it.
      if (!cached) guesses.check(address)
      const doc = await find(hash, address).catch((error: unknown) => {
        if (error instanceof ApiError) known.delete(hash)
        throw error
      })
      const actor = actorOf(doc)
      const lifeMs = doc.expiresAt ? doc.expiresAt.getTime() - Date.now() : CACHE_MS
      const due = !cached || now - cached.used > USED_MS
      if (due) noteUse(actor.keyId)
      known.set(hash, { actor, until: now + Math.min(CACHE_MS, lifeMs), used: due ? now : cached.used })
      return actor
    },
    create: async (newKey) => {
      const key = newKeyText()
      const doc = docOf(key, newKey)
      await db.models.ingestKeys.create(doc)
      return { doc, key }
    },
    ensure: async (key, newKey) => {
      if (await db.models.ingestKeys.findOne({ hash: hashOf(key) })) return
      await db.models.ingestKeys.create(docOf(key, newKey)).catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error
      })
    },
    rotate: async (old) => {
      const key = newKeyText()
      const { provider } = old
      const doc = docOf(key, {
        name: old.name,
        kind: old.kind,
        scopes: old.scopes,
        ...(provider ? { provider } : {}),
      })
      // The new one first: a crash in between leaves two good keys and never none.
      await db.models.ingestKeys.create(doc)
      const isCurrent = {
        _id: old._id,
        revokedAt: trusted({ $exists: false }),
        expiresAt: trusted({ $exists: false }),
      }
      const expiresAt = new Date(Date.now() + OVERLAP_MS)
      const ending = await db.models.ingestKeys.findOneAndUpdate(isCurrent, { $set: { expiresAt } })
      if (ending) return { doc, key, old: ending }
      await db.models.ingestKeys.deleteOne({ _id: doc._id })
      throw new ApiError('conflict', messages.keyEnded)
    },
    revoke: async (id) => {
      const filter = { _id: id, revokedAt: trusted({ $exists: false }) }
      await db.models.ingestKeys.updateOne(filter, { $set: { revokedAt: new Date() } })
      return (await db.models.ingestKeys.findOne({ _id: id })) ?? undefined
    },
    close: unsubscribe,
  }
}

const newKeyText = (): string => `wt_${randomBytes(24).toString('base64url')}`

function docOf(key: string, newKey: NewKey): IngestKeyDoc {
  return {
    _id: new Types.ObjectId(),
    name: newKey.name,
    kind: newKey.kind,
    ...(newKey.provider ? { provider: newKey.provider.toLowerCase() } : {}),
    scopes: [...(newKey.scopes ?? SCOPES)],
    hash: hashOf(key),
    prefix: key.slice(0, 6),
    createdAt: new Date(),
  }
}

const actorOf = (doc: IngestKeyDoc): KeyActor => ({
  kind: 'key',
  keyId: doc._id.toHexString(),
  name: doc.name,
  keyKind: doc.kind,
  ...(doc.provider ? { provider: doc.provider } : {}),
  scopes: doc.scopes,
})
