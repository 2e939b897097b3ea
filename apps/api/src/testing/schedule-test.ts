import type { Response } from 'supertest'
import { expect, vi } from 'vitest'
import { openMailTest, SENT_WAIT } from './mail-test.ts'

/** Form of a schedule in tests: devices as CSV every morning, kept as a file. */
export const SCHEDULE_FORM = {
  Name: 'Every morning',
  page: 'devices',
  criteria: [{ AssetType: 'Equipment' }] as readonly object[],
  period: 'none',
  format: 'csv',
  byMail: false,
  keepFile: true,
  keepDays: 30,
  enabled: true,
  every: 'day',
  time: '07:30',
  timeZone: 'Europe/Berlin',
}

type Headers = Record<string, string>
type Answer = Promise<Response>

/** Opens an API with a mail server, two pumps, a patient, and anna, who may open reports but not see patients. */
export async function openScheduleTest() {
  const mail = await openMailTest()
  const { api } = mail
  await mail.saveServer()
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'P-1', AssetName: 'Pump one' },
    { AssetType: 'Equipment', AssetId: 'P-2', AssetName: 'Pump two' },
    { AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' },
  ])
  const setPerson = (username: string, members: object) =>
    api.parts.db.models.users.updateOne({ username }, { $set: members })
  const signIn = async (username: string, pages: string[], patientDataAccess = false): Promise<Headers> => {
    const headers = await api.people.signIn({ username, pages, patientDataAccess })
    await setPerson(username, { email: `${username}@hospital.example` })
    return headers
  }
  const anna = await signIn('anna', ['devices', 'report/all-assets-map-view', 'report/pump-movement'])
  const get = (path: string, headers = anna): Answer => api.get(path, headers)
  const create = (members: object = {}, headers = anna): Answer =>
    api.post('/api/report.schedules', { ...SCHEDULE_FORM, ...members }, headers)
  /** Reads a finished run from the store. */
  const ended = (_id: string) =>
    vi.waitFor(async () => {
      const run = await api.parts.db.models.reportRuns.findOne({ _id })
      expect(['done', 'failed']).toContain(run?.state)
      return run
    }, SENT_WAIT)
  return {
    mail,
    anna,
    signIn,
    setPerson,
    get,
    create,
    add: async (members: object = {}, headers = anna): Promise<string> => {
      const { status, body } = await create(members, headers)
      expect([status, body.message]).toEqual([200, 'Schedule saved.'])
      return body.data._id
    },
    list: async (headers = anna) => (await get('/api/report.schedules', headers)).body.data,
    runs: async (id: string, headers = anna) => (await get(`/api/report.schedules/${id}/runs`, headers)).body,
    /** Starts a run of a schedule, and returns it once it is finished. */
    runNow: async (id: string, headers = anna) => {
      const { status, body } = await api.post(`/api/report.schedules/${id}/run`, {}, headers)
      expect([status, body.message]).toEqual([200, 'The report is being created.'])
      return ended(body.data._id)
    },
    close: () => mail.close(),
  }
}

export type ScheduleTest = Awaited<ReturnType<typeof openScheduleTest>>
