import { isSealed, type KeyRing, keyIdOf } from '@wardtrack/encryption'
import { openDocument } from './open-document.ts'
import { sealDocument } from './seal-document.ts'
import { isObject, type SealingState } from './seal-values.ts'
import { type SealedCollection, sealedMembers } from './sealed-members.ts'

type Doc = Record<string, unknown>

/** The write that brings a stored document in line with the rules and the current key, if nobody changed it meanwhile. */
export type Alignment = { filter: Doc; update: { $set?: Doc; $unset?: Doc } }

/** Members that follow from the sealed ones. */
const DERIVED = ['Blind', 'SearchGrams', 'SearchWords', 'SearchText'] as const

/**
 * What a document lacks to be stored as the rules say, with the current key; undefined when nothing.
 * @param raw as it is stored
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
  // What cannot be opened stays as it is: another key may open it some day.
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

/** Whether a stored value is the wanted one: sealed with the current key where that one is sealed, and plain where not. */
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
