import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
/** Targets about patients and other targets, by kind. */
const hidden: Record<string, string> = {}
const known: Record<string, string> = {}
beforeAll(async () => {
  api = await openApiTest()
  await addThings()
  for (const [type, id] of [...Object.entries(hidden), ...Object.entries(known)])
    api.parts.access.audit.note({
      action: 'PUT /test',
      actor: 'doctor',
      address: '10.0.0.7',
      outcome: 'ok',
      status: 200,
      target: { type, id },
      pageRoute: 'as the client of J. Doe sent it',
    })
  await api.parts.access.audit.flush()
})
afterAll(() => api.close())

/** Stores one document of each kind that concerns patients, and one that does not. */
async function addThings(): Promise<void> {
  const { driver } = api.parts.db
  await api.pushAssets([
    { AssetType: 'Patient', AssetId: 'PT-1' },
    { AssetType: 'Equipment', AssetId: 'E-1' },
  ])
  for (const { _id, AssetType } of await driver.assets.find({}).toArray())
    (AssetType === 'Patient' ? hidden : known)['asset'] = _id.toHexString()
  const byId = async (kind: string, collection: object, [ofPatient, other]: [object, object]) => {
    const ids = [ofPatient, other].map((members) => ({ _id: new Types.ObjectId(), ...members }))
    await (collection as typeof driver.assets).insertMany(ids as never)
    for (const [index, { _id }] of ids.entries()) (index === 0 ? hidden : known)[kind] = _id.toHexString()
  }
  const byText = async (kind: string, collection: object, [ofPatient, other]: [object, object]) => {
    await (collection as typeof driver.jobs).insertMany([
      { _id: `${kind}-of-patients`, ...ofPatient },
      { _id: `${kind}-of-others`, ...other },
    ] as never)
    hidden[kind] = `${kind}-of-patients`
    known[kind] = `${kind}-of-others`
  }
  const marked: [object, object] = [{ ofPatients: true }, {}]
  await byId('geofence', driver.geofences, [
    { nameKey: 'a', AssetTypes: ['Patient'] },
    { nameKey: 'b', AssetTypes: ['Patient', 'Equipment'] },
  ])
  await byId('notification-rule', driver.notificationRules, [
    { NotificationAssetType: 'Patient' },
    { NotificationAssetType: 'Equipment' },
  ])
  await byId('custom-report', driver.customReports, [{ ofPatients: true }, { ofPatients: false }])
  await byText('asset-rule', driver.assetRules, [{ AssetType: 'Patient' }, { AssetType: 'Equipment' }])
  await byText('geofence-alert', driver.geofenceAlerts, [{ ofPatient: true }, { ofPatient: false }])
  await byText('report-schedule', driver.reportSchedules, marked)
  await byText('filter', driver.savedFilters, [{ ofPatients: true, nameKey: 'a' }, { nameKey: 'b' }])
  await byText('job', driver.jobs, marked)
  await byText('import', driver.imports, marked)
  await byText('delivery', driver.deliveries, marked)
  // Without the flag, targets of these kinds are hidden, because they cannot be checked for patients.
  for (const kind of ['dead-letter', 'notification', 'a kind to come']) hidden[kind] = `${kind}-1`
  // A deleted rule may have concerned patients.
  hidden['notification-rule '] = new Types.ObjectId().toHexString()
  known['setting'] = 'mirth/mirth'
}

const QUERY = 'action=PUT%20/test&pagesize=100'
const entries = async (headers = api.people.admin) =>
  (await api.get(`/api/audit?${QUERY}`, headers)).body.data as { target?: { type: string; id: string } }[]

test('users without the flag see no target about patients, in the list and in the file', async () => {
  const seen = await entries(api.people.noPatients)
  expect(seen).toHaveLength(Object.keys(hidden).length + Object.keys(known).length)
  const targets = Object.fromEntries(seen.flatMap(({ target }) => (target ? [[target.type, target.id]] : [])))
  expect(targets).toEqual(known)
  const file = (await api.get(`/api/audit/export?${QUERY}`, api.people.noPatients)).text
  for (const id of Object.values(hidden)) expect(file).not.toContain(id)
  for (const id of Object.values(known)) expect(file).toContain(id)
})

test('users with the flag see every target', async () => {
  const targets = new Set((await entries()).map(({ target }) => target?.id))
  expect(targets).toEqual(new Set([...Object.values(hidden), ...Object.values(known)]))
})

test('a rule that is changed to patients is no longer named', async () => {
  const id = known['notification-rule'] ?? ''
  await api.parts.db.driver.notificationRules.updateOne(
    { _id: new Types.ObjectId(id) },
    { $set: { NotificationAssetType: 'Patient' } },
  )
  expect(JSON.stringify(await entries(api.people.noPatients))).not.toContain(id)
})

test('an unknown page that a client once sent is not shown', async () => {
  for (const headers of [api.people.admin, api.people.noPatients])
    expect(JSON.stringify(await entries(headers))).not.toContain('Doe')
})
