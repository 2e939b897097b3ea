import { isSealed, type KeyRing, keyIdOf } from '@wardtrack/encryption'
import { openDocument } from './open-document.ts'
import { sealDocument } from './seal-document.ts'
import { isObject, type SealingState } from './seal-values.ts'
import { type SealedCollection, sealedMembers } from './sealed-members.ts'

type Doc = Record<string, unknown>

/** The write that updates a stored document to the rules and the current key, unless it was changed meanwhile. */
export type Alignment = { filter: Doc; update: { $set?: Doc; $unset?: Doc } }

/** Members derived from the sealed ones. */
const DERIVED = ['Blind', 'SearchGrams', 'SearchWords', 'SearchText'] as const

/**
 * Returns the write that a document needs to match the rules and the current key; undefined when none is needed.
 * @param raw document as stored
 */
export function alignmentOf(
  state: SealingState,
  collection: SealedCollection,
  raw: Doc,
  assetType: string | undefined,
): Alignment | undefined {
  const members = sealedMembers(collection).filter(
    (member) => raw[member] !== undefined && raw[member] !== null,
  )
  if (members.length === 0) return undefined
  let isReadable = true
  const copies = Object.fromEntries(members.map((member) => [member, copyOf(raw[member])]))
  const plain = openDocument(state.ring, collection, { ...raw, ...copies }, () => {
    isReadable = false
  })
  // Unreadable values stay unchanged: another key may open them later.
  if (!isReadable) return undefined
  const aligned = sealDocument(state, collection, plain, assetType)
  const $set: Doc = {}
  const $unset: Doc = {}
  for (const member of members)
    if (!isStoredAs(state.ring, raw[member], aligned[member])) $set[member] = aligned[member]
  for (const name of DERIVED)
    if (JSON.stringify(raw[name]) !== JSON.stringify(aligned[name])) {
      if (aligned[name] === undefined) $unset[name] = ''
      else $set[name] = aligned[name]
    }
  const names = [...Object.keys($set), ...Object.keys($unset)]
  if (names.length === 0) return undefined
  const unchanged = Object.fromEntries(
    [...new Set([...members, ...names])].map((name) => [
      name,
      raw[name] === undefined ? { $exists: false } : raw[name],
    ]),
  )
  return {
    filter: { _id: raw['_id'], ...unchanged },
    update: {
      ...(Object.keys($set).length > 0 ? { $set } : {}),
      ...(Object.keys($unset).length > 0 ? { $unset } : {}),
    },
  }
}

/**
 * Returns true if a stored value is as wanted: sealed with the current key if it should be sealed, otherwise plain.
 */
function isStoredAs(ring: KeyRing, stored: unknown, aligned: unknown): boolean {
  if (isSealed(aligned)) return keyIdOf(stored) === ring.state().current
  if (Array.isArray(aligned))
    return (
      Array.isArray(stored) &&
      stored.length === aligned.length &&
      aligned.every((element, index) => isStoredAs(ring, stored[index], element))
    )
  if (!isObject(aligned))
    return Object.is(stored, aligned) || JSON.stringify(stored) === JSON.stringify(aligned)
  if (!isObject(stored)) return false
  const names = Object.keys(aligned)
  return (
    names.length === Object.keys(stored).length &&
    names.every((name) => isStoredAs(ring, stored[name], aligned[name]))
  )
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOf(part)]))
}
