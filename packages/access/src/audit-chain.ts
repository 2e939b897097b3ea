import { createHash, createHmac } from 'node:crypto'
import type { AuditDoc } from '@wardtrack/database'
import { deriveKey } from '@wardtrack/service-kit'

/** An audit entry before it has its number and its place in the chain. */
export type AuditEntry = Omit<AuditDoc, '_id' | 'previous' | 'hash' | 'keyId'>

/** A key of the audit log; `id` tells which one an entry was written with and is nothing to write with. */
export type AuditKey = { id: string; hash(text: string): string }

/** The keys of an installation: the first writes, the others verify what was written before it. */
export type AuditKeys = { current: AuditKey; byId: ReadonlyMap<string, AuditKey> }

const KEY_ID_LENGTH = 12

/** Makes the keys from secrets that are kept outside the store, the one in use first. */
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

/** The number and the hash of an entry: from the last one the chain goes on. */
export type ChainLink = Pick<AuditDoc, '_id' | 'hash'>

/** Numbers entries after the last one that is stored, each with the hash of the one before. */
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
 * Why a chain is broken at an entry:
 * - `missing`: entries before it are gone
 * - `unlinked`: it does not carry the hash of the one before
 * - `changed`: its content is not what was written
 * - `unkeyed`: it has no key, though entries before it have
 * - `unknown_key`: it was written with a key that is not known here
 * - `truncated`: the newest entries are gone, or were replaced
 */
export type ChainFault = 'missing' | 'unlinked' | 'changed' | 'unkeyed' | 'unknown_key' | 'truncated'

/** What is known of the entries so far while a chain is followed. */
export type ChainPosition = { last: ChainLink | undefined; isKeyed: boolean }

/** What is wrong with the entry that comes next in a chain; undefined when nothing is. */
export function faultOfNext(
  doc: AuditDoc,
  { last, isKeyed }: ChainPosition,
  keys: AuditKeys,
): ChainFault | undefined {
  if (last && doc._id !== last._id + 1) return 'missing'
  // The oldest entry that is kept has nothing to be compared with, unless it is the first that ever was.
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

/** How entries were hashed before there were keys: whoever can write to the store can make such a chain again. */
const unkeyedHash = (doc: Unhashed): string =>
  createHash('sha256')
    .update(JSON.stringify([...factsOf(doc), doc.previous]))
    .digest('hex')
