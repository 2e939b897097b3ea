import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { STORAGE_LIMITS } from '@wardtrack/database'
import { overloaded } from '@wardtrack/service-kit'
import type { DecodeReply, DecodeRequest, ImageType } from './image-process.types.ts'
import { decoderPriority, setProcessPriority } from './process-priority.ts'

/** An image that was decoded and written anew, without metadata. */
export type DecodedImage = { bytes: Buffer; type: ImageType; width: number; height: number }

/** How large an image may be, and what becomes of it. */
export type DecodeOptions = Pick<DecodeRequest, 'minSide' | 'maxSide' | 'output' | 'fitSide'>

/** Why an image was not decoded. */
export class ImageNotDecoded extends Error {
  override readonly name = 'ImageNotDecoded'
  readonly reason: 'size' | 'unreadable' | 'memory' | 'time' | 'abandoned'
  constructor(reason: ImageNotDecoded['reason']) {
    super(`the image was not decoded: ${reason}`)
    this.reason = reason
  }
}

/** Decodes images, each in a process of its own that ends with it, one at a time. */
export type ImageDecoder = {
  /**
   * @param signal aborted when nobody waits for the image any more
   * @throws ImageNotDecoded
   * @throws ApiError 429 while as many wait as may
   */
  decode(bytes: Buffer, options: DecodeOptions, signal: AbortSignal): Promise<DecodedImage>
  /** processes that decode, and images that wait for theirs */
  counts(): { running: number; waiting: number }
  close(): Promise<void>
}

/** Bounds of decoding; smaller ones in tests. */
export type ImageDecoderOptions = {
  /** resident memory of the process that decodes; an image that needs more is refused */
  memoryMb?: number
  /** how long one image may take */
  timeoutMs?: number
  /** images that may wait; each holds its bytes */
  maxWaiting?: number
}

const TIMEOUT_MS = 30_000
const MAX_WAITING = 4
/** Seconds after which the sender is asked to come again: about one image of the largest size. */
const RETRY_AFTER = 5

/** The same from `src` in tests and from `dist`. */
const ENTRY = fileURLToPath(new URL('../dist/image-process.js', import.meta.url))

/** Makes the decoder of a process. */
export function createImageDecoder(options: ImageDecoderOptions = {}): ImageDecoder {
  const {
    memoryMb = STORAGE_LIMITS.imageMemoryMb,
    timeoutMs = TIMEOUT_MS,
    maxWaiting = MAX_WAITING,
  } = options
  const closing = new AbortController()
  const counts = { running: 0, waiting: 0 }
  let last: Promise<unknown> = Promise.resolve()

  const run = async (
    bytes: Buffer,
    decodeOptions: DecodeOptions,
    signals: readonly AbortSignal[],
  ): Promise<DecodedImage> => {
    counts.waiting -= 1
    if (isAborted(signals)) throw new ImageNotDecoded('abandoned')
    counts.running += 1
    try {
      const request = { ...decodeOptions, bytes, memoryBytes: memoryMb * 1024 ** 2 }
      const image = await decodeInProcess(request, { signals, timeoutMs })
      if (isAborted(signals)) throw new ImageNotDecoded('abandoned')
      return image
    } finally {
      counts.running -= 1
    }
  }
  return {
    decode: async (bytes, decodeOptions, abandoned) => {
      if (counts.waiting >= maxWaiting) throw overloaded(RETRY_AFTER)
      counts.waiting += 1
      const decoding = last.then(() => run(bytes, decodeOptions, [abandoned, closing.signal]))
      last = decoding.catch(() => undefined)
      return decoding
    },
    counts: () => ({ ...counts }),
    close: async () => {
      closing.abort()
      await last
    },
  }
}

const isAborted = (signals: readonly AbortSignal[]): boolean => signals.some(({ aborted }) => aborted)

async function decodeInProcess(
  request: Omit<DecodeRequest, 'priority'>,
  { signals, timeoutMs }: { signals: readonly AbortSignal[]; timeoutMs: number },
): Promise<DecodedImage> {
  const child = fork(ENTRY, [], {
    // Nothing of this process's environment: what decodes uploaded bytes must know no secret.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const priority = decoderPriority()
  // Before it decodes it has to start, which takes half of the time that a picture does.
  if (child.pid !== undefined) setProcessPriority(child.pid, priority)
  let ended: 'time' | 'abandoned' | undefined
  const end = (reason: 'time' | 'abandoned'): void => {
    ended ??= reason
    child.kill('SIGKILL')
  }
  const onAbort = (): void => end('abandoned')
  const timer = setTimeout(() => end('time'), timeoutMs)
  for (const signal of signals) signal.addEventListener('abort', onAbort)
  try {
    const { reply, signal: endedBy } = await outcomeOf(child, { ...request, priority })
    if (ended) throw new ImageNotDecoded(ended)
    // It killed itself, or the kernel did: both for its memory. Any other end is a fault of the library.
    if (reply === undefined) throw new ImageNotDecoded(endedBy === 'SIGKILL' ? 'memory' : 'unreadable')
    if ('refused' in reply) throw new ImageNotDecoded(reply.refused)
    const { buffer, byteOffset, byteLength } = reply.bytes
    return { ...reply, bytes: Buffer.from(buffer, byteOffset, byteLength) }
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }
}

/** Resolves when the process has ended, so that there is never more than one of them. */
function outcomeOf(
  child: ChildProcess,
  request: DecodeRequest,
): Promise<{ reply: DecodeReply | undefined; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    let reply: DecodeReply | undefined
    child.once('message', (message: DecodeReply) => {
      reply = message
    })
    child.once('error', reject)
    child.once('close', (_code, signal) => resolve({ reply, signal }))
    // It may end before it has read: `close` tells how.
    child.send(request, () => undefined)
  })
}
