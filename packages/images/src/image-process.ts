import { writeFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import type { DecodeReply, DecodeRequest, ImageType } from './image-process.types.ts'
import { setProcessPriority } from './process-priority.ts'

const QUALITY = 92
/** At most some 1 GB/s of memory can be filled: so often it is looked at. */
const WATCH_MS = 5

/** Reads the head first: whatever size it claims is answered with the sizes that are allowed. */
async function decode(request: DecodeRequest): Promise<DecodeReply> {
  const { bytes, minSide, maxSide, output } = request
  const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const isSide = (side: number): boolean => side >= minSide && side <= maxSide
  if (!isSide(width) || !isSide(height)) return { refused: 'size' }
  const type = output === 'jpeg' || format === 'jpeg' ? 'jpeg' : format === 'png' ? 'png' : 'webp'
  const { data, info } = await encode(upright(request), type).toBuffer({ resolveWithObject: true })
  return { bytes: data, type, width: info.width, height: info.height }
}

/** Upright, as browsers show it: what told of the turn is not kept. */
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
  // Optimal codes would need all coefficients at once: 600 MB of the largest image, for a file smaller by a twentieth.
  return image.flatten({ background: '#ffffff' }).jpeg({ quality: QUALITY, optimiseCoding: false })
}

/** Only these three formats are decoded, whatever else the library knows, and by one thread. */
function limitLibrary(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
  })
  sharp.concurrency(1)
  sharp.cache(false)
}

/** Decoding runs on other threads, so that the watch goes on. An exit would wait for them; a signal does not. */
function watchMemory(memoryBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
}

/** When the machine itself runs short, the kernel ends this process and not the one that serves. */
function volunteerForOutOfMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // No such file outside Linux.
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
