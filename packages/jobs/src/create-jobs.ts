import { randomUUID } from 'node:crypto'
import type { JobKind } from '@wardtrack/contracts'
import type { JobDoc } from '@wardtrack/database'
import {
  JOB_TIMES,
  type Job,
  type JobDefinition,
  type JobParts,
  type Jobs,
  type JobTimes,
} from './job.types.ts'
import { JobRun } from './job-run.ts'
import { openJobStore, toJob } from './job-store.ts'

type SharedJobs = { jobs: Jobs; users: number }

// A process has one bus, and therefore one set of jobs, even if its services have separate logs. A second set would
// take over the jobs of the first as abandoned.
const jobsByProcess = new WeakMap<JobParts['bus'], SharedJobs>()

/** Returns the jobs of a process: the first service creates them, the last one to close ends them. */
export function createJobs(parts: JobParts, times: Partial<JobTimes> = {}): Jobs {
  const shared = jobsByProcess.get(parts.bus) ?? {
    jobs: buildJobs(parts, { ...JOB_TIMES, ...times }),
    users: 0,
  }
  jobsByProcess.set(parts.bus, shared)
  shared.users += 1
  return {
    ...shared.jobs,
    close: async () => {
      shared.users -= 1
      if (shared.users > 0) return
      jobsByProcess.delete(parts.bus)
      await shared.jobs.close()
    },
  }
}

/** The last seen state of a job in another process. */
type Sighting = { beat: number; since: number }

function buildJobs(parts: JobParts, times: JobTimes): Jobs {
  const { db, bus, log } = parts
  const store = openJobStore(db)
  const worker = randomUUID()
  const definitions = new Map<string, JobDefinition<unknown, unknown>>()
  const runs = new Map<string, JobRun>()
  const sightings = new Map<string, Sighting>()
  let isStopped = false
  let polling: Promise<void> | undefined

  const work = (doc: JobDoc): void => {
    const definition = definitions.get(doc.kind)
    if (!definition || runs.has(doc._id)) return
    const run = new JobRun(parts, store, doc, { worker, beatMs: times.beatMs, definition })
    runs.set(doc._id, run)
    if (isStopped) run.end('stopped')
    void run.finished.then(() => runs.delete(doc._id))
  }
  /**
   * Returns true if no process works on a job. Signs of life are counted and the silence is measured locally, so that
   * the clocks of two machines need not agree. A process that alone uses the store need not wait: the worker was its
   * predecessor.
   */
  const isAbandoned = ({ _id, worker: holder, beat }: JobDoc): boolean => {
    if (holder === undefined || parts.cacheMode === 'local') return true
    const seen = sightings.get(_id)
    if (seen?.beat !== beat) sightings.set(_id, { beat, since: performance.now() })
    return seen?.beat === beat && performance.now() - seen.since >= times.deadAfterMs
  }
  const poll = async (): Promise<void> => {
    const running = await store.running([...definitions.keys()])
    const ids = new Set(running.map(({ _id }) => _id))
    for (const id of sightings.keys()) if (!ids.has(id)) sightings.delete(id)
    for (const doc of running) {
      if (isStopped) return
      if (runs.has(doc._id) || !isAbandoned(doc)) continue
      const claimed = await store.claim(doc, worker)
      if (claimed) work(claimed)
    }
  }
  const wake = (): void => {
    if (isStopped || definitions.size === 0) return
    polling ??= poll()
      .catch((error: unknown) => log.warn({ err: error }, 'jobs are looked for again'))
      .finally(() => {
        polling = undefined
      })
  }
  const timer = setInterval(wake, times.pollMs)
  timer.unref()
  const stop = (): void => {
    isStopped = true
    clearInterval(timer)
    for (const run of runs.values()) run.end('stopped')
  }
  return {
    defineJob: (definition) => {
      definitions.set(definition.kind, definition)
      wake()
    },
    startJob: async <P extends Record<string, unknown>>(
      kind: JobKind,
      params: P,
      { username }: { username: string },
      options = {},
    ) => {
      const isDoneHere = definitions.has(kind) && !isStopped
      const doc = await store.insert(kind, params, username, options, isDoneHere ? worker : undefined)
      if (isDoneHere) work(doc)
      bus.publish('job.changed', { id: doc._id, kind })
      return toJob(doc) as Job<P>
    },
    cancelJob: async (id) => {
      const doc = await store.requestCancel(id)
      if (!doc) return undefined
      runs.get(id)?.end('cancelled')
      bus.publish('job.changed', { id, kind: doc.kind })
      return toJob(doc)
    },
    readJob: async (id) => {
      const doc = await store.read(id)
      return doc ? toJob(doc) : undefined
    },
    listJobs: async (kinds, options) => (await store.list(kinds, options)).map(toJob),
    stop,
    close: async () => {
      stop()
      await polling
      await Promise.all([...runs.values()].map(({ finished }) => finished))
    },
  }
}
