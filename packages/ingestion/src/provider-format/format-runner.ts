import { MAX_INGEST_BYTES, MAX_ITEMS } from '@wardtrack/contracts'
import { overloaded } from '@wardtrack/service-kit'
import type { FormatFailure, FormatLimits, FormatReply } from './format-process.types.ts'
import { createFormatProcess, type FormatProcess } from './format-process-handle.ts'

/** A body with the expression that turns it into items. */
export type FormatJob = {
  /** whose turn it counts for: a provider, or a person who tries an expression */
  lane: string
  expression: string
  body: string
  isLines: boolean
  /** the expression is read and not evaluated */
  isCheck?: boolean
}

/** The items of a body, or why there are none. */
export type FormatOutcome = { items: unknown[]; text: string } | { failure: FormatFailure }

/**
 * Evaluates providers' expressions in processes of their own. One that never ends, or takes all the memory, is ended
 * with its process; others go on in another one meanwhile, because a lane never has more than one.
 */
export type FormatRunner = {
  /** @throws ApiError 429 when too many wait, or shortly after an expression had to be ended */
  run(job: FormatJob): Promise<FormatOutcome>
  /** jobs that wait or are worked on */
  depth(): number
  close(): Promise<void>
}

/** What the runner is made with; smaller in tests. */
export type FormatRunnerOptions = {
  processes?: number
  limits?: Partial<FormatLimits>
  /** milliseconds that an expression is not tried again after it had to be ended */
  pauseMs?: number
}

export const FORMAT_LIMITS: FormatLimits = {
  timeMs: 500,
  depth: 400,
  sequence: 100_000,
  items: MAX_ITEMS,
  characters: MAX_INGEST_BYTES,
}
/** Failures after which an expression is not tried again at once. */
const COSTLY: readonly FormatFailure['reason'][] = ['time', 'memory']
const PROCESSES = 2
const PAUSE_MS = 5_000
const MAX_WAITING = 200
const MAX_WAITING_OF_LANE = 50
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024

type Waiting = {
  job: FormatJob
  resolve: (outcome: FormatOutcome) => void
  reject: (cause: unknown) => void
}
type Lane = { waiting: Waiting[]; isRunning: boolean; paused?: { expression: string; until: number } }

/** Makes the runner; processes start with the first jobs. */
export function createFormatRunner(options: FormatRunnerOptions = {}): FormatRunner {
  const limits = { ...FORMAT_LIMITS, ...options.limits }
  const { processes: maxProcesses = PROCESSES, pauseMs = PAUSE_MS } = options
  const lanes = new Map<string, Lane>()
  const idle: FormatProcess[] = []
  const running = new Set<FormatProcess>()
  let waitingCount = 0
  let waitingCharacters = 0
  let isClosed = false

  const takeNext = (): { lane: Lane; waiting: Waiting } | undefined => {
    for (const [name, lane] of lanes) {
      const waiting = lane.isRunning ? undefined : lane.waiting.shift()
      if (!waiting) continue
      // The lanes take turns: the one that is served goes to the end.
      lanes.delete(name)
      lanes.set(name, lane)
      return { lane, waiting }
    }
    return undefined
  }
  const work = async (lane: Lane, { job, resolve, reject }: Waiting): Promise<void> => {
    const child = idle.pop() ?? createFormatProcess()
    running.add(child)
    try {
      const { lane: _lane, ...request } = job
      const reply = await child.evaluate({ ...request, limits })
      // Else a provider that sends a lot could keep a processor busy with nothing.
      if ('failure' in reply && COSTLY.includes(reply.failure.reason))
        lane.paused = { expression: job.expression, until: Date.now() + pauseMs }
      resolve(toOutcome(reply))
    } catch (error) {
      reject(error)
    } finally {
      running.delete(child)
      if (!child.hasEnded() && !isClosed) idle.push(child)
    }
  }
  const dispatch = (): void => {
    while (running.size < maxProcesses && !isClosed) {
      const next = takeNext()
      if (!next) return
      const { lane, waiting } = next
      waitingCount -= 1
      waitingCharacters -= waiting.job.body.length
      lane.isRunning = true
      void work(lane, waiting).finally(() => {
        lane.isRunning = false
        forgetIdleLanes()
        dispatch()
      })
    }
  }
  const forgetIdleLanes = (): void => {
    const now = Date.now()
    for (const [name, lane] of lanes)
      if (!lane.isRunning && lane.waiting.length === 0 && (lane.paused?.until ?? 0) <= now) lanes.delete(name)
  }
  /** @throws ApiError 429 */
  const checkRoom = (lane: Lane, { expression, body }: FormatJob): void => {
    const pauseLeft = lane.paused?.expression === expression ? lane.paused.until - Date.now() : 0
    if (pauseLeft > 0) throw overloaded(Math.ceil(pauseLeft / 1000))
    const isFull =
      waitingCount >= MAX_WAITING ||
      lane.waiting.length >= MAX_WAITING_OF_LANE ||
      waitingCharacters + body.length > MAX_WAITING_CHARACTERS
    if (isFull || isClosed) throw overloaded()
  }
  return {
    run: async (job) => {
      const lane = lanes.get(job.lane) ?? { waiting: [], isRunning: false }
      checkRoom(lane, job)
      lanes.set(job.lane, lane)
      return new Promise((resolve, reject) => {
        lane.waiting.push({ job, resolve, reject })
        waitingCount += 1
        waitingCharacters += job.body.length
        dispatch()
      })
    },
    depth: () => waitingCount + running.size,
    close: async () => {
      isClosed = true
      for (const { waiting } of lanes.values())
        for (const { reject } of waiting.splice(0)) reject(overloaded())
      await Promise.all([...idle, ...running].map((child) => child.end()))
    },
  }
}

function toOutcome(reply: FormatReply): FormatOutcome {
  return 'items' in reply ? { items: JSON.parse(reply.items) as unknown[], text: reply.items } : reply
}
