import { createApiService } from '@wardtrack/api'
import { type CallName, calls } from '@wardtrack/contracts'
import { CallError, createClient } from '@wardtrack/contracts/client'
import { createLocationService } from '@wardtrack/location'
import { beforeNextWrite, type Headers, openTestApp, type TestApp } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fenceForEverybody, MAP, ruleForPatients } from './testing/patient-requests.ts'

let app: TestApp
let nurse: Headers
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService])
  nurse = app.people.noPatients
  const push = (path: string, items: object[]) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { ...app.people.key, 'content-type': 'application/json' },
      body: JSON.stringify(items),
    })
  await push('/location/api/ingest/hierarchies', [
    { hierarchyId: 'room', fullName: ['Site', 'Room'], mapId: 'shared', map: { ...MAP, name: 'Shared' } },
  ])
  await push('/api/ingest/assets', [
    { AssetType: 'Equipment', AssetId: 'E-1' },
    { AssetType: 'Patient', AssetId: 'PT-1' },
  ])
})
afterAll(() => app.close())

type Input = { params?: object; body?: object }
const as = (headers: Headers) =>
  createClient({
    bases: { api: `${app.url}/api`, location: `${app.url}/location/api`, status: `${app.url}/status/api` },
    headers: () => headers,
  })
/** Makes a call, and returns its answer, or status and code of its refusal. */
async function ask<N extends CallName>(name: N, input: Input, headers: Headers) {
  try {
    return { status: 200, body: (await as(headers).call(name, input as never)) as Record<string, unknown> }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { status: error.status, body: error.body as unknown as Record<string, unknown> }
  }
}
const admin = async (name: CallName, input: Input = {}) => {
  const answer = await ask(name, input, app.people.admin)
  expect([name, answer.status, answer.body]).toEqual([name, 200, answer.body])
  return answer.body
}
const idOf = (body: Record<string, unknown>): string =>
  String((body['data'] as { _id?: string } | undefined)?._id ?? body['_id'])

const ruleForDevices = {
  ...ruleForPatients,
  Name: 'Device rule',
  NotificationAssetType: 'Equipment',
  NotificationField: 'BatteryLevel',
  RaiseValue: 'Equals LEVEL_1',
}
const report = {
  Name: 'Devices',
  Description: 'Devices',
  Subject: 'Equipment',
  Type: 'List',
  share: 'Everyone',
  Fields: ['AssetName', 'BatteryLevel'],
}
const webhook = { address: 'https://10.0.0.9/rules', plainHttpReason: '' }

/** A change by a person without the flag, while a person with the flag restricts the same object to patients. */
type Race = {
  what: string
  create(): Promise<string>
  hide(id: string): Promise<unknown>
  attempt: { call: CallName; input(id: string): Input }
  write: [collection: 'notificationRules' | 'customReports' | 'geofences', method: string]
}

const rule = {
  create: async () => idOf(await admin('createNotificationRule', { body: ruleForDevices })),
  hide: (id: string) => admin('changeNotificationRule', { params: { id }, body: ruleForPatients }),
}
const customReport = {
  create: async () => idOf(await admin('createCustomReport', { body: report })),
  hide: (id: string) =>
    admin('editCustomReportById', {
      params: { reportId: id },
      body: { ...report, Subject: 'Patient', Fields: ['AssetName', 'Status'] },
    }),
}
let fenceCount = 0
const fence = {
  create: async () => {
    const body = { ...fenceForEverybody, Name: `Door ${(fenceCount += 1)}`, AssetTypes: ['Equipment'] }
    return idOf(await admin('addGeofence', { body }))
  },
  hide: (id: string) => admin('changeGeofence', { params: { id }, body: { AssetTypes: ['Patient'] } }),
}

const RACES: Race[] = [
  {
    what: 'a webhook set on a rule',
    ...rule,
    attempt: {
      call: 'changeNotificationRule',
      input: (id) => ({ params: { id }, body: { Webhook: webhook } }),
    },
    write: ['notificationRules', 'findOneAndUpdate'],
  },
  {
    what: 'a rule switched off',
    ...rule,
    attempt: {
      call: 'changeNotificationRule',
      input: (id) => ({ params: { id }, body: { Enabled: false } }),
    },
    write: ['notificationRules', 'findOneAndUpdate'],
  },
  {
    what: 'a rule deleted',
    ...rule,
    attempt: { call: 'deleteNotificationRule', input: (id) => ({ params: { id } }) },
    write: ['notificationRules', 'deleteOne'],
  },
  {
    what: 'a report edited',
    ...customReport,
    attempt: {
      call: 'editCustomReportById',
      input: (reportId) => ({ params: { reportId }, body: { ...report, Name: 'Mine' } }),
    },
    write: ['customReports', 'findOneAndUpdate'],
  },
  {
    what: 'a report deleted',
    ...customReport,
    attempt: { call: 'deleteCustomReportById', input: (id) => ({ params: { id } }) },
    write: ['customReports', 'deleteOne'],
  },
  {
    what: 'a geofence changed',
    ...fence,
    attempt: { call: 'changeGeofence', input: (id) => ({ params: { id }, body: { Name: 'Mine' } }) },
    write: ['geofences', 'findOneAndUpdate'],
  },
  {
    what: 'a geofence deleted',
    ...fence,
    attempt: { call: 'deleteGeofence', input: (id) => ({ params: { id } }) },
    write: ['geofences', 'deleteOne'],
  },
]

describe('an object that becomes a patient’s between the check of a call and its write', () => {
  test.each(RACES)('is not found and stays: $what', async (race) => {
    const { create, hide, attempt, write } = race
    const id = await create()
    const [collection, method] = write
    const model = app.parts.db.models[collection]
    const isWritten = beforeNextWrite(model, method, () => hide(id))
    const answer = await ask(attempt.call, attempt.input(id), nurse)
    expect([isWritten(), answer.body]).toMatchObject([true, { code: 'not_found' }])
    expect(answer.status).toBe(404)
    // Only the change by the person with the flag is stored.
    const { driver } = app.parts.db
    const stored = (await driver[collection].find({}).toArray()).find(({ _id }) => _id.toHexString() === id)
    expect(JSON.stringify(stored)).toContain('Patient')
    expect(stored).not.toHaveProperty('Webhook')
    expect(stored).not.toHaveProperty('Enabled', false)
    expect(stored).not.toHaveProperty('Name', 'Mine')
  })

  test('applies an edit to the stored rule after a conflict, and refuses a stale revision', async () => {
    const id = await rule.create()
    const rename = () =>
      admin('changeNotificationRule', { params: { id }, body: { Name: 'Renamed meanwhile' } })
    beforeNextWrite(app.parts.db.models.notificationRules, 'findOneAndUpdate', rename)
    const body = { Priority: 'Low' }
    const changed = await ask('changeNotificationRule', { params: { id }, body }, nurse)
    expect(changed.body['data']).toMatchObject({ Name: 'Renamed meanwhile', Priority: 'Low' })
    const revision = (changed.body['data'] as { revision: string }).revision
    beforeNextWrite(app.parts.db.models.notificationRules, 'findOneAndUpdate', rename)
    const stale = await ask('changeNotificationRule', { params: { id }, body: { ...body, revision } }, nurse)
    expect([stale.status, stale.body['code']]).toEqual([409, 'conflict'])
  })

  test('does not approve a replaced address for patients when the earlier one is saved', async () => {
    const save = (GeofenceAlert: string, headers: Headers) =>
      ask('createSettings', { body: { Type: 'Mirth', SubType: 'Mirth', Fields: { GeofenceAlert } } }, headers)
    const [approved, next] = ['https://10.0.0.9:6661/alerts', 'https://10.0.0.10:6661/alerts']
    await save(approved, app.people.admin)
    beforeNextWrite(app.parts.db.models.settings, 'replaceOne', () => save(next, app.people.admin))
    expect((await save(approved, nurse)).status).toBe(409)
    const stored = await app.parts.db.driver.settings.findOne({ _id: 'mirth/mirth' })
    expect(stored?.patientReceivers).toEqual({ GeofenceAlert: next })
  })
})

describe('a schedule that becomes hidden from its owner', () => {
  const form = {
    Name: 'Every morning',
    page: 'devices',
    criteria: [{ AssetType: 'Equipment' }],
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
  test.each<[string, CallName, string, (id: string) => Input]>([
    ['edited', 'editReportSchedule', 'findOneAndUpdate', (id) => ({ params: { id }, body: form })],
    ['deleted', 'deleteReportSchedule', 'deleteOne', (id) => ({ params: { id } })],
  ])('is not %s', async (_what, call, method, input) => {
    const created = await ask('createReportSchedule', { body: form }, nurse)
    const id = idOf(created.body)
    const { reportSchedules } = app.parts.db.models
    const isWritten = beforeNextWrite(reportSchedules, method, () =>
      reportSchedules.updateOne({ _id: id }, { $set: { ofPatients: true, Name: 'Patients' } }),
    )
    const answer = await ask(call, input(id), nurse)
    expect(isWritten()).toBe(true)
    expect([answer.status, answer.body['code']]).toEqual([404, 'not_found'])
    expect(await reportSchedules.findOne({ _id: id })).toMatchObject({ Name: 'Patients' })
  })
})

test('names only existing calls in these races', () => {
  for (const { attempt } of RACES) expect(calls[attempt.call]).toBeDefined()
})
