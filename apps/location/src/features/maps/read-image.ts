import { messages } from '@wardtrack/contracts'
import { ApiError, invalid } from '@wardtrack/service-kit'
import sharp from 'sharp'

/** A map image ready to be stored. */
export type MapImage = { jpeg: Buffer; width: number; height: number }

const MAX_BYTES = 10 * 1024 * 1024
const MIN_SIDE = 16
const MAX_SIDE = 10_000
const QUALITY = 92

/**
 * Decodes an uploaded image (base64, with or without a `data:` prefix) and makes it a JPEG of the same pixel size
 * without metadata. What it is is told by its bytes: JPEG, PNG or WebP.
 * @throws ApiError 413 above 10 MB, 400 'Map import failed' with the reason for everything else that is wrong
 */
export async function readImage(text: string): Promise<MapImage> {
  const bytes = decodeBase64(text)
  if (!isKnownFormat(bytes)) throw refuseImport('The image is no JPEG, PNG or WebP.')
  try {
    return await decodeInTurn(() => toJpeg(bytes))
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw refuseImport('The image could not be read.')
  }
}

let lastDecode: Promise<unknown> = Promise.resolve()

/** A decoded image of the largest size takes half a gigabyte: several at once could end the process. */
function decodeInTurn<T>(work: () => Promise<T>): Promise<T> {
  const result = lastDecode.then(work)
  lastDecode = result.catch(() => undefined)
  return result
}

async function toJpeg(bytes: Buffer): Promise<MapImage> {
  const options = { limitInputPixels: MAX_SIDE * MAX_SIDE, failOn: 'error', sequentialRead: true } as const
  // The head alone is read here: whatever size it claims is answered with the sizes that are allowed.
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!isSide(width) || !isSide(height)) throw refuseImport('Each side needs 16 to 10,000 pixels.')
  const { data: jpeg, info } = await sharp(bytes, options)
    // Upright, as browsers show it: what told of the turn is not kept.
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .jpeg({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  return { jpeg, width: info.width, height: info.height }
}

const isSide = (side: number): boolean => side >= MIN_SIDE && side <= MAX_SIDE

function decodeBase64(text: string): Buffer {
  const base64 = text.startsWith('data:') ? text.slice(text.indexOf(',') + 1) : text
  if (base64.length > Math.ceil(MAX_BYTES / 3) * 4 + 4) throw new ApiError('too_large', messages.tooLarge)
  // Line breaks go first: a pattern that skips them at two places takes quadratic time on a text full of them.
  const digits = base64.replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(digits)) throw refuseImport('The image is not base64.')
  const bytes = Buffer.from(digits, 'base64')
  if (bytes.length > MAX_BYTES) throw new ApiError('too_large', messages.tooLarge)
  return bytes
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

function isKnownFormat(bytes: Buffer): boolean {
  if (bytes.subarray(0, PNG.length).equals(PNG)) return true
  if (bytes.subarray(0, JPEG.length).equals(JPEG)) return true
  const tag = (at: number): string => bytes.toString('latin1', at, at + 4)
  return tag(0) === 'RIFF' && tag(8) === 'WEBP'
}

/** 400 'Map import failed' with the reason in `errors`. */
export const refuseImport = (reason: string, path = 'imgData.img'): ApiError =>
  invalid([{ path, message: reason }], messages.mapImportFailed)
