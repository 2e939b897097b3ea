import request from 'supertest'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const PATH = '/location/api/location.getLocationHistory'
let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
  for (const AssetType of ['Equipment', 'Clinician', 'Patient'])
    await hospital.addAsset({ AssetId: 'X-1', AssetType })
  for (const AssetType of ['Clinician', 'Patient']) await hospital.addAsset({ AssetId: 'X-2', AssetType })
  await hospital.addAsset({ AssetId: 'X-3', AssetType: 'Patient' })
  const at = (AssetType: string, AssetId: string, x: number) => ({
    AssetType,
    AssetId,
    mapId: 'm1',
    x,
    y: 1,
    time: ago(100 - x),
  })
  const many = Array.from({ length: 12 }, (_, n) => at('Equipment', 'X-1', n + 1))
  await hospital.push([
    ...many,
    at('Clinician', 'X-1', 20),
    at('Clinician', 'X-2', 21),
    at('Patient', 'X-2', 22),
    at('Patient', 'X-3', 23),
  ])
})
afterAll(() => hospital.close())

const ask = (body: object, headers = hospital.people.admin) =>
  request(hospital.app).post(PATH).set(headers).send(body)
const xs = (res: request.Response) =>
  res.body.assets.map((asset: { xCenterPoint: number }) => asset.xCenterPoint)

it('returns the places page by page, newest first, with the exact total', async () => {
  const first = await ask({ assetId: 'X-1' })
  expect(first.status).toBe(200)
  expect(first.body.maxAssets).toBe(12)
  expect(xs(first)).toEqual([120, 110, 100, 90, 80])
  expect(xs(await ask({ assetId: 'X-1', currentPage: 3 }))).toEqual([20, 10])
  expect((await ask({ assetId: 'X-1', currentPage: 4 })).body).toEqual({ assets: [], maxAssets: 12 })
  expect(xs(await ask({ assetId: 'X-1', items: 2, currentPage: 2 }))).toEqual([100, 90])
})

it('returns rows within a period, excluding its end, and refuses a period that ends before it begins', async () => {
  const rows = (await ask({ assetId: 'X-1', items: 12 })).body.assets as { Time: string }[]
  const [startDate, endDate] = [rows[8]?.Time, rows[2]?.Time]
  const within = await ask({ assetId: 'X-1', items: 4, createdAt: { startDate, endDate } })
  expect([within.status, within.body.maxAssets]).toEqual([200, 6])
  expect(xs(within)).toEqual([90, 80, 70, 60])
  expect(xs(await ask({ assetId: 'X-1', createdAt: { startDate: endDate } }))).toEqual([120, 110, 100])
  expect(xs(await ask({ assetId: 'X-1', createdAt: { endDate: startDate } }))).toEqual([30, 20, 10])
  expect((await ask({ assetId: 'X-1', createdAt: {} })).body.maxAssets).toBe(12)
  const refused = await ask({ assetId: 'X-1', createdAt: { startDate: endDate, endDate: startDate } })
  expect([refused.status, refused.body.code, refused.body.errors]).toEqual([
    400,
    'validation',
    [{ path: 'createdAt.endDate', message: 'The end is before the start.' }],
  ])
  const operator = await ask({ assetId: 'X-1', createdAt: { startDate: { $gt: '' } } })
  expect([operator.status, operator.body.code]).toEqual([400, 'validation'])
})

it("returns each row's place as text and its state columns", async () => {
  const [row] = (await ask({ assetId: 'X-1', items: 1 })).body.assets
  expect(row).toEqual({
    Time: expect.stringMatching(/Z$/),
    'Wifi Strength': null,
    'Connection Status': null,
    'Battery Level': null,
    'Infusion Status': null,
    Location: 'Northfield>Tower>Floor 1',
    mapId: 'm1',
    fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' },
    xCenterPoint: 120,
    yCenterPoint: 10,
  })
})

it('resolves a bare id to the Equipment, or else to the only asset that the caller may see', async () => {
  expect(xs(await ask({ assetId: 'X-1', assetType: 'Clinician' }))).toEqual([200])
  const both = await ask({ assetId: 'X-2' })
  expect(both.status).toBe(409)
  expect(both.body.code).toBe('ambiguous_asset')
  expect(xs(await ask({ assetId: 'X-2' }, hospital.people.noPatients))).toEqual([210])
})

it('treats a patient as unknown for people without the patient-data flag', async () => {
  expect(xs(await ask({ assetId: 'X-3' }))).toEqual([230])
  for (const body of [{ assetId: 'X-3' }, { assetId: 'X-3', assetType: 'Patient' }, { assetId: 'nobody' }]) {
    const res = await ask(body, hospital.people.noPatients)
    expect(res.status).toBe(404)
    expect(res.body).toMatchObject({ err: 1, code: 'not_found', message: 'Not found.' })
  }
})

it('refuses requests without a session, without the page or with invalid input', async () => {
  expect((await ask({ assetId: 'X-1' }, {})).status).toBe(401)
  expect((await ask({ assetId: 'X-1' }, hospital.people.key)).status).toBe(401)
  expect((await ask({ assetId: 'X-1' }, hospital.people.nobody)).status).toBe(403)
  for (const [body, path] of [
    [{}, 'assetId'],
    [{ assetId: { $ne: '' } }, 'assetId'],
    [{ assetId: 'X-1', items: 501 }, 'items'],
    [{ assetId: 'X-1', currentPage: 0 }, 'currentPage'],
    [{ assetId: 'X-1', assetType: '$x' }, 'assetType'],
  ] as const) {
    const res = await ask(body)
    expect(res.status).toBe(400)
    expect(res.body.errors[0].path).toBe(path)
  }
})

it('audits that the history of a patient was read', async () => {
  const { access, db } = hospital.parts
  const noted = async () => {
    await access.audit.flush()
    return db.driver.audit.find({ 'details.patients': { $gt: 0 } }).toArray()
  }
  const before = (await noted()).length
  await ask({ assetId: 'X-1' })
  expect(await noted()).toHaveLength(before)
  expect((await ask({ assetId: 'X-3', assetType: 'Patient' })).status).toBe(200)
  const entries = await noted()
  expect(entries).toHaveLength(before + 1)
  expect(entries.at(-1)).toMatchObject({ actor: 'admin', target: { type: 'asset' } })
})
