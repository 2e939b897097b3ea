import { messages } from '@wardtrack/contracts'
import { type ImageDecoder, ImageRefused, readImage } from '@wardtrack/images'
import { type ApiError, invalid } from '@wardtrack/service-kit'

/** A map image ready to be stored. */
export type MapImage = { jpeg: Buffer; width: number; height: number }

/** Limits of a map image; sides in pixels. */
const MAP_IMAGE = { maxBytes: 10 * 1024 * 1024, minSide: 16, maxSide: 10_000, output: 'jpeg' } as const

/**
 * Converts an uploaded map image to a JPEG of the same pixel size without metadata, see `readImage`.
 * @param signal aborted when the requester no longer waits
 * @throws ApiError 413 above 10 MB, 429 while too many wait, 400 'Map import failed' with the reason for every other
 * error
 */
export async function readMapImage(
  text: string,
  decoder: ImageDecoder,
  signal: AbortSignal,
): Promise<MapImage> {
  try {
    const { bytes, width, height } = await readImage(text, { ...MAP_IMAGE, decoder, signal })
    return { jpeg: bytes, width, height }
  } catch (error) {
    if (error instanceof ImageRefused) throw refuseImport(error.message)
    throw error
  }
}

/** Creates the error 400 'Map import failed' with the reason in `errors`. */
const refuseImport = (reason: string): ApiError =>
  invalid([{ path: 'imgData.img', message: reason }], messages.mapImportFailed)
