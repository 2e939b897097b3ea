import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type MailTest, SENT_WAIT } from '../../testing/mail-test.ts'
import { openScheduleTest, type ScheduleTest } from '../../testing/schedule-test.ts'

let schedules: ScheduleTest
let mail: MailTest
beforeAll(async () => {
  schedules = await openScheduleTest()
  mail = schedules.mail
})
afterAll(() => schedules.close())

describe('patients in scheduled reports', () => {
  test('are in no file when only linked to its equipment, and the mail has the file attached', async () => {
    const nurse = await schedules.signIn('norah', ['devices'], true)
    const { driver } = mail.api.parts.db
    const links = { Patient: [{ AssetType: 'Patient', AssetId: 'PT-SECRET' }] }
    await driver.assets.updateOne({ AssetId: 'P-1' }, { $set: { 'Fields.Mappings': links } })
    const before = mail.server.mails.length
    const id = await schedules.add({ criteria: [{ AssetType: 'Equipment' }], byMail: true }, nurse)
    const run = await schedules.runNow(id, nurse)
    expect(run?.ofPatients).toBeUndefined()
    await mail.taken(before + 1)
    expect(mail.server.mails.at(-1)?.text).toMatch(/filename/)
    const { text } = await schedules.get(`/api/report.runs/${run?._id}/file`, nurse)
    expect(text).toContain('P-1')
    expect(text).not.toContain('PT-SECRET')
    await driver.assets.updateOne({ AssetId: 'P-1' }, { $unset: { 'Fields.Mappings': '' } })
  })

  test('are never sent by mail, and are hidden once the flag is removed', async () => {
    const pat = await schedules.signIn('pat', ['devices'], true)
    const before = mail.server.mails.length
    const id = await schedules.add(
      { Name: 'Zebulon every day', criteria: [{ AssetType: 'Patient' }], byMail: true },
      pat,
    )
    const everything = await schedules.add({ criteria: [], byMail: true, keepFile: false }, pat)
    const run = await schedules.runNow(id, pat)
    const whole = await schedules.runNow(everything, pat)
    expect([run?.ofPatients, whole?.ofPatients]).toEqual([true, true])
    await mail.taken(before + 2)
    for (const { text } of mail.server.mails.slice(before)) {
      expect(text).not.toMatch(/Zebulon|PT-SECRET|filename/)
      expect(text).toContain('A scheduled report is ready')
    }
    // The product offers the file that was not attached.
    expect((await schedules.get(`/api/report.runs/${whole?._id}/file`, pat)).text).toContain('PT-SECRET')
    await schedules.setPerson('pat', { patientDataAccess: false })
    expect((await schedules.list(pat)).map(({ _id }: { _id: string }) => _id)).toEqual([everything])
    expect((await schedules.runs(everything, pat)).count).toBe(0)
    for (const path of [
      `/api/report.schedules/${id}/runs`,
      `/api/report.runs/${run?._id}/file`,
      `/api/report.runs/${whole?._id}/file`,
    ])
      expect((await schedules.get(path, pat)).status).toBe(404)
    await mail.api.parts.db.models.reportSchedules.updateOne({ _id: id }, { $set: { nextAt: new Date(0) } })
    const later = await schedules.runNow(everything, pat)
    expect(later).toMatchObject({ state: 'done', rows: 2 })
    const failed = await vi.waitFor(async () => {
      const [newest] = await mail.api.parts.db.models.reportRuns.find({ scheduleId: id, madeUp: true })
      expect(newest?.state).toBe('failed')
      return newest
    }, SENT_WAIT)
    expect(failed?.error).toBe('This report is about patients, and you no longer have patient-data access.')
    await mail.taken(before + 3)
    expect(mail.server.mails.at(-1)?.text).not.toMatch(/Zebulon|PT-SECRET/)
  })

  test('are hidden from users without the flag', async () => {
    const id = await schedules.add({ criteria: [{ AssetType: ['Patient', 'Equipment'] }] })
    const run = await schedules.runNow(id)
    expect(run).toMatchObject({ state: 'done', rows: 2 })
    const path = `/api/report.runs/${run?._id}/file`
    expect((await schedules.get(path)).text).not.toMatch(/PT-SECRET|Zebulon/)
  })
})
