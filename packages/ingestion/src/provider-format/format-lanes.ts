import { overloaded } from '@wardtrack/service-kit'
import type { FormatJob, FormatOutcome } from './format-process.types.ts'

/** A waiting job, with its caller's callbacks. */
export type WaitingJob = {
  job: FormatJob
  resolve: (outcome: FormatOutcome) => void
  reject: (cause: unknown) => void
}
/** A lane's turn, with its job; the lane's next turn comes after `finish`. */
export type Turn = WaitingJob & {
  /** @param cost milliseconds of the evaluation; `isStopped` when it had to be stopped */
  finish(cost: { ms: number; isStopped: boolean }): void
}

/** Queues of jobs, called lanes, that take turns; each lane runs one job at a time. */
export type FormatLanes = {
  /** @throws ApiError 429 when too many wait, or shortly after the lane's expression had to be stopped */
  add(waiting: WaitingJob): void
  next(): Turn | undefined
  waiting(): number
  /** removes and returns all waiting jobs */
  drain(): WaitingJob[]
}

type Lane = {
  waiting: WaitingJob[]
  isRunning: boolean
  /** time until which the lane counts as slow, after a long evaluation */
  slowUntil: number
  stopped?: { expression: string; until: number }
}

const MAX_WAITING = 200
const MAX_WAITING_OF_LANE = 50
const MAX_WAITING_CHARACTERS = 32 * 1024 * 1024
const SLOW_MS = 500
const SLOW_FOR_MS = 60_000

/**
 * Creates the lanes.
 * @param maxSlow limit of slow lanes that run in parallel, so that other lanes never wait for all of them
 * @param pauseMs milliseconds until an expression is tried again after it had to be stopped
 */
export function createFormatLanes({ maxSlow, pauseMs }: { maxSlow: number; pauseMs: number }): FormatLanes {
  const lanes = new Map<string, Lane>()
  let count = 0
  let characters = 0

  const isSlow = (lane: Lane): boolean => lane.slowUntil > Date.now()
  const forgetIdle = (): void => {
    const now = Date.now()
    for (const [name, lane] of lanes) {
      const isIdle = !lane.isRunning && lane.waiting.length === 0
      if (isIdle && !isSlow(lane) && (lane.stopped?.until ?? 0) <= now) lanes.delete(name)
    }
  }
  const finish = (
    lane: Lane,
    { expression }: FormatJob,
    { ms, isStopped }: { ms: number; isStopped: boolean },
  ) => {
    lane.isRunning = false
    if (ms > SLOW_MS) lane.slowUntil = Date.now() + SLOW_FOR_MS
    if (isStopped) lane.stopped = { expression, until: Date.now() + pauseMs }
    forgetIdle()
  }
  const take = (): { name: string; lane: Lane; waiting: WaitingJob } | undefined => {
    const slowRunning = [...lanes.values()].filter((lane) => lane.isRunning && isSlow(lane)).length
    for (const [name, lane] of lanes) {
      if (lane.isRunning || (isSlow(lane) && slowRunning >= maxSlow)) continue
      const waiting = lane.waiting.shift()
      if (waiting) return { name, lane, waiting }
    }
    return undefined
  }
  return {
    add: (waiting) => {
      const { job } = waiting
      const lane = lanes.get(job.lane) ?? { waiting: [], isRunning: false, slowUntil: 0 }
      checkPause(lane, job)
      const isFull = count >= MAX_WAITING || lane.waiting.length >= MAX_WAITING_OF_LANE
      if (isFull || characters + job.body.length > MAX_WAITING_CHARACTERS) throw overloaded()
      lanes.set(job.lane, lane)
      lane.waiting.push(waiting)
      count += 1
      characters += job.body.length
    },
    next: () => {
      const taken = take()
      if (!taken) return undefined
      const { name, lane, waiting } = taken
      // The served lane moves to the end.
      lanes.delete(name)
      lanes.set(name, lane)
      lane.isRunning = true
      count -= 1
      characters -= waiting.job.body.length
      return { ...waiting, finish: (cost) => finish(lane, waiting.job, cost) }
    },
    waiting: () => count,
    drain: () => [...lanes.values()].flatMap(({ waiting }) => waiting.splice(0)),
  }
}

/** Refuses an expression that was stopped recently. @throws ApiError 429 */
function checkPause({ stopped }: Lane, { expression }: FormatJob): void {
  const pauseLeft = stopped?.expression === expression ? stopped.until - Date.now() : 0
  if (pauseLeft > 0) throw overloaded(Math.ceil(pauseLeft / 1000))
}
