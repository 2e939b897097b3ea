import type { Actor, ServiceParts } from '@wardtrack/access'
import { type calls, type ErrorDetail, MAX_METADATA_IMAGE_BYTES, messages } from '@wardtrack/contracts'
import type { MetadataDoc } from '@wardtrack/database'
import { type DecodedImage, ImageRefused, readImage } from '@wardtrack/images'
import { abandonedSignal, type Handler, invalid, notFound } from '@wardtrack/service-kit'
import { editMapping, MAPPING } from './edit-mapping.ts'
import { entryOfSlot, type ImageSlot, readImageSlot, withImage } from './image-slot.ts'
import { discardImages, newImagePath, removeUnnamedImages, storeMetadataImage } from './store-image.ts'

/** Sides in pixels. Images are shown small, so larger ones are scaled down to load lists of cards quickly. */
const PICTURE = { minSide: 8, maxSide: 6_000, fitSide: 1_024, output: 'same' } as const

type Upload = { key: string; slot: ImageSlot; img: string }

/**
 * Creates the handler of uploadMetaDataFiles. Every image is decoded before any is stored, and the mapping names all
 * of them or none.
 */
export function createImageUpload(parts: ServiceParts): Handler<Actor, typeof calls.uploadMetaDataFiles> {
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
