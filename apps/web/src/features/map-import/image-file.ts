import { formatBytes } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Size } from '../../map-engine/index.ts'

/** Limits of the server: bytes, and pixels along each side. */
export const limits = { bytes: 10 * 1024 * 1024, smallestSide: 16, largestSide: 10_000 } as const

/** An image that can be imported. */
export interface PlanFile {
  readonly name: string
  readonly bytes: number
  readonly size: Size
  readonly image: ImageBitmap
  /** Encodes the file as base64 with its `data:` prefix, for the call. */
  readonly encode: () => Promise<string>
}

/** Error of a file that is no valid plan, with a sentence to show. */
export class PlanFileError extends Error {
  override readonly name = 'NoPlan'
}

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)
const textAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4))

/** Checks that a file is a JPEG, PNG or WebP by its first bytes, because its name is not reliable. */
export function isPlanFormat(bytes: Uint8Array): boolean {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return true
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return true
  return textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP'
}

const isSide = (side: number): boolean => side >= limits.smallestSide && side <= limits.largestSide

/**
 * Checks a chosen file before anything is sent.
 * @throws PlanFileError if it is too large, no JPEG, PNG or WebP, unreadable, or has too few or too many pixels
 */
export async function readPlanFile(file: File): Promise<PlanFile> {
  if (file.size > limits.bytes)
    throw new PlanFileError(translate('map-import:image.tooLarge', { size: formatBytes(file.size) }))
  if (!isPlanFormat(new Uint8Array(await file.slice(0, 16).arrayBuffer())))
    throw new PlanFileError(translate('map-import:image.wrongFormat'))
  const image = await createImageBitmap(file).catch(() => {
    throw new PlanFileError(translate('map-import:image.damaged'))
  })
  const { width, height } = image
  if (!isSide(width) || !isSide(height)) {
    image.close()
    throw new PlanFileError(translate('map-import:image.wrongSides', { width, height }))
  }
  return { name: file.name, bytes: file.size, size: { width, height }, image, encode: () => base64Of(file) }
}

function base64Of(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () =>
      reject(new PlanFileError(translate('map-import:image.unreadable'))),
    )
    reader.readAsDataURL(file)
  })
}
