import { PAGES } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../testing/api-test.ts'
import { openStream } from '../testing/live-reader.ts'

let api: ApiTest
let ids: Map<string, string>
beforeAll(async () => {
  api = await openApiTest()
  await api.pushAssets([
    ...[1, 2, 3].map((n) => ({ AssetType: 'Patient', AssetId: `PT-${n}`, AssetName: `Zebulon ${n}` })),
    { AssetType: 'Equipment', AssetId: 'E-1', AssetName: 'Pump of Zebulon' },
  ])
  await api.link(['Equipment', 'E-1'], ['Patient', 'PT-1'])
  const place = { hierarchyId: 'h', mapId: 'm1', fullName: ['Site'] }
  for (const patient of ['PT-1', 'PT-2']) await api.placeAt(['Patient', patient], place)
  const assets = await api.parts.db.driver.assets.find({}).toArray()
  ids = new Map(assets.map(({ AssetId, _id }) => [AssetId, _id.toHexString()]))
})
afterAll(() => api.close())

let requestCount = 0
/** Returns a page name unique to the request, so that the test finds its audit entry. */
const markOf = (count: number): string => PAGES[count] ?? expect.unreachable('there are not as many pages')
const marked = (headers = api.people.admin) => ({ ...headers, pageroute: markOf((requestCount += 1)) })
/** Returns the stored entry of the last marked request; entries are stored after the response. */
async function lastEntry() {
  return vi.waitFor(async () => {
    await api.parts.access.audit.flush()
    const entry = await api.parts.db.driver.audit.findOne({ pageRoute: markOf(requestCount) })
    if (!entry) throw new Error('the entry is not there yet')
    return entry
  }, TEST_WAIT)
}
const id = (assetId: string) => ids.get(assetId)

describe('the audit entry of a list', () => {
  test('records the criteria, the number of patients in the response, and their ids', async () => {
    const criteria = {
      AssetType: 'Patient',
      search: 'zebulon',
      sort: { sortField: 'AssetId', sortDirection: 1 },
    }
    const answer = await api.post('/api/assets.filter', criteria, marked())
    expect(answer.body.maxAssets).toBe(3)
    const { details, actor, status } = await lastEntry()
    expect([actor, status]).toEqual(['admin', 200])
    expect(details).toEqual({
      criteria: ['AssetType $eq Patient', 'search of 7 characters', 'sort AssetId 1'],
      returned: 3,
      patients: 3,
      patientIds: ['PT-1', 'PT-2', 'PT-3'].map(id),
    })
    expect(JSON.stringify(details)).not.toMatch(/zebulon|PT-/i)
  })

  test('counts patients that are only linked with listed assets', async () => {
    await api.post('/api/assets.filter', { AssetType: 'Equipment' }, marked())
    expect((await lastEntry()).details).toMatchObject({ returned: 1, patients: 0, linkedPatients: 1 })
  })

  test('names no patients when the response had none: without the flag', async () => {
    await api.post('/api/assets.filter', { AssetType: 'Patient' }, marked(api.people.noPatients))
    expect((await lastEntry()).details).toEqual({ criteria: ['AssetType $eq Patient'], returned: 0 })
  })

  test.each([
    ['/api/assets.list', { query: { AssetType: 'Patient' } }, 3],
    ['/api/assets.MapsPointerAllAssets', { 'CurrentLocation.mapId': 'm1' }, 2],
    ['/api/assets.MapsPointer', { 'CurrentLocation.mapId': 'm1', AssetType: 'Patient' }, 2],
    ['/api/report.exportCsv/assetlist', {}, 3],
    ['/api/report.exportXlsx/assetlist', {}, 3],
    ['/api/report.exportPdf/assetlist', {}, 3],
  ])('is equally complete for %s', async (path, body, patients) => {
    const answer = await api.post(path, body, marked())
    expect(answer.status).toBe(200)
    const { details } = await lastEntry()
    expect(details).toMatchObject({ patients, criteria: expect.any(Array) })
    expect(details?.['patientIds']).toHaveLength(patients)
  })

  test('holds at most a hundred ids, and the true number', async () => {
    await api.pushAssets(
      Array.from({ length: 120 }, (_, n) => ({
        AssetType: 'Patient',
        AssetId: `MANY-${n}`,
        AssetName: 'Crowd',
      })),
    )
    await api.post('/api/assets.filter?pagesize=120', { search: 'crowd' }, marked())
    const { details } = await lastEntry()
    expect(details).toMatchObject({ returned: 120, patients: 120 })
    expect(details?.['patientIds']).toHaveLength(100)
    await api.parts.db.driver.assets.deleteMany({ AssetId: /^MANY/ })
    api.parts.bus.publish('asset.changed', { changes: [], tagKeys: [] })
  })
})

describe('the audit entry of one asset', () => {
  test('records whether a patient is linked with the asset', async () => {
    const path = '/api/assets.getById?assetType=Equipment&assetId=E-1'
    await api.get(path, marked())
    const all = await lastEntry()
    expect(all.target).toEqual({ type: 'asset', id: id('E-1') })
    expect(all.details).toEqual({ patients: 0, linkedPatients: 1 })
    await api.get(path, marked(api.people.noPatients))
    expect((await lastEntry()).details ?? {}).toEqual({})
  })
})

describe('a live stream', () => {
  const entriesOf = async (actor: string) => {
    await api.parts.access.audit.flush()
    return api.parts.db.driver.audit.find({ actor, action: 'GET /live' }).sort({ _id: 1 }).toArray()
  }

  test('is audited when it opens, with its audiences, and when they change', async () => {
    const headers = await api.people.signIn({ username: 'watcher', pages: ['devices'] })
    const reader = await openStream(api, headers)
    await reader.until(({ event }) => event === 'hello')
    expect(await entriesOf('watcher')).toMatchObject([
      { status: 200, details: { audiences: ['all', 'assets', 'alerts', 'notifications'] } },
    ])
    await api.parts.db.driver.users.updateOne({ username: 'watcher' }, { $set: { patientDataAccess: true } })
    const user = await api.parts.db.driver.users.findOne({ username: 'watcher' })
    api.parts.bus.publish('access.changed', { userId: (user?._id ?? new Types.ObjectId()).toHexString() })
    await reader.until(({ event }) => event === 'access.changed')
    const [, changed] = await entriesOf('watcher')
    expect(changed?.details).toEqual({
      audiences: [
        'all',
        'flagged',
        'assets',
        'patients',
        'alertsOfPatients',
        'notifications',
        'notificationsOfPatients',
      ],
    })
    reader.close()
    await vi.waitFor(async () => expect(await entriesOf('watcher')).toHaveLength(3), TEST_WAIT)
  })
})
