import { type MetaEntry, metadataName, optionName } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { notFound } from '@wardtrack/service-kit'

/** Position of an image in the mapping: with an entry, or with one of its options. */
export type ImageSlot = { type: string; name: string } & (
  | { kind: 'icon' }
  | { kind: 'option'; option: string; member: 'image' | 'secondaryImage' }
)

type Types = MetadataDoc['types']

/**
 * Reads a key of uploadMetaDataFiles: `{type}#{name}#icon`, `{type}#{name}#{option}` or
 * `{type}#{name}#{option}.secondaryImage`.
 */
export function readImageSlot(key: string): ImageSlot | undefined {
  const [type = '', name = '', place = '', ...surplus] = key.split('#')
  if (surplus.length > 0 || !metadataName.safeParse(type).success || !metadataName.safeParse(name).success)
    return undefined
  if (place === 'icon') return { type, name, kind: 'icon' }
  const [option = '', member = 'image', ...nested] = place.split('.')
  const read = optionName.safeParse(option)
  const isMember = member === 'image' || member === 'secondaryImage'
  if (nested.length > 0 || !isMember || !read.success || read.data !== option) return undefined
  return { type, name, kind: 'option', option, member }
}

/** Returns the entry of a slot. @throws ApiError 404 without the entry or the option */
export function entryOfSlot(types: Types, slot: ImageSlot): MetaEntry {
  const entries = Object.hasOwn(types, slot.type) ? types[slot.type] : undefined
  const entry = entries && Object.hasOwn(entries, slot.name) ? entries[slot.name] : undefined
  if (!entry || (slot.kind === 'option' && !Object.hasOwn(entry.Options ?? {}, slot.option))) throw notFound()
  return entry
}

/** Returns the path of the image in a slot; undefined for an empty slot. @throws ApiError 404 */
export function imageInSlot(types: Types, slot: ImageSlot): string | undefined {
  const entry = entryOfSlot(types, slot)
  return slot.kind === 'icon' ? entry.icon : entry.Options?.[slot.option]?.[slot.member]
}

/** Replaces or removes the image in a slot. @throws ApiError 404 */
export function withImage(types: Types, slot: ImageSlot, path: string | undefined): Types {
  const entry = entryOfSlot(types, slot)
  return { ...types, [slot.type]: { ...types[slot.type], [slot.name]: entryWithImage(entry, slot, path) } }
}

function entryWithImage(entry: MetaEntry, slot: ImageSlot, path: string | undefined): MetaEntry {
  if (slot.kind === 'icon') {
    const { icon: _before, ...members } = entry
    return path === undefined ? members : { ...members, icon: path }
  }
  const option = entry.Options?.[slot.option]
  if (!option) throw notFound()
  const { [slot.member]: _before, ...members } = option
  const changed = path === undefined ? members : { ...members, [slot.member]: path }
  return { ...entry, Options: { ...entry.Options, [slot.option]: changed } }
}
