import { MAPPING_LIMITS, type MetaEntry } from '@wardtrack/contracts'
import type { RemovedMetadata } from '@wardtrack/database'

type Entries = Record<string, MetaEntry>
type Removed = RemovedMetadata | undefined
/** Asset type or, with `name`, one of its entries. */
export type MetadataPart = { type: string; name?: string | undefined }

const NOTHING: RemovedMetadata = { types: {}, entries: {} }

const memberOf = <T>(record: Record<string, T> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined

/** Returns the entries of a type at its removal. */
export const formerType = (removed: Removed, type: string): Entries | undefined =>
  memberOf(removed?.types, type)

/** Returns an entry at its removal. */
export const formerEntry = (removed: Removed, type: string, name: string): MetaEntry | undefined =>
  memberOf(memberOf(removed?.entries, type), name)

/** Returns the removed parts without a restored one; no change when the part was not stored. */
export function withoutFormer(removed: Removed, { type, name }: MetadataPart): { removed?: RemovedMetadata } {
  if (!removed) return {}
  if (name === undefined) {
    const { [type]: _restored, ...types } = removed.types
    return { removed: { ...removed, types } }
  }
  const { [name]: _restored, ...entries } = memberOf(removed.entries, type) ?? {}
  return { removed: { ...removed, entries: { ...removed.entries, [type]: entries } } }
}

/** Returns the removed parts with a new one. Only the newest are kept, as many as a mapping may hold. */
export function withFormer(
  removed: RemovedMetadata = NOTHING,
  { type, name }: MetadataPart,
  entries: Entries,
): RemovedMetadata {
  const bare = Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, withoutImages(entry)]))
  if (name === undefined) {
    const { [type]: _older, ...types } = removed.types
    return { ...removed, types: newest({ ...types, [type]: bare }, MAPPING_LIMITS.types) }
  }
  const { [name]: _older, ...others } = memberOf(removed.entries, type) ?? {}
  const { [type]: _same, ...otherTypes } = removed.entries
  const remembered = newest({ ...others, ...bare }, MAPPING_LIMITS.entries)
  return { ...removed, entries: newest({ ...otherTypes, [type]: remembered }, MAPPING_LIMITS.types) }
}

const newest = <T>(record: Record<string, T>, limit: number): Record<string, T> =>
  Object.fromEntries(Object.entries(record).slice(-limit))

/** Image files are deleted with the entry. */
function withoutImages({ icon: _icon, Options, ...entry }: MetaEntry): MetaEntry {
  if (!Options) return entry
  const options = Object.entries(Options).map(([code, { alias }]) => [code, { alias }] as const)
  return { ...entry, Options: Object.fromEntries(options) }
}
