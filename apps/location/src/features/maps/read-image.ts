import { messages } from '@wardtrack/contracts'
import { ApiError, invalid } from '@wardtrack/service-kit'
import { type ImageDecoder, ImageNotDecoded, type MapImage } from './image-decoder.ts'

const MAX_BYTES = 10 * 1024 * 1024

const REASONS: Readonly<Record<ImageNotDecoded['reason'], string>> = {
  size: 'Each side needs 16 to 10,000 pixels.',
  unreadable: 'The image could not be read.',
  memory:
    'The image takes too much memory to decode: save it smaller, with 8 bits a colour, or not interlaced.',
  time: 'The image took too long to decode: save it smaller.',
  abandoned: 'The upload was cut off.',
}

/**
 * Decodes an uploaded image (base64, with or without a `data:` prefix) and makes it a JPEG of the same pixel size
 * without metadata. What it is is told by its bytes: JPEG, PNG or WebP.
 * @param signal aborted when nobody waits for it any more
 * @throws ApiError 413 above 10 MB, 429 while too many wait, 400 'Map import failed' with the reason for everything
 * else that is wrong
 */
export async function readImage(text: string, decoder: ImageDecoder, signal: AbortSignal): Promise<MapImage> {
  const bytes = decodeBase64(text)
  if (!isKnownFormat(bytes)) throw refuseImport('The image is no JPEG, PNG or WebP.')
  try {
    return await decoder.decode(bytes, signal)
  } catch (error) {
    if (error instanceof ImageNotDecoded) throw refuseImport(REASONS[error.reason])
    throw error
  }
}

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
