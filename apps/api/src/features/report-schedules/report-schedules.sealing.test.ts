import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { keyIdOf } from '@wardtrack/encryption'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type MailTest, openMailTest, SENT_WAIT } from '../../testing/mail-test.ts'
import { SCHEDULE_FORM } from '../../testing/schedule-test.ts'

type Headers = Record<string, string>
let mail: MailTest
let anna: Headers
beforeAll(async () => {
  mail = await openMailTest()
  await mail.api.pushAssets([{ AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump one' }])
  anna = await mail.api.people.signIn({ username: 'anna', pages: ['devices'] })
})
afterAll(() => mail.close())

const SCHEDULE = {
  ...SCHEDULE_FORM,
  criteria: [{ AssetType: 'Equipment', 'Fields.AssetName': 'Pump one' }],
}

async function addSchedule(): Promise<string> {
  const { status, body } = await mail.api.post('/api/report.schedules', SCHEDULE, anna)
  expect([status, body]).toEqual([200, expect.anything()])
  return body.data._id
}
/** Starts a run and returns its id once it is finished. */
async function makeRun(schedule: string): Promise<string> {
  const { body } = await mail.api.post(`/api/report.schedules/${schedule}/run`, {}, anna)
  const { _id } = body.data
  await vi.waitFor(async () => {
    const run = await mail.api.parts.db.models.reportRuns.findOne({ _id })
    expect([run?.state, run?.error]).toEqual(['done', undefined])
  }, SENT_WAIT)
  return _id
}
const fileOf = async (run: string) => (await mail.api.get(`/api/report.runs/${run}/file`, anna)).text
const storedFiles = async () => {
  const dir = join(mail.api.parts.filesDir, 'reports')
  return Promise.all((await readdir(dir)).map((name) => readFile(join(dir, name), 'latin1')))
}

test('seals files and conditions, and re-encrypts them when keys are rotated', async () => {
  const { db, keyRing } = mail.api.parts
  const schedule = await addSchedule()
  const before = await makeRun(schedule)
  expect(await fileOf(before)).toContain('Pump one')
  expect(await storedFiles()).toEqual([expect.not.stringContaining('Pump one')])
  // driver: reads the stored form
  const stored = await db.sealing.raw('reportSchedules').find().toArray()
  expect(JSON.stringify(stored)).not.toContain('Pump one')

  expect((await mail.api.post('/api/encryption/rotateKey', {})).status).toBe(200)
  await vi.waitFor(() => expect(keyRing.state().inUse).toEqual([`${keyRing.secretId}.2`]), SENT_WAIT)
  const { criteria = '' } = (await db.models.reportSchedules.findOne({ _id: schedule })) ?? {}
  expect(keyIdOf(criteria)).toBe(keyRing.state().current)
  expect(await fileOf(before)).toContain('Pump one')
  expect(await fileOf(await makeRun(schedule))).toContain('Pump one')
})
