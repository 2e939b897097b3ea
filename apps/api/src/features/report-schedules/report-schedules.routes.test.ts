import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MailTest, openMailTest, SENT_WAIT } from '../../testing/mail-test.ts'
import { postForFile } from '../../testing/read-files.ts'
import { SCHEDULE_FORM } from '../../testing/schedule-test.ts'

type Headers = Record<string, string>
let mail: MailTest
let anna: Headers
beforeAll(async () => {
  mail = await openMailTest()
  await mail.saveServer()
  await mail.api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump one' },
    { AssetType: 'Equipment', AssetId: 'P-2', AssetName: 'Pump two' },
    { AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' },
  ])
  anna = await signIn('anna', ['devices', 'report/all-assets-map-view', 'report/pump-movement'])
})
afterAll(() => mail.close())

async function signIn(username: string, pages: string[], patientDataAccess = false): Promise<Headers> {
  const headers = await mail.api.people.signIn({ username, pages, patientDataAccess })
  await setPerson(username, { email: `${username}@hospital.example` })
  return headers
}
const setPerson = (username: string, members: object) =>
  mail.api.parts.db.models.users.updateOne({ username }, { $set: members })
const create = (members: object = {}, headers = anna) =>
  mail.api.post('/api/report.schedules', { ...SCHEDULE_FORM, ...members }, headers)
const add = async (members: object = {}, headers = anna): Promise<string> => {
  const { status, body } = await create(members, headers)
  expect([status, body.message]).toEqual([200, 'Schedule saved.'])
  return body.data._id
}
const list = async (headers = anna) => (await mail.api.get('/api/report.schedules', headers)).body.data
const runs = async (id: string, headers = anna) =>
  (await mail.api.get(`/api/report.schedules/${id}/runs`, headers)).body
/** Makes a schedule run, and gives the run once it has ended. */
async function runNow(id: string, headers = anna) {
  const { status, body } = await mail.api.post(`/api/report.schedules/${id}/run`, {}, headers)
  expect([status, body.message]).toEqual([200, 'The report is being made.'])
  return ended(body.data._id)
}
/** How a run has ended, as the store has it. */
const ended = (_id: string) =>
  vi.waitFor(async () => {
    const run = await mail.api.parts.db.models.reportRuns.findOne({ _id })
    expect(['done', 'failed']).toContain(run?.state)
    return run
  }, SENT_WAIT)
const get = (path: string, headers = anna) => mail.api.get(path, headers)

describe('a schedule', () => {
  test('is saved, listed with its next run, edited, switched off and deleted', async () => {
    const id = await add({ Name: 'Mine' })
    const saved = (await list()).find(({ _id }: { _id: string }) => _id === id)
    expect(saved).toMatchObject({ ...SCHEDULE_FORM, Name: 'Mine' })
    expect(Date.parse(saved.nextAt)).toBeGreaterThan(Date.now())
    const edit = (members: object) =>
      mail.api.request('PUT', `/api/report.schedules/${id}`, anna, { ...SCHEDULE_FORM, ...members })
    const changed = await edit({ every: 'month', dayOfMonth: 0, revision: saved.revision })
    expect(changed.body.data).toMatchObject({ every: 'month', dayOfMonth: 0 })
    const conflict = await edit({ revision: saved.revision })
    expect([conflict.status, conflict.body.code]).toEqual([409, 'conflict'])
    const off = (await edit({ enabled: false })).body.data
    expect([off.enabled, off.nextAt, off.dayOfMonth]).toEqual([false, undefined, undefined])
    const deletion = await mail.api.request('DELETE', `/api/report.schedules/${id}`, anna)
    expect([deletion.status, deletion.body.message]).toEqual([200, 'Schedule deleted.'])
    expect((await list()).some(({ _id }: { _id: string }) => _id === id)).toBe(false)
  })

  test('tells when it would run', async () => {
    const timing = { every: 'week', weekday: 1, time: '07:30', timeZone: 'UTC' }
    const { status, body } = await mail.api.post('/api/report.nextRuns', timing, anna)
    expect([status, body.data.length]).toEqual([200, 3])
    for (const due of body.data) expect(new Date(due).getUTCDay()).toBe(1)
  })

  test.each<[string, object, number, string]>([
    ['an unknown report', { page: 'no-such-report' }, 404, 'not_found'],
    ['a report of a page that is not theirs', { page: 'rtls-alert' }, 403, 'forbidden'],
    ['an unknown custom report', { page: 'custom-report', reportId: 'x' }, 403, 'forbidden'],
    ['an unknown filter', { filterId: '1' }, 400, 'validation'],
    ['an unknown field', { criteria: [{ 'Fields.Nope': 'x' }] }, 400, 'invalid_criteria'],
    ['an operator', { criteria: [{ AssetId: { $where: '1' } }] }, 400, 'invalid_criteria'],
    [
      'a period among its conditions',
      { criteria: [{ createdAt: { $gte: '2026-01-01' } }] },
      400,
      'validation',
    ],
    ['an unknown period', { period: 'last-year' }, 400, 'validation'],
    ['an unknown level', { page: 'pump-movement', level: 'Level_99' }, 400, 'validation'],
    ['an unknown time zone', { timeZone: 'Mars/Olympus' }, 400, 'validation'],
    ['an offset in place of a zone', { timeZone: '+02:00' }, 400, 'validation'],
    ['a time that is none', { time: '24:00' }, 400, 'validation'],
    ['no day of the week', { every: 'week' }, 400, 'validation'],
    ['a day of the week that is none', { every: 'week', weekday: 8 }, 400, 'validation'],
    ['no day of the month', { every: 'month' }, 400, 'validation'],
    ['a day of the month that is none', { every: 'month', dayOfMonth: 32 }, 400, 'validation'],
    ['nowhere to go', { keepFile: false }, 400, 'validation'],
    ['days that are too many', { keepDays: 91 }, 400, 'validation'],
    ['an unknown format', { format: 'docx' }, 400, 'validation'],
    ['no name', { Name: ' ' }, 400, 'validation'],
    ['a name with a line break', { Name: 'a\nb' }, 400, 'validation'],
    ['51 conditions', { criteria: Array.from({ length: 51 }, () => ({ AssetId: 'x' })) }, 400, 'validation'],
  ])('with %s is refused, and nothing is stored', async (_title, members, status, code) => {
    const before = await list()
    const refused = await create(members)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await list()).toEqual(before)
  })

  test('of somebody else is not there', async () => {
    const id = await add()
    const run = await runNow(id)
    const eve = await signIn('eve', ['devices'])
    expect(await list(eve)).toEqual([])
    const put = { ...SCHEDULE_FORM, Name: 'Stolen' }
    for (const answer of [
      await mail.api.request('PUT', `/api/report.schedules/${id}`, eve, put),
      await mail.api.request('DELETE', `/api/report.schedules/${id}`, eve),
      await mail.api.post(`/api/report.schedules/${id}/run`, {}, eve),
      await get(`/api/report.schedules/${id}/runs`, eve),
      await mail.api.post(`/api/report.runs/${run?._id}/retry`, {}, eve),
      await get(`/api/report.runs/${run?._id}/file`, eve),
      await mail.api.request('DELETE', `/api/report.runs/${run?._id}/file`, eve),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await list()).find(({ _id }: { _id: string }) => _id === id).Name).toBe('Every morning')
    for (const [headers, status] of [
      [{}, 401],
      [await signIn('clerk', ['error-logs']), 403],
    ] as const)
      expect((await get('/api/report.schedules', headers)).status).toBe(status)
  })
})

describe('a run', () => {
  test('keeps the file of the export, which is downloaded and deleted', async () => {
    const id = await add()
    const run = await runNow(id)
    expect(run).toMatchObject({ state: 'done', rows: 2, byHand: true })
    const { data, count } = await runs(id)
    expect([count, data[0].file.name, data[0].rows]).toEqual([1, 'report.csv', 2])
    const file = await get(`/api/report.runs/${run?._id}/file`)
    expect(file.headers['content-disposition']).toBe('attachment; filename="report.csv"')
    expect(file.headers['content-length']).toBe(String(Buffer.byteLength(file.text)))
    const exported = await mail.api.post('/api/report.exportCsv/devices', SCHEDULE_FORM.criteria, anna)
    expect(file.text).toBe(exported.text)
    const deleted = await mail.api.request('DELETE', `/api/report.runs/${run?._id}/file`, anna)
    expect([deleted.status, deleted.body.message]).toEqual([200, 'File deleted.'])
    expect((await get(`/api/report.runs/${run?._id}/file`)).status).toBe(404)
    expect((await runs(id)).data[0].file).toBeUndefined()
  })

  test('sends the file by mail, once more when it is asked for again, and keeps none where none is wanted', async () => {
    const before = mail.server.mails.length
    const id = await add({ Name: 'By mail', byMail: true, keepFile: false, format: 'xlsx' })
    const run = await runNow(id)
    await mail.taken(before + 1)
    const [sent] = mail.server.mails.slice(before)
    expect(sent?.to).toBe('anna@hospital.example')
    expect(sent?.text).toMatch(/Subject: \[Wardtrack\] Report: By mail/)
    expect(sent?.text).toMatch(/filename=devices-\d{4}-\d\d-\d\d\.xlsx/)
    await vi.waitFor(async () => expect((await runs(id)).data[0].mail).toBe('sent'), SENT_WAIT)
    expect((await runs(id)).data[0].file).toBeUndefined()
    expect((await get(`/api/report.runs/${run?._id}/file`)).status).toBe(404)
    const again = await mail.api.post(`/api/report.runs/${run?._id}/retry`, {}, anna)
    expect([again.status, again.body.message]).toEqual([200, 'The report is being made again.'])
    await mail.taken(before + 2)
  })

  test('says why a mail was not sent', async () => {
    mail.server.refuse = () => ({ code: 550, text: 'No such mailbox' })
    const id = await add({ byMail: true })
    await runNow(id)
    await vi.waitFor(async () => {
      const [run] = (await runs(id)).data
      expect([run.mail, run.mailError]).toEqual(['failed', expect.stringContaining('No such mailbox')])
    }, SENT_WAIT)
    mail.server.refuse = () => undefined
    await setPerson('anna', { email: '' })
    expect(await runNow(id)).toMatchObject({ state: 'done', mail: 'no-address' })
    await setPerson('anna', { email: 'anna@hospital.example' })
  })

  test('uses the saved filter as it is then, and fails when it is gone', async () => {
    const saved = await mail.api.post(
      '/api/filters/create',
      {
        criteria: [{ AssetId: 'P-1' }],
        displayName: 'First pump',
        userName: 'anna',
        showOn: '/devices',
        share: false,
        showMe: true,
      },
      anna,
    )
    const { filterId } = saved.body.data
    const id = await add({ filterId })
    expect(await runNow(id)).toMatchObject({ state: 'done', rows: 1 })
    await get(`/api/filters/delete/${filterId}`)
    const run = await runNow(id)
    expect(run).toMatchObject({
      state: 'failed',
      error: 'The saved filter of this schedule is not there any more.',
    })
    expect((await runs(id)).data[0]).toMatchObject({ state: 'failed', error: run?.error })
  })

  test('fails when its owner may not open the report any more', async () => {
    const ben = await signIn('ben', ['devices', 'report/pump-movement'])
    const id = await add({ page: 'pump-movement', period: 'day-before' }, ben)
    expect(await runNow(id, ben)).toMatchObject({ state: 'done' })
    await mail.api.parts.db.models.privileges.updateOne(
      { privilegeName: 'May be ben' },
      { $set: { routes: ['/devices'] } },
    )
    expect(await runNow(id, ben)).toMatchObject({
      state: 'failed',
      error: 'You may not open this report any more.',
    })
  })

  test('is noted in the audit log with who had it made and how many rows', async () => {
    const id = await add()
    await runNow(id)
    await mail.api.parts.access.audit.flush()
    const entry = await mail.api.parts.db.models.audit
      .findOne({ action: 'SCHEDULE report' })
      .sort({ _id: -1 })
    expect(entry).toMatchObject({ actor: 'anna', target: { type: 'report', id: 'devices' }, outcome: 'ok' })
    expect(entry?.details).toMatchObject({ returned: 2 })
  })
})

describe('patients', () => {
  test('to whom equipment is linked stand in no file, which is attached as any other', async () => {
    const nurse = await signIn('norah', ['devices'], true)
    const { driver } = mail.api.parts.db
    const links = { Patient: [{ AssetType: 'Patient', AssetId: 'PT-SECRET' }] }
    await driver.assets.updateOne({ AssetId: 'P-1' }, { $set: { 'Fields.Mappings': links } })
    const before = mail.server.mails.length
    const id = await add({ criteria: [{ AssetType: 'Equipment' }], byMail: true }, nurse)
    const run = await runNow(id, nurse)
    expect(run?.ofPatients).toBeUndefined()
    await mail.taken(before + 1)
    expect(mail.server.mails.at(-1)?.text).toMatch(/filename/)
    const { text } = await get(`/api/report.runs/${run?._id}/file`, nurse)
    expect(text).toContain('P-1')
    expect(text).not.toContain('PT-SECRET')
    await driver.assets.updateOne({ AssetId: 'P-1' }, { $unset: { 'Fields.Mappings': '' } })
  })

  test('leave in no mail, and nothing of them is there once the flag is taken away', async () => {
    const pat = await signIn('pat', ['devices'], true)
    const before = mail.server.mails.length
    const id = await add(
      { Name: 'Zebulon every day', criteria: [{ AssetType: 'Patient' }], byMail: true },
      pat,
    )
    const everything = await add({ criteria: [], byMail: true, keepFile: false }, pat)
    const run = await runNow(id, pat)
    const whole = await runNow(everything, pat)
    expect([run?.ofPatients, whole?.ofPatients]).toEqual([true, true])
    await mail.taken(before + 2)
    for (const { text } of mail.server.mails.slice(before)) {
      expect(text).not.toMatch(/Zebulon|PT-SECRET|filename/)
      expect(text).toContain('A scheduled report is ready')
    }
    // What is not attached can be had in the product.
    expect((await get(`/api/report.runs/${whole?._id}/file`, pat)).text).toContain('PT-SECRET')
    await setPerson('pat', { patientDataAccess: false })
    expect((await list(pat)).map(({ _id }: { _id: string }) => _id)).toEqual([everything])
    expect((await runs(everything, pat)).count).toBe(0)
    for (const path of [
      `/api/report.schedules/${id}/runs`,
      `/api/report.runs/${run?._id}/file`,
      `/api/report.runs/${whole?._id}/file`,
    ])
      expect((await get(path, pat)).status).toBe(404)
    await mail.api.parts.db.models.reportSchedules.updateOne({ _id: id }, { $set: { nextAt: new Date(0) } })
    const later = await runNow(everything, pat)
    expect(later).toMatchObject({ state: 'done', rows: 2 })
    const failed = await vi.waitFor(async () => {
      const [newest] = await mail.api.parts.db.models.reportRuns.find({ scheduleId: id, madeUp: true })
      expect(newest?.state).toBe('failed')
      return newest
    }, SENT_WAIT)
    expect(failed?.error).toBe('This report is about patients, and you may not see patients any more.')
    await mail.taken(before + 3)
    expect(mail.server.mails.at(-1)?.text).not.toMatch(/Zebulon|PT-SECRET/)
  })

  test('are not there for somebody without the flag', async () => {
    const id = await add({ criteria: [{ AssetType: ['Patient', 'Equipment'] }] })
    const run = await runNow(id)
    expect(run).toMatchObject({ state: 'done', rows: 2 })
    const path = `/api/report.runs/${run?._id}/file`
    expect((await get(path)).text).not.toMatch(/PT-SECRET|Zebulon/)
  })
})

test('a workbook of a schedule is whole', async () => {
  const run = await runNow(await add({ format: 'pdf' }))
  expect(run?.file).toMatchObject({ mediaType: 'application/pdf' })
  const { bytes } = await postForFile(mail.api, '/api/report.exportPdf/devices', SCHEDULE_FORM.criteria, anna)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(Math.abs((run?.file?.bytes ?? 0) - bytes.length)).toBeLessThan(2_000)
})
