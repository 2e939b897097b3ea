import { createHash, createHmac } from 'node:crypto'
import type { AuditDoc } from '@wardtrack/database'
import { deriveKey } from '@wardtrack/service-kit'

/** An audit entry before it has its number and its position in the chain. */
export type AuditEntry = Omit<AuditDoc, '_id' | 'previous' | 'hash' | 'keyId'>

/** A key of the audit log. `id` identifies the key in the entries written with it, and is not secret. */
export type AuditKey = { id: string; hash(text: string): string }

/** The keys of an installation: the first writes entries, the others verify older entries. */
export type AuditKeys = { current: AuditKey; byId: ReadonlyMap<string, AuditKey> }

const KEY_ID_LENGTH = 12

/** Creates the keys from secrets that are kept outside the store, the one in use first. */
export function createAuditKeys(secrets: readonly [string, ...string[]]): AuditKeys {
  const [current, ...older] = secrets
  const key = createKey(current)
  return { current: key, byId: new Map([key, ...older.map(createKey)].map((entry) => [entry.id, entry])) }
}

function createKey(secret: string): AuditKey {
  const key = deriveKey(secret, 'audit log')
  const hash = (text: string): string => createHmac('sha256', key).update(text).digest('hex')
  return { id: hash('key id').slice(0, KEY_ID_LENGTH), hash }
}

/** The number and the hash of an entry, from which the chain continues. */
export type ChainLink = Pick<AuditDoc, '_id' | 'hash'>

/** Numbers entries after the last stored entry, and gives each the hash of the entry before. */
export function chainEntries(
  entries: readonly AuditEntry[],
  last: ChainLink | undefined,
  key: AuditKey,
): AuditDoc[] {
  let { _id, hash: previous } = last ?? { _id: 0, hash: '' }
  return entries.map((entry) => {
    _id += 1
    const unsigned = { ...entry, _id, previous, keyId: key.id }
    const doc = { ...unsigned, hash: key.hash(keyedText(unsigned)) }
    previous = doc.hash
    return doc
  })
}

/**
 * Reason why a chain is broken. With `missing`, entries are gone before this one. An `unlinked` entry does not carry
 * the hash of the entry before. A `changed` entry differs from what was written. An `unkeyed` entry has no key,
 * though entries before it have a key. An `unknown_key` entry was written with a key that is unknown here. With
 * `truncated`, the newest entries are gone, or were replaced.
 */
export type ChainFault = 'missing' | 'unlinked' | 'changed' | 'unkeyed' | 'unknown_key' | 'truncated'

/** The state of a verification after the entries verified so far. */
export type ChainPosition = { last: ChainLink | undefined; isKeyed: boolean }

/** Returns the fault of the next entry in a chain; undefined when the entry is correct. */
export function faultOfNext(
  doc: AuditDoc,
  { last, isKeyed }: ChainPosition,
  keys: AuditKeys,
): ChainFault | undefined {
  if (last && doc._id !== last._id + 1) return 'missing'
  // The oldest kept entry cannot be compared with an earlier one, unless it is the first entry ever written.
  if (doc.previous !== (last?.hash ?? (doc._id === 1 ? '' : doc.previous))) return 'unlinked'
  if (doc.keyId === undefined) {
    if (isKeyed) return 'unkeyed'
    return doc.hash === unkeyedHash(doc) ? undefined : 'changed'
  }
  const key = keys.byId.get(doc.keyId)
  if (!key) return 'unknown_key'
  return doc.hash === key.hash(keyedText(doc)) ? undefined : 'changed'
}

type Unhashed = Omit<AuditDoc, 'hash'>

const factsOf = (doc: Unhashed): unknown[] => [
  doc._id,
  doc.time.toISOString(),
  doc.actor,
  doc.action,
  doc.target ?? null,
  doc.pageRoute ?? '',
  doc.address,
  doc.outcome,
  doc.status,
  doc.requestId,
]

const keyedText = (doc: Unhashed): string =>
  JSON.stringify([...factsOf(doc), doc.details ?? null, doc.keyId, doc.previous])

/**
 * Hashes an entry in the format used before keys existed. Anyone who can write to the store can forge such a chain.
 */
const unkeyedHash = (doc: Unhashed): string =>
  createHash('sha256')
    .update(JSON.stringify([...factsOf(doc), doc.previous]))
    .digest('hex')
