import { Types, trusted } from '@wardtrack/database'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MailTest, SENT_WAIT } from '../../testing/mail-test.ts'
import { postForFile } from '../../testing/read-files.ts'
import { openScheduleTest, SCHEDULE_FORM, type ScheduleTest } from '../../testing/schedule-test.ts'

type Headers = ScheduleTest['anna']
let schedules: ScheduleTest
let mail: MailTest
let anna: Headers
beforeAll(async () => {
  schedules = await openScheduleTest()
  mail = schedules.mail
  anna = schedules.anna
})
afterAll(() => schedules.close())

describe('a schedule', () => {
  test('is saved, listed with its next run, edited, switched off and deleted', async () => {
    const id = await schedules.add({ Name: 'Mine' })
    const saved = (await schedules.list()).find(({ _id }: { _id: string }) => _id === id)
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
    expect((await schedules.list()).some(({ _id }: { _id: string }) => _id === id)).toBe(false)
  })

  test('previews its next runs', async () => {
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
    const before = await schedules.list()
    const refused = await schedules.create(members)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(await schedules.list()).toEqual(before)
  })

  test('refuses another run while ten runs of its owner are open, whatever other owners have', async () => {
    const id = await schedules.add()
    const run = await schedules.runNow(id)
    const held = Array.from({ length: 10 }, (_, n) => ({
      _id: `held-${n}`,
      scheduleId: id,
      ownerId: run?.ownerId ?? new Types.ObjectId(),
      state: 'running' as const,
      dueAt: new Date(),
      takeAt: new Date(Date.now() + 3_600_000),
      attempts: 1,
      retries: 0,
    }))
    await mail.api.parts.db.models.reportRuns.insertMany(held)
    for (const path of [`/api/report.schedules/${id}/run`, `/api/report.runs/${run?._id}/retry`]) {
      const { status, body, headers } = await mail.api.post(path, {}, anna)
      expect([status, body.code, headers['retry-after']]).toEqual([429, 'overloaded', '30'])
    }
    expect(await mail.api.parts.db.models.reportRuns.countDocuments({ scheduleId: id })).toBe(11)
    await mail.api.parts.db.models.reportRuns.deleteOne({ _id: 'held-0' })
    expect((await mail.api.post(`/api/report.schedules/${id}/run`, {}, anna)).status).toBe(200)
    await mail.api.parts.db.models.reportRuns.deleteMany({
      _id: trusted({ $in: held.map(({ _id }) => _id) }),
    })
  })

  test('is not found by other users', async () => {
    const id = await schedules.add()
    const run = await schedules.runNow(id)
    const eve = await schedules.signIn('eve', ['devices'])
    expect(await schedules.list(eve)).toEqual([])
    const put = { ...SCHEDULE_FORM, Name: 'Stolen' }
    for (const answer of [
      await mail.api.request('PUT', `/api/report.schedules/${id}`, eve, put),
      await mail.api.request('DELETE', `/api/report.schedules/${id}`, eve),
      await mail.api.post(`/api/report.schedules/${id}/run`, {}, eve),
      await schedules.get(`/api/report.schedules/${id}/runs`, eve),
      await mail.api.post(`/api/report.runs/${run?._id}/retry`, {}, eve),
      await schedules.get(`/api/report.runs/${run?._id}/file`, eve),
      await mail.api.request('DELETE', `/api/report.runs/${run?._id}/file`, eve),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await schedules.list()).find(({ _id }: { _id: string }) => _id === id).Name).toBe('Every morning')
    for (const [headers, status] of [
      [{}, 401],
      [await schedules.signIn('clerk', ['error-logs']), 403],
    ] as const)
      expect((await schedules.get('/api/report.schedules', headers)).status).toBe(status)
  })
})

describe('a run', () => {
  test('keeps the exported file for download until it is deleted', async () => {
    const id = await schedules.add()
    const run = await schedules.runNow(id)
    expect(run).toMatchObject({ state: 'done', rows: 2, byHand: true })
    const { data, count } = await schedules.runs(id)
    expect([count, data[0].file.name, data[0].rows]).toEqual([
      1,
      expect.stringMatching(/^devices-\d{4}-\d\d-\d\d\.csv$/),
      2,
    ])
    const file = await schedules.get(`/api/report.runs/${run?._id}/file`)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="${data[0].file.name}"`)
    expect(file.headers['content-length']).toBe(String(Buffer.byteLength(file.text)))
    const exported = await mail.api.post('/api/report.exportCsv/devices', SCHEDULE_FORM.criteria, anna)
    expect(file.text).toBe(exported.text)
    const deleted = await mail.api.request('DELETE', `/api/report.runs/${run?._id}/file`, anna)
    expect([deleted.status, deleted.body.message]).toEqual([200, 'File deleted.'])
    expect((await schedules.get(`/api/report.runs/${run?._id}/file`)).status).toBe(404)
    expect((await schedules.runs(id)).data[0].file).toBeUndefined()
  })

  test('sends the file by mail, again on request, and keeps no file if none is wanted', async () => {
    const before = mail.server.mails.length
    const id = await schedules.add({ Name: 'By mail', byMail: true, keepFile: false, format: 'xlsx' })
    const run = await schedules.runNow(id)
    await mail.taken(before + 1)
    const [sent] = mail.server.mails.slice(before)
    expect(sent?.to).toBe('anna@hospital.example')
    expect(sent?.text).toMatch(/Subject: \[Wardtrack\] Report: By mail/)
    expect(sent?.text).toMatch(/filename=devices-\d{4}-\d\d-\d\d\.xlsx/)
    await vi.waitFor(async () => expect((await schedules.runs(id)).data[0].mail).toBe('sent'), SENT_WAIT)
    expect((await schedules.runs(id)).data[0].file).toBeUndefined()
    expect((await schedules.get(`/api/report.runs/${run?._id}/file`)).status).toBe(404)
    const again = await mail.api.post(`/api/report.runs/${run?._id}/retry`, {}, anna)
    expect([again.status, again.body.message]).toEqual([200, 'The report is being created again.'])
    await mail.taken(before + 2)
  })

  test('shows why a mail was not sent', async () => {
    mail.server.refuse = () => ({ code: 550, text: 'No such mailbox' })
    const id = await schedules.add({ byMail: true })
    await schedules.runNow(id)
    await vi.waitFor(async () => {
      const [run] = (await schedules.runs(id)).data
      expect([run.mail, run.mailError]).toEqual(['failed', expect.stringContaining('No such mailbox')])
    }, SENT_WAIT)
    mail.server.refuse = () => undefined
    await schedules.setPerson('anna', { email: '' })
    expect(await schedules.runNow(id)).toMatchObject({ state: 'done', mail: 'no-address' })
    await schedules.setPerson('anna', { email: 'anna@hospital.example' })
  })

  test('uses the current version of the saved filter, and fails when the filter is deleted', async () => {
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
    const id = await schedules.add({ filterId })
    expect(await schedules.runNow(id)).toMatchObject({ state: 'done', rows: 1 })
    await schedules.get(`/api/filters/delete/${filterId}`)
    const run = await schedules.runNow(id)
    expect(run).toMatchObject({
      state: 'failed',
      error: 'The saved filter of this schedule no longer exists.',
    })
    expect((await schedules.runs(id)).data[0]).toMatchObject({ state: 'failed', error: run?.error })
  })

  test('fails when its owner may no longer open the report', async () => {
    const ben = await schedules.signIn('ben', ['devices', 'report/pump-movement'])
    const id = await schedules.add({ page: 'pump-movement', period: 'day-before' }, ben)
    expect(await schedules.runNow(id, ben)).toMatchObject({ state: 'done' })
    await mail.api.parts.db.models.privileges.updateOne(
      { privilegeName: 'May be ben' },
      { $set: { routes: ['/devices'] } },
    )
    expect(await schedules.runNow(id, ben)).toMatchObject({
      state: 'failed',
      error: 'You may no longer open this report.',
    })
  })

  test('is recorded in the audit log with its owner and the number of rows', async () => {
    const id = await schedules.add()
    await schedules.runNow(id)
    await mail.api.parts.access.audit.flush()
    const entry = await mail.api.parts.db.models.audit
      .findOne({ action: 'SCHEDULE report' })
      .sort({ _id: -1 })
    expect(entry).toMatchObject({ actor: 'anna', target: { type: 'report', id: 'devices' }, outcome: 'ok' })
    expect(entry?.details).toMatchObject({ returned: 2 })
  })
})

test('the workbook of a schedule is complete', async () => {
  const run = await schedules.runNow(await schedules.add({ format: 'pdf' }))
  expect(run?.file).toMatchObject({ mediaType: 'application/pdf' })
  const { bytes } = await postForFile(mail.api, '/api/report.exportPdf/devices', SCHEDULE_FORM.criteria, anna)
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  expect(Math.abs((run?.file?.bytes ?? 0) - bytes.length)).toBeLessThan(2_000)
})
