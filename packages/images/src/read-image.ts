import { messages } from '@wardtrack/contracts'
import { ApiError, createTurns } from '@wardtrack/service-kit'
import { type DecodedImage, type DecodeOptions, type ImageDecoder, ImageNotDecoded } from './image-decoder.ts'

/** Refusal of an uploaded image; `message` explains it to people. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}

/** Limits of an upload, and the decoder to use. */
export type ReadImageOptions = DecodeOptions & {
  decoder: ImageDecoder
  /** aborted when nobody waits for the image any more */
  signal: AbortSignal
  /** size limit of the image file in bytes */
  maxBytes: number
}

/**
 * Decodes an uploaded image (base64, with or without a `data:` prefix) and encodes it again without metadata. The
 * bytes decide the format: JPEG, PNG or WebP.
 * @throws ImageRefused
 * @throws ApiError 413 when it is too large, 429 when too many images are waiting
 */
export async function readImage(text: string, options: ReadImageOptions): Promise<DecodedImage> {
  const { decoder, signal, maxBytes, ...decodeOptions } = options
  const bytes = await decodeBase64(text, maxBytes)
  if (!isKnownFormat(bytes)) throw new ImageRefused('Use a JPEG, PNG or WebP image.')
  try {
    return await decoder.decode(bytes, decodeOptions, signal)
  } catch (error) {
    if (error instanceof ImageNotDecoded) throw new ImageRefused(reasonOf(error, options))
    throw error
  }
}

function reasonOf({ reason }: ImageNotDecoded, { minSide, maxSide }: DecodeOptions): string {
  const sides = `${minSide} to ${maxSide.toLocaleString('en')}`
  const reasons: Record<ImageNotDecoded['reason'], string> = {
    size: `Each side needs ${sides} pixels.`,
    unreadable: 'The image could not be read.',
    memory:
      'The image takes too much memory to decode: save it smaller, with 8 bits a colour, or not interlaced.',
    time: 'The image took too long to decode: save it smaller.',
    abandoned: 'The upload was cut off.',
  }
  return reasons[reason]
}

/** Characters that are decoded before other requests get a turn; a multiple of 4. */
const SLICE = 256 * 1024

async function decodeBase64(text: string, maxBytes: number): Promise<Buffer> {
  const start = text.startsWith('data:') ? text.indexOf(',', 0) + 1 : 0
  if (text.length - start > Math.ceil(maxBytes / 3) * 4 + 4)
    throw new ApiError('too_large', messages.tooLarge)
  const parts: Buffer[] = []
  const turn = createTurns()
  let waiting = ''
  for (let at = start; at < text.length; at += SLICE) {
    await turn()
    const isLast = at + SLICE >= text.length
    // Line breaks are removed first: a pattern that skips them at two positions takes quadratic time on many line
    // breaks.
    const digits = waiting + text.slice(at, at + SLICE).replaceAll(/\s/g, '')
    const end = isLast ? digits.length : digits.length - 4 - (digits.length % 4)
    const whole = digits.slice(0, Math.max(0, end))
    waiting = digits.slice(whole.length)
    if (!(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(whole))
      throw new ImageRefused('The image is not base64.')
    parts.push(Buffer.from(whole, 'base64'))
  }
  const bytes = Buffer.concat(parts)
  if (bytes.length === 0) throw new ImageRefused('The image is not base64.')
  if (bytes.length > maxBytes) throw new ApiError('too_large', messages.tooLarge)
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
