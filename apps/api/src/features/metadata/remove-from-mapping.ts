import { messages, NEEDED_ASSET_TYPES } from '@wardtrack/contracts'
import { invalidMember, notFound } from '@wardtrack/service-kit'
import type { Mapping } from './edit-mapping.ts'
import { type MetadataPart, withFormer } from './removed-metadata.ts'

/**
 * Removes an asset type, or one of its entries, from the mapping. Assets keep their values.
 * @throws ApiError 400 for a type that the product needs, 404 for an unknown part
 */
export function removeFromMapping(mapping: Mapping, part: MetadataPart): Mapping {
  const { type, name } = part
  const { [type]: entries, ...otherTypes } = mapping.types
  if (!Object.hasOwn(mapping.types, type) || !entries) throw notFound()
  if (name === undefined) {
    if (NEEDED_ASSET_TYPES.includes(type)) throw invalidMember('type', messages.metadataTypeNeeded)
    const { [type]: _alias, ...aliases } = mapping.aliases
    return { aliases, types: otherTypes, removed: withFormer(mapping.removed, part, entries) }
  }
  const { [name]: entry, ...others } = entries
  if (!Object.hasOwn(entries, name) || !entry) throw notFound()
  return {
    aliases: mapping.aliases,
    types: { ...mapping.types, [type]: others },
    removed: withFormer(mapping.removed, part, { [name]: entry }),
  }
}
