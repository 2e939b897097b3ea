import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { type calls, messages, NEEDED_ASSET_TYPES } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { type Handler, invalidMember, notFound } from '@wardtrack/service-kit'
import { type AddedPart, addToMapping } from './add-to-mapping.ts'
import { applyMappingChanges } from './apply-changes.ts'
import { editMapping, MAPPING, type Mapping } from './edit-mapping.ts'
import { entryOfSlot, type ImageSlot, imageInSlot, withImage } from './image-slot.ts'
import { type MetadataPart, withFormer } from './removed-metadata.ts'
import { renameTypes, splitQuery } from './rename-types.ts'
import { removeUnnamedImages } from './store-image.ts'
import { createImageUpload } from './upload-images.ts'
import { toMetaMapping } from './visible-mapping.ts'

/**
 * Removes an asset type, or one of its entries, from the mapping. Assets keep their values.
 * @throws ApiError 400 for a type that the product needs, 404 for an unknown part
 */
function removeFromMapping(mapping: Mapping, part: MetadataPart): Mapping {
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

type MetadataService = {
  update: Handler<Actor, typeof calls.updateMetaDataMapping>
  add: Handler<Actor, typeof calls.saveNewMetaDataMapping>
  remove: Handler<Actor, typeof calls.removeMetaDataMapping>
  uploadImages: Handler<Actor, typeof calls.uploadMetaDataFiles>
  removeImage: Handler<Actor, typeof calls.deleteAliasImage>
}

/** Creates the service that changes the metadata mapping and its images. */
export function createMetadataService(parts: ServiceParts): MetadataService {
  return {
    update: async ({ body: { id, query, revision } }, context) => {
      context.target('metadata', id)
      context.auditDetails({ changed: Object.keys(query) })
      let before: MetadataDoc | undefined
      const saved = await editMapping(parts, { id, revision }, (stored) => {
        before = stored
        const { aliases, entries } = splitQuery(query)
        return {
          aliases: renameTypes(stored, aliases),
          types: applyMappingChanges(stored.types, entries),
        }
      })
      if (before) await removeUnnamedImages(parts, before, saved)
      const data = toMetaMapping(saved, sessionOf(context.actor))
      return { err: 0 as const, message: messages.metadataSaved, data }
    },
    add: async ({ body: { newMetaData, newMetaAlias = '' } }, context) => {
      context.target('metadata', newMetaData)
      let data: AddedPart = {}
      await editMapping(parts, { id: MAPPING }, (stored) => {
        const { mapping, added } = addToMapping(stored, newMetaData, newMetaAlias)
        data = added
        return mapping
      })
      return { err: 0 as const, message: messages.metadataAdded, data }
    },
    remove: async ({ body: { id, type, name, revision } }, context) => {
      context.target('metadata', name === undefined ? type : `${type}.${name}`)
      let before: MetadataDoc | undefined
      const saved = await editMapping(parts, { id, revision }, (stored) => {
        before = stored
        return removeFromMapping(stored, { type, name })
      })
      if (before) await removeUnnamedImages(parts, before, saved)
      const data = toMetaMapping(saved, sessionOf(context.actor))
      return { err: 0 as const, message: messages.metadataRemoved, data }
    },
    uploadImages: createImageUpload(parts),
    removeImage: async (
      { body: { id, flag, type, parent: name, item = '', sub: member = 'image' } },
      context,
    ) => {
      const slot: ImageSlot =
        flag === 'icon' ? { kind: 'icon', type, name } : { kind: 'option', type, name, option: item, member }
      context.target('metadata', `${type}.${name}`)
      let before: MetadataDoc | undefined
      const saved = await editMapping(parts, { id }, (stored) => {
        if (imageInSlot(stored.types, slot) === undefined) throw notFound()
        before = stored
        return { aliases: stored.aliases, types: withImage(stored.types, slot, undefined) }
      })
      if (before) await removeUnnamedImages(parts, before, saved)
      return {
        err: 0 as const,
        message: messages.imageRemoved,
        data: entryOfSlot(saved.types, { ...slot, kind: 'icon' }),
      }
    },
  }
}
