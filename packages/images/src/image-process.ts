import { writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import type { DecodeReply, DecodeRequest, ImageType } from './image-process.types.ts'
import { setProcessPriority } from './process-priority.ts'

const QUALITY = 92
/** Interval of the memory checks: memory can grow by about 1 GB/s. */
const WATCH_MS = 5

/** Decodes an image. The header is read first: an image with a forbidden size is refused with the allowed sizes. */
async function decode(request: DecodeRequest): Promise<DecodeReply> {
  const { bytes, minSide, maxSide, output } = request
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const isSide = (side: number): boolean => side >= minSide && side <= maxSide
  if (!isSide(width) || !isSide(height)) return { refused: 'size' }
  const type = output === 'jpeg' || format === 'jpeg' ? 'jpeg' : format === 'png' ? 'png' : 'webp'
  const { data, info } = await encode(upright(request), type).toBuffer({ resolveWithObject: true })
  return { bytes: data, type, width: info.width, height: info.height }
}

/** Rotates an image upright, as browsers show it; the metadata about the rotation is dropped. */
function upright({ bytes, maxSide, fitSide }: DecodeRequest): Sharp {
  const image = sharp(bytes, {
    limitInputPixels: maxSide * maxSide,
    failOn: 'error',
    sequentialRead: true,
  }).autoOrient()
  const fitted =
    fitSide === undefined
      ? image
      : image.resize({ width: fitSide, height: fitSide, fit: 'inside', withoutEnlargement: true })
  return fitted.toColourspace('srgb')
}

function encode(image: Sharp, type: ImageType): Sharp {
  if (type === 'png') return image.png()
  if (type === 'webp') return image.webp({ quality: QUALITY })
  // Optimal codes would need all coefficients in memory: 600 MB for the largest image, for a file smaller by a
  // twentieth.
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, optimiseCoding: false })
}

/** Restricts the library to these three formats and to one thread. */
function limitLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Watches memory while other threads decode. An exit would wait for these threads; a signal does not. */
function watchMemory(memoryBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
}

/** Makes the kernel end this process, not the serving one, when the machine runs out of memory. */
function volunteerForOutOfMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // The file exists only on Linux.
  }
}

process.once('message', (request: DecodeRequest) => {
  setProcessPriority(process.pid, request.priority)
  watchMemory(request.memoryBytes)
  void decode(request)
    .catch((): DecodeReply => ({ refused: 'unreadable' }))
    .then((reply) => process.send?.(reply, () => process.exit(0)))
})
process.once('disconnect', () => process.exit(0))
limitLibrary()
volunteerForOutOfMemory()
