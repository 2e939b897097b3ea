import { messages } from '@wardtrack/contracts'
import { type Database, openDatabase } from '@wardtrack/database'
import { ApiError, type CacheMode, createEventBus, createLog } from '@wardtrack/service-kit'
import { openTestStore, TEST_WAIT, type TestStore } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createJobs, type JobControl, type Jobs } from './index.ts'

const KIND = 'mirth.redeliver'
const ACTOR = { username: 'tester' }
const log = createLog({ service: 'test', level: 'silent', stdout: true })

let store: TestStore
let db: Database
const opened: Jobs[] = []

beforeAll(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
})
beforeEach(async () => {
  await db.driver.jobs.deleteMany()
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()))
})
afterAll(async () => {
  await db.close()
  await store.drop()
})

/** Opens the jobs of one process. */
const openJobs = (cacheMode: CacheMode = 'shared', deadAfterMs = 200): Jobs => {
  const bus = createEventBus<never>({ log })
  const jobs = createJobs({ db, log, bus, cacheMode }, { pollMs: 20, beatMs: 20, deadAfterMs })
  opened.push(jobs)
  return jobs
}
type Run = (control: JobControl<number>, cursor: number | undefined) => Promise<void>
const define = (jobs: Jobs, run: Run) =>
  jobs.defineJob<object, number>({ kind: KIND, run: (job, control) => run(control, job.cursor) })
const untilAborted = ({ signal }: JobControl<number>): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
const stateOf = async (id: string) => (await db.models.jobs.findOne({ _id: id }))?.state
const expectState = (id: string, state: string) =>
  vi.waitFor(async () => expect(await stateOf(id)).toBe(state), TEST_WAIT)

test('a job runs to its end and keeps its result', async () => {
  const jobs = openJobs()
  define(jobs, ({ saveProgress }) => saveProgress(7, 7, 9))
  const started = await jobs.startJob(KIND, { from: 1 }, ACTOR)
  expect(started).toMatchObject({ kind: KIND, state: 'running', done: 0, startedBy: 'tester' })
  await expectState(started.id, 'done')
  expect(await jobs.readJob(started.id)).toMatchObject({
    state: 'done',
    done: 7,
    total: 9,
    params: { from: 1 },
    endedAt: expect.any(Date),
  })
})

test('a job started in a process without its kind runs in the process with its kind', async () => {
  const { id } = await openJobs().startJob(KIND, {}, ACTOR)
  define(openJobs(), async () => undefined)
  await expectState(id, 'done')
  expect(await openJobs().readJob(id)).toMatchObject({ id, endedAt: expect.any(Date) })
})

test('only one process at a time runs a job', async () => {
  let running = 0
  let mostRunning = 0
  const count: Run = async ({ saveProgress }) => {
    running += 1
    mostRunning = Math.max(mostRunning, running)
    for (let step = 0; step < 20; step += 1) await saveProgress(step, step, 20)
    running -= 1
  }
  const processes = [openJobs(), openJobs(), openJobs()]
  for (const jobs of processes) define(jobs, count)
  const { id } = await openJobs().startJob(KIND, {}, ACTOR)
  await expectState(id, 'done')
  expect(mostRunning).toBe(1)
})

test('a job continues from its cursor after a stop', async () => {
  const first = openJobs()
  define(first, async (control) => {
    await control.saveProgress(5, 5, 10)
    await untilAborted(control)
  })
  const { id } = await first.startJob(KIND, {}, ACTOR)
  await vi.waitFor(async () => expect((await first.readJob(id))?.done).toBe(5), TEST_WAIT)
  await first.close()
  expect(await stateOf(id)).toBe('running')
  const cursors: (number | undefined)[] = []
  define(openJobs(), async (_control, cursor) => void cursors.push(cursor))
  await expectState(id, 'done')
  expect(cursors).toEqual([5])
})

test('a process that counted as dead can neither save progress nor end the job', async () => {
  const slow = openJobs()
  let control: JobControl<number> | undefined
  define(slow, async (jobControl) => {
    control = jobControl
    await untilAborted(jobControl)
  })
  const { id } = await slow.startJob(KIND, {}, ACTOR)
  await db.models.jobs.updateOne({ _id: id }, { $set: { worker: 'another' }, $inc: { beat: 1 } })
  await expect(control?.saveProgress(1, 1, 1)).rejects.toThrow('aborted')
  await slow.close()
  expect(await db.models.jobs.findOne({ _id: id })).toMatchObject({ state: 'running', worker: 'another' })
  expect((await openJobs().readJob(id))?.done).toBe(0)
})

test("the only process of a store takes over a predecessor's job without waiting", async () => {
  const { id } = await openJobs().startJob(KIND, {}, ACTOR)
  await db.models.jobs.updateOne({ _id: id }, { $set: { worker: 'predecessor' } })
  define(openJobs('local', 3_600_000), async () => undefined)
  await expectState(id, 'done')
  expect((await db.models.jobs.findOne({ _id: id }))?.worker).toBeUndefined()
})

test('a cancelled job ends in any process, and its progress remains', async () => {
  const jobs = openJobs()
  define(jobs, async (control) => {
    await control.saveProgress(3, 3, 10)
    await untilAborted(control)
    expect(control.isCancelled()).toBe(true)
  })
  const { id } = await jobs.startJob(KIND, {}, ACTOR)
  await vi.waitFor(async () => expect((await jobs.readJob(id))?.done).toBe(3), TEST_WAIT)
  expect(await openJobs().cancelJob(id)).toMatchObject({ id, state: 'running' })
  await expectState(id, 'cancelled')
  expect(await jobs.readJob(id)).toMatchObject({ done: 3, total: 10 })
  expect(await jobs.cancelJob(id)).toMatchObject({ state: 'cancelled' })
  expect(await jobs.cancelJob('unknown')).toBeUndefined()
})

test('a job that is cancelled before its start does nothing', async () => {
  const { id } = await openJobs().startJob(KIND, {}, ACTOR)
  const jobs = openJobs()
  await jobs.cancelJob(id)
  let runs = 0
  define(jobs, async () => void (runs += 1))
  await expectState(id, 'cancelled')
  expect(runs).toBe(0)
})

test('a failure ends a job, and only messages meant for people are shown', async () => {
  const jobs = openJobs()
  define(jobs, async () => {
    throw new Error('E11000 dup key: { AssetName: "somebody" }')
  })
  const failed = await jobs.startJob(KIND, {}, ACTOR)
  await expectState(failed.id, 'failed')
  expect((await jobs.readJob(failed.id))?.error).toBe(messages.jobFailed)
  define(jobs, async () => {
    throw new ApiError('conflict', 'There is nothing to deliver to.')
  })
  const refused = await jobs.startJob(KIND, {}, ACTOR)
  await expectState(refused.id, 'failed')
  expect((await jobs.readJob(refused.id))?.error).toBe('There is nothing to deliver to.')
})

test('a second job with the same exclusive key is refused while the first runs', async () => {
  const jobs = openJobs()
  define(jobs, untilAborted)
  const first = await jobs.startJob(KIND, {}, ACTOR, { exclusiveKey: 'addresses' })
  const second = jobs.startJob(KIND, {}, ACTOR, { exclusiveKey: 'addresses' })
  await expect(second).rejects.toMatchObject({ code: 'conflict', message: messages.jobRuns })
  await jobs.startJob(KIND, {}, ACTOR, { exclusiveKey: 'others' })
  await jobs.cancelJob(first.id)
  await expectState(first.id, 'cancelled')
  await jobs.startJob(KIND, {}, ACTOR, { exclusiveKey: 'addresses' })
  expect(await jobs.listJobs([KIND])).toHaveLength(3)
})
