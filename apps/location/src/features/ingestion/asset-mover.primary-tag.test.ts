import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(() => hospital.reset())

const TAGS = [
  { Provider: 'centrak', TagId: 'T-1', IsPrimary: true },
  { Provider: 'cisco', TagId: 'W-1', IsPrimary: false },
]
const primary = { provider: 'CenTrak', tagId: 'T-1' }
const otherTag = { provider: 'cisco', tagId: 'W-1' }
const itself = { AssetType: 'Equipment', AssetId: 'P-1' }
const see = (subject: object, x: number, seconds: number) =>
  hospital.push({ ...subject, mapId: 'm1', x, y: 1, time: ago(seconds) }).expect(200, answer({ accepted: 1 }))
const x = async () => ((await hospital.asset('P-1'))?.CurrentLocation?.xCenterPoint ?? 0) / 10

it("stores a position of another tag only in the history while the primary tag's position is fresh", async () => {
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  await see(primary, 1, 200)
  const before = await hospital.asset('P-1')
  expect(before?.CurrentLocation).toMatchObject({ byPrimaryTag: true, provider: 'centrak' })
  await see(otherTag, 2, 115)
  expect(await hospital.asset('P-1')).toEqual(before)
  expect(await hospital.parts.db.driver.locationHistory.countDocuments({})).toBe(2)
  await see(primary, 3, 112)
  expect(await x()).toBe(3)
  await see(otherTag, 4, 20)
  expect(await x()).toBe(4)
  expect((await hospital.asset('P-1'))?.CurrentLocation).not.toHaveProperty('byPrimaryTag')
  await see(otherTag, 5, 10)
  expect(await x()).toBe(5)
  await see(primary, 6, 5)
  expect(await x()).toBe(6)
})

it('applies the rule within one request, whatever the order of its items', async () => {
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  const at = (subject: object, place: number, seconds: number) => ({
    ...subject,
    mapId: 'm1',
    x: place,
    y: 1,
    time: ago(seconds),
  })
  await hospital
    .push([at(otherTag, 4, 10), at(otherTag, 2, 80), at(primary, 3, 40), at(otherTag, 1, 90)])
    .expect(200, answer({ accepted: 4 }))
  expect(await x()).toBe(3)
})

it('moves assets by events that name the asset, and assets without a primary tag', async () => {
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  await see(primary, 1, 50)
  await see(itself, 2, 40)
  expect(await x()).toBe(2)
  await hospital.addAsset({
    AssetId: 'P-2',
    LocationTags: [
      { Provider: 'centrak', TagId: 'T-2', IsPrimary: false },
      { Provider: 'cisco', TagId: 'W-2', IsPrimary: false },
    ],
  })
  await see({ provider: 'centrak', tagId: 'T-2' }, 1, 50)
  await see({ provider: 'cisco', tagId: 'W-2' }, 2, 40)
  expect((await hospital.asset('P-2'))?.CurrentLocation?.xCenterPoint).toBe(20)
})

it('follows a change of the primary tag with the next event', async () => {
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  await see(primary, 1, 50)
  const changed = TAGS.map((tag) => ({ ...tag, IsPrimary: !tag.IsPrimary }))
  await hospital.parts.db.driver.assets.updateOne({ AssetId: 'P-1' }, { $set: { LocationTags: changed } })
  const change = { AssetType: 'Equipment', AssetId: 'P-1', change: 'tags' as const }
  hospital.parts.bus.publish('asset.changed', { changes: [change], tagKeys: ['centrak|t-1', 'cisco|w-1'] })
  await see(otherTag, 2, 40)
  expect(await x()).toBe(2)
  await see(primary, 3, 30)
  expect(await x()).toBe(2)
})

it('keeps positions of the other tag from raising geofence alerts', async () => {
  const from = new Date(Date.now() - 3_600_000)
  await hospital.parts.db.driver.geofences.insertOne(fenceDoc({ activeFrom: from }))
  hospital.parts.bus.publish('config.changed', { what: 'geofences' })
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  await see(primary, 1, 50)
  await hospital.push({ ...otherTag, mapId: 'm1', unit: 'px', x: 150, y: 120, time: ago(40) })
  expect((await hospital.asset('P-1'))?.Fences).toBeUndefined()
})

it('considers positions that another process has since written', async () => {
  await hospital.addAsset({ AssetId: 'P-1', LocationTags: TAGS })
  await see(itself, 1, 80)
  await hospital.parts.db.driver.assets.updateOne(
    { AssetId: 'P-1' },
    {
      $set: {
        'CurrentLocation.xCenterPoint': 70,
        'CurrentLocation.byPrimaryTag': true,
        'CurrentLocation.time': new Date(ago(60)),
      },
      $inc: { PlaceRev: 1 },
    },
  )
  await see(otherTag, 2, 40)
  expect(await x()).toBe(7)
})
