import { MAX_INGEST_BYTES, MAX_ITEMS } from '@wardtrack/contracts'
import { overloaded } from '@wardtrack/service-kit'
import { createFormatLanes, type Turn } from './format-lanes.ts'
import type {
  FormatFailure,
  FormatJob,
  FormatLimits,
  FormatOutcome,
  FormatReply,
} from './format-process.types.ts'

export type { FormatJob, FormatOutcome } from './format-process.types.ts'

import { createFormatProcess, type FormatProcess } from './format-process-handle.ts'

/**
 * Evaluates providers' expressions in virtual machines, one for each lane, in separate processes. A lane never has
 * more than one evaluation in progress, and lanes take turns.
 */
export type FormatRunner = {
  /** @throws ApiError 429 when too many wait, or shortly after an expression had to be ended */
  run(job: FormatJob): Promise<FormatOutcome>
  /** number of waiting and running jobs */
  depth(): number
  close(): Promise<void>
}

/** Options of the runner; smaller in tests. */
export type FormatRunnerOptions = {
  processes?: number
  limits?: Partial<FormatLimits>
  /** milliseconds until an expression is tried again after it had to be ended */
  pauseMs?: number
}

export const FORMAT_LIMITS: FormatLimits = {
  timeMs: 5_000,
  depth: 400,
  sequence: 100_000,
  items: MAX_ITEMS,
  characters: MAX_INGEST_BYTES,
}
/** Failures after which an expression is paused before the next try. */
const COSTLY: readonly FormatFailure['reason'][] = ['time', 'memory']
const PROCESSES = 2
const PAUSE_MS = 5_000

/** Creates the runner; processes start with the first jobs. */
export function createFormatRunner(options: FormatRunnerOptions = {}): FormatRunner {
  const limits = { ...FORMAT_LIMITS, ...options.limits }
  const { processes: maxProcesses = PROCESSES, pauseMs = PAUSE_MS } = options
  const lanes = createFormatLanes({ maxSlow: Math.max(1, maxProcesses - 1), pauseMs })
  const pool = createProcessPool()
  let isClosed = false

  const work = async ({ job, resolve, reject, finish }: Turn): Promise<void> => {
    const started = performance.now()
    let isStopped = false
    const child = pool.take(job.lane)
    try {
      const { receivedAt, ...request } = job
      const moment = receivedAt?.getTime() ?? Date.now()
      const reply = await child.evaluate({ ...request, moment, limits })
      isStopped = 'failure' in reply && COSTLY.includes(reply.failure.reason)
      resolve(toOutcome(reply, limits))
    } catch (error) {
      reject(error)
    } finally {
      pool.give(job.lane, child)
      finish({ ms: performance.now() - started, isStopped })
    }
  }
  const dispatch = (): void => {
    while (pool.running() < maxProcesses && !isClosed) {
      const turn = lanes.next()
      if (!turn) return
      void work(turn).finally(dispatch)
    }
  }
  return {
    run: async (job) => {
      if (isClosed) throw overloaded()
      return new Promise((resolve, reject) => {
        lanes.add({ job: { receivedAt: new Date(), ...job }, resolve, reject })
        dispatch()
      })
    },
    depth: () => lanes.waiting() + pool.running(),
    close: async () => {
      isClosed = true
      for (const { reject } of lanes.drain()) reject(overloaded())
      await pool.close()
    },
  }
}

type ProcessPool = {
  /** takes the last process of the lane if it is free, because the lane's machine is there */
  take(lane: string): FormatProcess
  /** returns a process; an ended one is replaced immediately, so that no job waits for the start */
  give(lane: string, process: FormatProcess): void
  running(): number
  close(): Promise<void>
}

function createProcessPool(): ProcessPool {
  let idle: { process: FormatProcess; lane?: string }[] = []
  const running = new Set<FormatProcess>()
  let isClosed = false
  return {
    take: (lane) => {
      idle = idle.filter(({ process }) => !process.hasEnded())
      const known = idle.find((entry) => entry.lane === lane) ?? idle.at(-1)
      const process = known?.process ?? createFormatProcess()
      idle = idle.filter((entry) => entry !== known)
      running.add(process)
      return process
    },
    give: (lane, process) => {
      running.delete(process)
      if (isClosed) return
      idle.push(process.hasEnded() ? { process: createFormatProcess() } : { process, lane })
    },
    running: () => running.size,
    close: async () => {
      isClosed = true
      await Promise.all([...idle.map(({ process }) => process), ...running].map((process) => process.end()))
    },
  }
}

/**
 * Reads the items of a reply.
 * @throws Error when the items break the limits: then the process is not trusted any more
 */
function toOutcome(reply: FormatReply, limits: FormatLimits): FormatOutcome {
  if ('failure' in reply) return reply
  const { items: text } = reply
  const items: unknown = text.length <= limits.characters ? JSON.parse(text) : undefined
  const isList = Array.isArray(items) && items.length <= limits.items
  if (isList && items.every((item) => typeof item === 'object' && item !== null && !Array.isArray(item)))
    return { items, text }
  throw new Error('the process that evaluates expressions gave what is no list of items')
}
