import { messages } from '@wardtrack/contracts'
import { createJobs, type Jobs } from '@wardtrack/jobs'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const ACTOR = { username: 'starter' }

let api: ApiTest
let jobs: Jobs
/** ends the running job */
let finish: () => void = () => undefined

beforeAll(async () => {
  api = await openApiTest()
  jobs = createJobs(api.parts)
  jobs.defineJob<{ items: number }>({
    kind: 'mirth.redeliver',
    run: async (job, { saveProgress, signal }) => {
      await saveProgress(1, 1, job.params.items)
      await new Promise<void>((resolve) => {
        finish = resolve
        signal.addEventListener('abort', () => resolve())
      })
    },
  })
})
beforeEach(async () => {
  await api.parts.db.driver.jobs.deleteMany()
})
afterAll(async () => {
  await jobs.close()
  await api.close()
})

const start = (options = {}) => jobs.startJob('mirth.redeliver', { items: 3 }, ACTOR, options)
const read = (id: string, as = api.people.admin) => api.get(`/api/jobs/${id}`, as)
const hasBegun = (id: string) =>
  vi.waitFor(async () => expect((await read(id)).body.data).toMatchObject({ done: 1, total: 3 }), TEST_WAIT)

test('a job shows its progress and its result', async () => {
  const { id } = await start()
  await hasBegun(id)
  const running = await read(id)
  expect([running.status, running.body]).toEqual([
    200,
    {
      data: {
        id,
        kind: 'mirth.redeliver',
        state: 'running',
        done: 1,
        total: 3,
        startedBy: 'starter',
        startedAt: expect.stringMatching(/Z$/),
      },
    },
  ])
  finish()
  await vi.waitFor(
    async () =>
      expect((await read(id)).body.data).toMatchObject({ state: 'done', endedAt: expect.any(String) }),
    TEST_WAIT,
  )
  expect((await api.get('/api/jobs?kind=mirth.redeliver')).body.data).toHaveLength(1)
  expect((await api.get('/api/jobs?kind=encryption.rotate')).body.data).toEqual([])
})

test('cancels a job by an audited call', async () => {
  const { id } = await start()
  await hasBegun(id)
  const { status, body } = await api.post(`/api/jobs/${id}/cancel`, {})
  expect([status, body.message]).toEqual([200, messages.jobCancelled])
  await vi.waitFor(async () => expect((await read(id)).body.data.state).toBe('cancelled'), TEST_WAIT)
  await api.parts.access.audit.flush()
  expect(await api.parts.db.driver.audit.findOne({ 'target.id': id })).toMatchObject({ outcome: 'ok' })
})

test('a user without a page of its kind does not find the job', async () => {
  const stranger = await api.people.signIn({ username: 'keys only', pages: ['provider-settings'] })
  const { id } = await start()
  await hasBegun(id)
  expect((await read(id, stranger)).status).toBe(404)
  expect((await api.post(`/api/jobs/${id}/cancel`, {}, stranger)).status).toBe(404)
  expect((await api.get('/api/jobs', stranger)).body.data).toEqual([])
  expect((await read(id, api.people.nobody)).status).toBe(403)
  expect((await read(id)).body.data.state).toBe('running')
  finish()
})

test('a job about patients is hidden without the patient-data flag', async () => {
  const plain = await api.people.signIn({ username: 'plain', pages: ['mirth-settings'] })
  const flagged = await api.people.signIn({
    username: 'flagged',
    pages: ['mirth-settings'],
    patientDataAccess: true,
  })
  const { id } = await start({ ofPatients: true })
  expect((await read(id, plain)).status).toBe(404)
  expect((await api.get('/api/jobs', plain)).body.data).toEqual([])
  expect((await read(id, flagged)).status).toBe(200)
  await jobs.cancelJob(id)
})

test('hidden jobs take no place in the list', async () => {
  const plain = await api.people.signIn({ username: 'plain list', pages: ['mirth-settings'] })
  const job = (minute: number) => ({
    _id: `job-${minute}`,
    kind: 'mirth.redeliver' as const,
    state: 'done' as const,
    done: 3,
    total: 3,
    params: {},
    startedBy: 'starter',
    startedAt: new Date(Date.UTC(2026, 0, 1, 0, minute)),
    beat: 0,
    ...(minute === 0 ? {} : { ofPatients: true as const }),
  })
  await api.parts.db.models.jobs.insertMany(Array.from({ length: 25 }, (_, minute) => job(minute)))
  const { status, body } = await api.get('/api/jobs', plain)
  expect([status, body.data.map(({ id }: { id: string }) => id)]).toEqual([200, ['job-0']])
  expect((await api.get('/api/jobs')).body.data).toHaveLength(20)
})

test('answers 404 for an unknown job', async () => {
  expect((await read('no-such-job')).status).toBe(404)
  expect((await api.post('/api/jobs/no-such-job/cancel', {})).status).toBe(404)
})
