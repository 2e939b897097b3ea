import { messages } from '@wardtrack/contracts'
import type { ReportRunDoc } from '@wardtrack/database'
import { isStoreUnreachable } from '@wardtrack/service-kit'
import { failRun, makeRun, type RunParts } from './make-run.ts'
import { newestDue, nextDue } from './schedule-times.ts'

/** Worker that executes due runs. */
export type RunWorker = {
  /** checks for due runs now */
  wake(): void
  /** checks for due runs; resolves when none is left */
  look(): Promise<void>
  stop(): void
  close(): Promise<void>
}

const LOOK_MS = 5_000
const HOLD_MS = 15_000
const CLEAN_MS = 3_600_000
const MAX_ATTEMPTS = 3

/** Starts the worker of a process. Several processes may check concurrently; one of them executes each run. */
export function startRunWorker(
  parts: RunParts & { onMail: () => void },
  { now = Date.now, lookMs = LOOK_MS }: { now?: () => number; lookMs?: number } = {},
): RunWorker {
  const { store, log } = parts
  let work: Promise<void> | undefined
  let lookAgain = false
  let isStopped = false
  let cleanedAt = Number.NEGATIVE_INFINITY

  const planDue = async (): Promise<void> => {
    const time = now()
    for (const schedule of await store.dueSchedules(time)) {
      const known = schedule.nextAt?.getTime() ?? time
      // Missed runs are caught up once, for the newest due time.
      const dueAt = new Date(newestDue(schedule, known, time))
      await store.plan(schedule, dueAt, new Date(nextDue(schedule, time)), time)
    }
  }
  const carryOut = async (run: ReportRunDoc): Promise<void> => {
    let isLost = false
    const timer = setInterval(() => {
      store.hold(run, now()).then(
        (isOurs) => {
          isLost ||= !isOurs
        },
        (error: unknown) => log.warn({ err: error, run: run._id }, 'a run could not give a sign of life'),
      )
    }, HOLD_MS)
    timer.unref()
    try {
      const ended = await makeRun(parts, run, { now: now(), isLost: () => isLost || isStopped })
      await store.end(run, { $set: { ...ended, endedAt: new Date(now()) }, $unset: { error: 1 } })
      if (ended.mailId !== undefined) parts.onMail()
    } catch (error) {
      // Another process, or this one later, retries the run.
      if (isLost || isStopped || (error instanceof Error && isStoreUnreachable(error))) return
      await store.end(run, { $set: { ...(await failRun(parts, run, error)), endedAt: new Date(now()) } })
    } finally {
      clearInterval(timer)
    }
    await dropExcess(run)
  }
  const dropExcess = async (run: ReportRunDoc): Promise<void> => {
    for (const old of await store.excessFiles(run)) await dropFile(old)
    for (const old of await store.forgottenRuns(run.scheduleId)) {
      await dropFile(old)
      await store.forget(old._id)
    }
  }
  const dropFile = async (run: ReportRunDoc): Promise<void> => {
    if (run.file && (await store.withoutFile(run))) await parts.files.delete(run.file.id)
  }
  const clean = async (): Promise<void> => {
    for (let old = await store.expiredFiles(now()); old.length > 0; old = await store.expiredFiles(now()))
      for (const run of old) await dropFile(run)
    if (now() - cleanedAt < CLEAN_MS) return
    cleanedAt = now()
    await parts.files.deleteOrphans((id) => store.isFileKnown(id), now())
  }
  const pass = async (): Promise<void> => {
    await planDue()
    for (let run = await store.claim(now()); run && !isStopped; run = await store.claim(now()))
      if (run.attempts > MAX_ATTEMPTS)
        await store.end(run, {
          $set: { state: 'failed', error: messages.scheduleInterrupted, endedAt: new Date(now()) },
        })
      else await carryOut(run)
    await clean()
  }
  const wake = (): void => {
    lookAgain = true
    if (work || isStopped) return
    work = (async () => {
      while (lookAgain && !isStopped) {
        lookAgain = false
        await pass()
      }
    })()
      .catch((error: unknown) => log.warn({ err: error }, 'scheduled reports are made later'))
      .finally(() => {
        work = undefined
      })
  }
  const timer = setInterval(wake, lookMs)
  timer.unref()
  return {
    wake,
    look: async () => {
      await work
      await pass()
    },
    stop: () => {
      isStopped = true
      clearInterval(timer)
    },
    close: async () => {
      isStopped = true
      clearInterval(timer)
      await work
    },
  }
}
