import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import {
  type calls,
  type ErrorDetail,
  MAX_METADATA_IMAGE_BYTES,
  messages,
  NEEDED_ASSET_TYPES,
  shortName,
} from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { type DecodedImage, ImageRefused, readImage } from '@wardtrack/images'
import {
  abandonedSignal,
  duplicate,
  type Handler,
  invalid,
  invalidMember,
  notFound,
} from '@wardtrack/service-kit'
import { type AddedPart, addToMapping } from './add-to-mapping.ts'
import { applyMappingChanges } from './apply-changes.ts'
import { editMapping, MAPPING, type Mapping } from './edit-mapping.ts'
import { entryOfSlot, type ImageSlot, imageInSlot, readImageSlot, withImage } from './image-slot.ts'
import type { GivenValue } from './mapping-change.ts'
import { type MetadataPart, withFormer } from './removed-metadata.ts'
import { discardImages, newImagePath, removeUnnamedImages, storeMetadataImage } from './store-image.ts'
import { toMetaMapping } from './visible-mapping.ts'

/** Sides in pixels. Images are shown small, so larger ones are scaled down to load lists of cards quickly. */
const PICTURE = { minSide: 8, maxSide: 6_000, fitSide: 1_024, output: 'same' } as const

type Upload = { key: string; slot: ImageSlot; img: string }

/**
 * Creates the handler of uploadMetaDataFiles. Every image is decoded before any is stored, and the mapping names all
 * of them or none.
 */
function createImageUpload(parts: ServiceParts): Handler<Actor, typeof calls.uploadMetaDataFiles> {
  return async ({ body: { id, imageInfo } }, context) => {
    context.target('metadata', id)
    context.auditDetails({ images: Object.keys(imageInfo) })
    const uploads = readUploads(imageInfo)
    await requireSlots(parts, id, uploads)
    const images = await decodeAll(parts, uploads, abandonedSignal(context.response))
    const paths = uploads.map(({ slot }, index) => newImagePath(wordsOf(slot), images[index]?.type ?? 'jpeg'))
    try {
      for (const [index, path] of paths.entries())
        await storeMetadataImage(parts, path, images[index]?.bytes ?? Buffer.alloc(0))
      await nameImages(parts, id, uploads, paths)
    } catch (error) {
      await discardImages(parts, paths)
      throw error
    }
    const data = Object.fromEntries(uploads.map(({ key }, index) => [key, paths[index] ?? '']))
    return { err: 0 as const, message: messages.imagesStored, data }
  }
}

/** @throws ApiError 400 */
function readUploads(imageInfo: Readonly<Record<string, { img: string }>>): Upload[] {
  const errors: ErrorDetail[] = []
  const uploads = Object.entries(imageInfo).flatMap(([key, { img }]): Upload[] => {
    const slot = readImageSlot(key)
    if (slot) return [{ key, slot, img }]
    errors.push({ path: `imageInfo.${key}`, message: messages.metadataPathUnknown })
    return []
  })
  if (errors.length > 0) throw invalid(errors)
  return uploads
}

/** Checks the slots before decoding. @throws ApiError 404 */
async function requireSlots({ db }: ServiceParts, id: string, uploads: readonly Upload[]): Promise<void> {
  const stored = id === MAPPING ? await db.models.metadata.findOne({ _id: MAPPING }) : null
  if (!stored) throw notFound()
  for (const { slot } of uploads) entryOfSlot(stored.types, slot)
}

/** @throws ApiError 400 naming each invalid image, 413, 429 */
async function decodeAll(
  { imageDecoder: decoder }: ServiceParts,
  uploads: readonly Upload[],
  signal: AbortSignal,
): Promise<DecodedImage[]> {
  const images: DecodedImage[] = []
  const errors: ErrorDetail[] = []
  for (const { key, img } of uploads) {
    try {
      images.push(await readImage(img, { ...PICTURE, decoder, signal, maxBytes: MAX_METADATA_IMAGE_BYTES }))
    } catch (error) {
      if (!(error instanceof ImageRefused)) throw error
      errors.push({ path: `imageInfo.${key}`, message: error.message })
    }
  }
  if (errors.length > 0) throw invalid(errors)
  return images
}

const wordsOf = (slot: ImageSlot): string[] =>
  slot.kind === 'icon' ? [slot.type, slot.name] : [slot.type, slot.name, slot.option, slot.member]

/** Adds the stored images to the mapping, and deletes those that they replace. */
async function nameImages(
  parts: ServiceParts,
  id: string,
  uploads: readonly Upload[],
  paths: readonly string[],
): Promise<void> {
  let before: MetadataDoc | undefined
  const saved = await editMapping(parts, { id }, (stored) => {
    before = stored
    let { types } = stored
    for (const [index, { slot }] of uploads.entries()) types = withImage(types, slot, paths[index])
    return { aliases: stored.aliases, types }
  })
  if (before) await removeUnnamedImages(parts, before, saved)
}

const PREFIX = '_aliases.'
type Query = Readonly<Record<string, GivenValue>>

/** Splits the paths of updateMetaDataMapping into aliases of types (`_aliases.{type}`) and entries. */
function splitQuery(query: Query): { aliases: [string, GivenValue][]; entries: Query } {
  const all = Object.entries(query)
  const isAlias = ([path]: [string, GivenValue]): boolean =>
    path.startsWith(PREFIX) && !path.slice(PREFIX.length).includes('.')
  return {
    aliases: all.filter(isAlias).map(([path, value]) => [path.slice(PREFIX.length), value]),
    entries: Object.fromEntries(all.filter((change) => !isAlias(change))),
  }
}

/**
 * Applies changes to the aliases of types, each by its type.
 * @throws ApiError 400 for an invalid alias or an unknown type, 409 'Already Exist'
 */
function renameTypes(
  { aliases, types }: Pick<Mapping, 'aliases' | 'types'>,
  changes: readonly (readonly [string, GivenValue])[],
): Record<string, string> {
  const parsedChanges = changes.map(([type, value]) => ({
    type,
    ...(Object.hasOwn(types, type) ? readAlias(type, value) : wrong(type, messages.metadataPathUnknown)),
  }))
  const errors = parsedChanges.flatMap(({ error }) => (error ? [error] : []))
  if (errors.length > 0) throw invalid(errors)
  const renamed = {
    ...aliases,
    ...Object.fromEntries(parsedChanges.map(({ type, alias = '' }) => [type, alias])),
  }
  for (const { type } of parsedChanges) checkUnique(renamed, Object.keys(types), type)
  return renamed
}

const wrong = (type: string, message: string): { alias?: string; error: ErrorDetail } => ({
  error: { path: `query.${PREFIX}${type}`, message },
})

function readAlias(type: string, value: GivenValue): { alias?: string; error?: ErrorDetail } {
  if (typeof value !== 'string' || value.trim() === '') return wrong(type, messages.fieldRequired)
  const read = shortName.safeParse(value)
  return read.success
    ? { alias: read.data }
    : wrong(type, read.error.issues[0]?.message ?? messages.fieldRequired)
}

/** Checks that no two types share a name or an alias, compared case-insensitively. @throws ApiError 409 */
function checkUnique(aliases: Record<string, string>, types: readonly string[], type: string): void {
  const alias = aliases[type]?.toLowerCase()
  const isTaken = types.some(
    (otherType) =>
      otherType !== type &&
      (otherType.toLowerCase() === alias || aliases[otherType]?.toLowerCase() === alias),
  )
  if (isTaken)
    throw duplicate(messages.metadataExists, [
      { path: `query.${PREFIX}${type}`, message: messages.metadataExists },
    ])
}

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
