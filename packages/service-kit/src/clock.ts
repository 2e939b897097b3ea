import type { Logger } from 'pino'
import type { Health } from './health.ts'
import type { ServiceMetrics } from './metrics.ts'

/**
 * The time of a process. The wall clock may be wrong and corrected. The monotonic clock only runs on, which reveals
 * such corrections.
 */
export type Clock = {
  /** the wall clock in milliseconds, which dates current events */
  now(): number
  /**
   * The confirmed time in milliseconds: the wall clock as far as time is known to have passed, never later. After a
   * jump forward it lags until the wall clock has run steadily for a day. Deletion by age uses this time.
   */
  confirmedNow(): number
  /**
   * calls the listener for each detected jump. @param listener gets the milliseconds of the jump; negative when set
   * back
   */
  onJump(listener: (ms: number) => void): () => void
  /** checks if the clock was set; runs every second by itself */
  check(): void
  close(): Promise<void> | void
}

/** The two clocks of the machine in milliseconds; tests replace them. */
export type ClockReadings = { wall: () => number; monotonic: () => number }

export type ClockOptions = {
  readings?: ClockReadings
  /** the confirmed time that the last process stored; undefined when there was none */
  lastConfirmed?: number | undefined
}

/** Minimum difference between the clocks that counts as a jump. Adjustments by a time service are far smaller. */
const JUMP_MS = 2_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/**
 * Maximum lag of the confirmed time that is accepted once as much time has passed: a restart, a correction of
 * minutes.
 */
const SMALL_LAG_MS = 5 * 60_000
/** Time for which readiness reports a jump. */
const JUMP_REPORT_MS = HOUR_MS
const CHECK_MS = 1_000

const MACHINE: ClockReadings = { wall: Date.now, monotonic: () => performance.now() }

/** Watches the clock of a process, and reports jumps in the log, readiness and metrics. */
export function createClock(
  { log, health, metrics }: { log: Logger; health: Health; metrics: ServiceMetrics },
  { readings = MACHINE, lastConfirmed }: ClockOptions = {},
): Clock {
  const { wall, monotonic } = readings
  const listeners = new Set<(ms: number) => void>()
  let last = { wall: wall(), monotonic: monotonic() }
  let confirmed = { time: Math.min(last.wall, lastConfirmed ?? last.wall), monotonic: last.monotonic }
  let steadySince = last.monotonic
  // Some hours without a running process are usual. A clock set by some hours while a process runs is not.
  let neededSteadyMs = last.wall - confirmed.time <= DAY_MS ? HOUR_MS : DAY_MS
  let lastJump = { ms: 0, monotonic: Number.NEGATIVE_INFINITY }

  const confirmedNow = (): number =>
    Math.min(wall(), confirmed.time + Math.max(0, monotonic() - confirmed.monotonic))
  const confirm = (): void => {
    const present = { wall: wall(), monotonic: monotonic() }
    const time = confirmedNow()
    const lag = present.wall - time
    const isBelieved = present.monotonic - steadySince >= (lag <= SMALL_LAG_MS ? lag : neededSteadyMs)
    confirmed = { time: isBelieved ? present.wall : time, monotonic: present.monotonic }
  }
  const noteJump = (ms: number, present: typeof last): void => {
    lastJump = { ms, monotonic: present.monotonic }
    steadySince = present.monotonic
    neededSteadyMs = DAY_MS
    jumps.inc({ direction: ms > 0 ? 'forward' : 'back' })
    log.warn(
      { seconds: Math.round(ms / 1_000), clock: new Date(present.wall) },
      'the clock was set, or the machine slept',
    )
    for (const listener of listeners) listener(ms)
  }
  const check = (): void => {
    const present = { wall: wall(), monotonic: monotonic() }
    const ms = present.wall - last.wall - (present.monotonic - last.monotonic)
    last = present
    if (Math.abs(ms) > JUMP_MS) noteJump(ms, present)
    confirm()
  }
  const lagMs = (): number => wall() - confirmedNow()

  const jumps = metrics.counter('wardtrack_clock_jumps_total', 'times the clock was set', ['direction'])
  metrics.gauge(
    'wardtrack_clock_jump_seconds',
    'by how much the clock was set last',
    () => lastJump.ms / 1_000,
  )
  metrics.gauge(
    'wardtrack_clock_unconfirmed_seconds',
    'how far the clock is ahead of the time that is known to have passed; nothing is deleted for it',
    () => lagMs() / 1_000,
  )
  health.add('clock', () => monotonic() - lastJump.monotonic >= JUMP_REPORT_MS && lagMs() <= SMALL_LAG_MS, {
    required: false,
  })
  confirm()
  if (lagMs() > SMALL_LAG_MS)
    log.warn(
      { clock: new Date(last.wall), confirmed: new Date(confirmed.time) },
      'the clock is ahead of the last known time: nothing is deleted for it until it has run steadily for a while',
    )
  const timer = setInterval(check, CHECK_MS)
  timer.unref()
  return {
    now: wall,
    confirmedNow,
    onJump: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    check,
    close: () => clearInterval(timer),
  }
}
