import { writeFileSync } from 'node:fs'
import sharp from 'sharp'
import type { DecodeReply, DecodeRequest } from './image-process.types.ts'

const QUALITY = 92
/** At most some 1 GB/s of memory can be filled: so often it is looked at. */
const WATCH_MS = 5

/** Reads the head first: whatever size it claims is answered with the sizes that are allowed. */
async function decode({ bytes, minSide, maxSide }: DecodeRequest): Promise<DecodeReply> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  const isSide = (side: number): boolean => side >= minSide && side <= maxSide
  if (!isSide(width) || !isSide(height)) return { refused: 'size' }
  const { data: jpeg, info } = await sharp(bytes, {
    limitInputPixels: maxSide * maxSide,
    failOn: 'error',
    sequentialRead: true,
  })
    // Upright, as browsers show it: what told of the turn is not kept.
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    // Optimal codes would need all coefficients at once: 600 MB of the largest image, for a file smaller by a twentieth.
    .jpeg({ quality: QUALITY, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true })
  return { jpeg, width: info.width, height: info.height }
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
  watchMemory(request.memoryBytes)
  void decode(request)
    .catch((): DecodeReply => ({ refused: 'unreadable' }))
    .then((reply) => process.send?.(reply, () => process.exit(0)))
})
process.once('disconnect', () => process.exit(0))
limitLibrary()
volunteerForOutOfMemory()
