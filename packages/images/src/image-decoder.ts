import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { STORAGE_LIMITS } from '@wardtrack/database'
import { overloaded } from '@wardtrack/service-kit'
import type { DecodeReply, DecodeRequest, ImageType } from './image-process.types.ts'
import { decoderPriority, setProcessPriority } from './process-priority.ts'

/** A decoded image, encoded again without metadata. */
export type DecodedImage = { bytes: Buffer; type: ImageType; width: number; height: number }

/** Size limits of an image, and the format of the result. */
export type DecodeOptions = Pick<DecodeRequest, 'minSide' | 'maxSide' | 'output' | 'fitSide'>

/** The reason why an image was not decoded. */
export class ImageNotDecoded extends Error {
  override readonly name = 'ImageNotDecoded'
  readonly reason: 'size' | 'unreadable' | 'memory' | 'time' | 'abandoned'
  constructor(reason: ImageNotDecoded['reason']) {
    super(`the image was not decoded: ${reason}`)
    this.reason = reason
  }
}

/** Decodes images, one at a time, each in a separate process that ends afterwards. */
export type ImageDecoder = {
  /**
   * @param signal aborted when nobody waits for the image any more
   * @throws ImageNotDecoded
   * @throws ApiError 429 when too many images are waiting
   */
  decode(bytes: Buffer, options: DecodeOptions, signal: AbortSignal): Promise<DecodedImage>
  /** numbers of decoding processes and of waiting images */
  counts(): { running: number; waiting: number }
  close(): Promise<void>
}

/** Limits of decoding; smaller ones in tests. */
export type ImageDecoderOptions = {
  /** limit of the decoding process's resident memory; an image that needs more is refused */
  memoryMb?: number
  /** time limit for one image */
  timeoutMs?: number
  /** limit of waiting images, whose bytes are kept in memory */
  maxWaiting?: number
}

const TIMEOUT_MS = 30_000
const MAX_WAITING = 4
/** Seconds after which the sender should retry: about the time for one image of the largest size. */
const RETRY_AFTER = 5

/** The compiled file is used from `src` in tests and from `dist`. */
const ENTRY = fileURLToPath(new URL('../dist/image-process.js', import.meta.url))

/** Creates the decoder of a process. */
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
    // The child gets no environment of this process: code that decodes uploaded bytes must not know any secret.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-old-space-size=64'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const priority = decoderPriority()
  // The priority is set before decoding starts: starting takes half as long as decoding a picture.
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
    // The child killed itself, or the kernel did, both because of memory. Any other end is a fault of the library.
    if (reply === undefined) throw new ImageNotDecoded(endedBy === 'SIGKILL' ? 'memory' : 'unreadable')
    if ('refused' in reply) throw new ImageNotDecoded(reply.refused)
    const { buffer, byteOffset, byteLength } = reply.bytes
    return { ...reply, bytes: Buffer.from(buffer, byteOffset, byteLength) }
  } finally {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', onAbort)
  }
}

/** Resolves when the process has ended, so that never more than one is running. */
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
    // The child may end before it reads the message: `close` reports how.
    child.send(request, () => undefined)
  })
}
