import { type ReportRunDoc, type ReportScheduleDoc, Types } from '@wardtrack/database'
import { openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ReportFiles } from '../reports/index.ts'
import { createReportSchedules, type ReportSchedules } from './create-report-schedules.ts'
import { sealConditions } from './schedule-conditions.ts'

const HOUR = 3_600_000
let app: TestApp
let owner: Types.ObjectId
/** Clock of all processes in this test. */
let time = 0
/** Created reports, with period and user. */
let made: { body: unknown; username: string }[] = []
let failure: Error | undefined
const processes: ReportSchedules[] = []

const reports: ReportFiles = {
  check: async ({ page }) => ({ page, ofPatients: false }),
  open: async ({ actor, body }) => {
    made.push({ body, username: actor.username })
    if (failure) throw failure
    return {
      content: (async function* content() {
        yield 'AssetId\r\n'
      })(),
      fileName: 'report.csv',
      mediaType: 'text/csv',
    }
  },
}
/** Opens the schedules of a process that checks for due runs only on request. */
function openProcess(): ReportSchedules {
  const reportLog = { info: () => undefined, warn: () => undefined, close: async () => undefined }
  const opened = createReportSchedules(
    { ...app.parts, reports, reportLog },
    { now: () => time, lookMs: 1_000_000_000 },
  )
  processes.push(opened)
  return opened
}

beforeAll(async () => {
  app = await openTestApp([])
  await app.people.signIn({ username: 'anna', pages: ['report/pump-movement'] })
  owner = (await app.parts.db.models.users.findOne({ username: 'anna' }))?._id ?? new Types.ObjectId()
})
beforeEach(async () => {
  made = []
  failure = undefined
  await app.parts.db.driver.reportSchedules.deleteMany()
  await app.parts.db.driver.reportRuns.deleteMany()
})
afterEach(() => Promise.all(processes.splice(0).map((opened) => opened.close())))
afterAll(() => app.close())

async function addSchedule(members: Partial<ReportScheduleDoc>): Promise<string> {
  const _id = `schedule-${new Types.ObjectId().toHexString()}`
  await app.parts.db.models.reportSchedules.create({
    _id,
    ownerId: owner,
    Name: 'Moves',
    page: 'pump-movement',
    criteria: sealConditions(app.parts.keyRing, _id, [{ AssetType: 'Equipment' }]),
    period: 'day-before',
    format: 'csv',
    byMail: false,
    keepFile: true,
    keepDays: 30,
    enabled: true,
    every: 'day',
    time: '02:30',
    timeZone: 'Europe/Berlin',
    createdAt: new Date(0),
    ...members,
  })
  return _id
}
const runsOf = (): PromiseLike<ReportRunDoc[]> => app.parts.db.models.reportRuns.find({}).sort({ dueAt: 1 })
const dues = async () => (await runsOf()).map(({ dueAt }) => dueAt.toISOString().slice(0, 16))
/** Advances the clock hour by hour, checking for due runs each hour. */
async function pass(schedules: ReportSchedules, from: string, to: string): Promise<void> {
  for (time = Date.parse(from); time <= Date.parse(to); time += HOUR / 2) await schedules.look()
}

describe('schedules over time', () => {
  test.each([
    ['put forward', '2026-03-28', '2026-03-31', ['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30']],
    ['put back', '2026-10-24', '2026-10-27', ['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30']],
  ])('run once a day when the clocks are %s', async (_title, from, to, expected) => {
    await addSchedule({ nextAt: new Date(`${expected[0]}Z`) })
    await pass(openProcess(), `${from}T00:00Z`, `${to}T00:00Z`)
    expect(await dues()).toEqual(expected)
    expect(made).toHaveLength(3)
    expect((await runsOf()).map(({ state, madeUp = false }) => [state, madeUp])).toEqual(
      expected.map(() => ['done', false]),
    )
  })

  test('catch up on missed runs once, for the newest due time, and continue', async () => {
    await addSchedule({ nextAt: new Date('2026-11-01T01:30Z') })
    time = Date.parse('2026-11-23T12:00Z')
    const schedules = openProcess()
    await schedules.look()
    await schedules.look()
    expect((await runsOf()).map(({ dueAt, madeUp }) => [dueAt.toISOString().slice(0, 16), madeUp])).toEqual([
      ['2026-11-23T01:30', true],
    ])
    expect(JSON.stringify(made[0]?.body)).toContain(
      '"createdAt":{"$gte":"2026-11-21T23:00:00.000Z","$lt":"2026-11-22T23:00:00.000Z"}',
    )
    time = Date.parse('2026-11-24T01:30Z')
    await schedules.look()
    expect(await dues()).toEqual(['2026-11-23T01:30', '2026-11-24T01:30'])
  })

  test('do not run while switched off', async () => {
    await addSchedule({ enabled: false })
    await pass(openProcess(), '2026-11-01T00:00Z', '2026-11-03T00:00Z')
    expect(await runsOf()).toEqual([])
  })
})

describe('several processes', () => {
  test('execute each run once', async () => {
    for (let n = 0; n < 5; n += 1) await addSchedule({ nextAt: new Date('2026-11-01T01:30Z') })
    time = Date.parse('2026-11-01T01:31Z')
    const opened = [openProcess(), openProcess(), openProcess()]
    await Promise.all(opened.map((schedules) => schedules.look()))
    expect(await runsOf()).toHaveLength(5)
    expect(made).toHaveLength(5)
    expect(new Set((await runsOf()).map(({ state }) => state))).toEqual(new Set(['done']))
  })

  test('let owners take turns, however many runs one has', async () => {
    await app.people.signIn({ username: 'ben', pages: ['report/pump-movement'] })
    const ben = (await app.parts.db.models.users.findOne({ username: 'ben' }))?._id ?? owner
    for (let n = 0; n < 4; n += 1) await addSchedule({ nextAt: new Date('2026-11-01T01:30Z') })
    await addSchedule({ ownerId: ben, nextAt: new Date('2026-11-01T01:30Z') })
    time = Date.parse('2026-11-01T01:31Z')
    await openProcess().look()
    expect(made).toHaveLength(5)
    expect(made.slice(0, 2).map(({ username }) => username)).toContain('ben')
  })

  test('retry the run of a dead process three times, and then report the failure', async () => {
    const scheduleId = await addSchedule({ nextAt: new Date('2026-11-01T01:30Z') })
    time = Date.parse('2026-11-01T01:31Z')
    const run = { _id: `${scheduleId}-1`, scheduleId, ownerId: owner, dueAt: new Date(time), retries: 0 }
    const abandoned = { ...run, state: 'running' as const, worker: 'dead', takeAt: new Date(time + HOUR) }
    await app.parts.db.models.reportRuns.create({ ...abandoned, attempts: 1 })
    const schedules = openProcess()
    await app.parts.db.models.reportSchedules.updateOne({ _id: scheduleId }, { $unset: { nextAt: 1 } })
    await schedules.look()
    expect((await runsOf())[0]?.state).toBe('running')
    time += HOUR
    await schedules.look()
    expect((await runsOf())[0]).toMatchObject({ state: 'done', attempts: 2 })
    await app.parts.db.models.reportRuns.updateOne({ _id: run._id }, { $set: { ...abandoned, attempts: 3 } })
    time += HOUR
    await schedules.look()
    expect((await runsOf())[0]).toMatchObject({
      state: 'failed',
      error: 'The report was started three times and never finished.',
    })
  })
})

describe('a run', () => {
  test('uses the rights of its owner, and its file is deleted after its retention', async () => {
    await addSchedule({ nextAt: new Date('2026-11-01T01:30Z'), keepDays: 2 })
    time = Date.parse('2026-11-01T01:30Z')
    const schedules = openProcess()
    await schedules.look()
    const [run] = await runsOf()
    expect(made.map(({ username }) => username)).toEqual(['anna'])
    expect(run?.file).toMatchObject({ name: 'report.csv', bytes: 9, until: new Date('2026-11-03T01:30Z') })
    await app.parts.db.models.reportSchedules.deleteMany({})
    time = Date.parse('2026-11-03T01:29Z')
    await schedules.look()
    expect((await runsOf())[0]?.file).toBeDefined()
    time = Date.parse('2026-11-03T01:30Z')
    await schedules.look()
    expect((await runsOf())[0]).toMatchObject({ state: 'done', rows: 0 })
    expect((await runsOf())[0]?.file).toBeUndefined()
  })

  test('shows only a message safe for users when it fails, and the schedule continues', async () => {
    const id = await addSchedule({ nextAt: new Date('2026-11-01T01:30Z') })
    failure = new Error('a secret of the program')
    time = Date.parse('2026-11-01T01:30Z')
    await openProcess().look()
    const [run] = await runsOf()
    expect(run).toMatchObject({ state: 'failed', error: expect.stringMatching(/fail|log/i) })
    expect(run?.error).not.toContain('secret')
    expect(await app.parts.db.models.reportSchedules.findOne({ _id: id })).toMatchObject({
      enabled: true,
      nextAt: new Date('2026-11-02T01:30Z'),
    })
  })

  test.each([
    ['gone', { ownerId: new Types.ObjectId() }, 'The account of this schedule no longer exists.'],
    ['locked', {}, 'Your account was locked.'],
  ])(
    'fails when its owner is %s, and switches off the schedule with a reason',
    async (title, members, error) => {
      const id = await addSchedule({ nextAt: new Date('2026-11-01T01:30Z'), ...members })
      const isLocked = title === 'locked'
      await app.parts.db.models.users.updateOne({ _id: owner }, { $set: { locked: isLocked } })
      time = Date.parse('2026-11-01T01:30Z')
      await openProcess().look()
      await app.parts.db.models.users.updateOne({ _id: owner }, { $set: { locked: false } })
      expect(made).toEqual([])
      expect((await runsOf())[0]).toMatchObject({ state: 'failed', error })
      const stopped = await app.parts.db.models.reportSchedules.findOne({ _id: id })
      expect([stopped?.enabled, stopped?.stopped, stopped?.nextAt]).toEqual([false, error, undefined])
    },
  )
})
