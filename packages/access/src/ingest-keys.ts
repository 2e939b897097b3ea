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

/**
 * Ingestion keys. They are stored as SHA-256 (keys are long and random, so a slow hash adds no protection) and shown
 * once.
 */
export type IngestKeys = {
  /**
   * @param address address of the caller
   * @throws ApiError 401 for an unknown or revoked key; 429 for an unknown key from an address with many unknown keys
   */
  authenticate(key: string, address: string): Promise<KeyActor>
  /** actor of a key that was looked up within the last second; undefined when `authenticate` must look it up */
  cachedActor(key: string): KeyActor | undefined
  /** creates a key and returns its text, which is not stored */
  create(newKey: NewKey): Promise<{ doc: IngestKeyDoc; key: string }>
  /** creates a key with a given text unless it exists already (automated installs) */
  ensure(key: string, newKey: NewKey): Promise<void>
  /**
   * creates a key that replaces another, which stays valid for one more day
   * @throws ApiError 409 when the old key has ended, or already has a replacement
   */
  rotate(old: IngestKeyDoc): Promise<{ doc: IngestKeyDoc; key: string; old: IngestKeyDoc }>
  /** ends a key now; undefined when the id is unknown */
  revoke(id: Types.ObjectId): Promise<IngestKeyDoc | undefined>
  close(): void
}

/** Properties of a new key. */
export type NewKey = {
  name: string
  kind: 'provider' | 'integration'
  provider?: string
  scopes?: readonly Scope[]
}

const CACHE_MS = 1_000
/** Limit of keys whose actor is cached. */
const MAX_CACHED_KEYS = 1_000
const USED_MS = 60_000
/** Time for which a replaced key stays valid. */
const OVERLAP_MS = 24 * 3_600_000
const hashOf = (key: string): string => digest('sha256', key, 'hex')

/** Returns true if a key is valid at a time. */
export const isKeyLive = ({ revokedAt, expiresAt }: IngestKeyDoc, now: number): boolean =>
  revokedAt === undefined && (expiresAt === undefined || expiresAt.getTime() > now)

/**
 * Creates the ingestion keys. A revocation takes effect immediately in its own process, and within a second in
 * others.
 */
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
      // The time of last use is not essential. A store failure is reported by the writes that matter.
    })
  }
  return {
    cachedActor: (key) => cachedFor(hashOf(key)),
    authenticate: async (key, address) => {
      const hash = hashOf(key)
      const now = performance.now()
      const cached = known.get(hash)
      if (cached && cached.until > now) return cached.actor
      // A key that was valid before is looked up even when others try unknown keys from the same address.
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
      // The new key is written first: a crash in between leaves two valid keys, never none.
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
