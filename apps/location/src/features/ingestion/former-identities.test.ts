import { hash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const MINUTE = 60_000
const upgradedAt = Date.now() - 10 * MINUTE
const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * MINUTE)
let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
  await hospital.parts.db.models.system.create({ _id: 'identities-changed', value: upgradedAt })
})
afterAll(() => hospital.close())

/** Identity of a position in versions that left out its place. */
const formerIdentity = (provider: string, subjectKey: string, time: Date): string =>
  time.getTime().toString(36).padStart(9, '0') +
  hash('sha256', `location\n${provider}\n${subjectKey}`, 'base64url').slice(0, 22)

const rows = () => hospital.parts.db.driver.locationHistory.find({}).sort({ time: 1 }).toArray()

test.each([
  ['that names its asset', { AssetType: 'Equipment', AssetId: 'F-1' }, 'asset:Equipment:F-1', undefined],
  ['of a tag in another notation', { tagId: 'AA:BB:CC:DD:EE:FF' }, 'tag:cisco|AA:BB:CC:DD:EE:FF', 'cisco'],
])(
  'stores a position %s once when it is repeated across the upgrade',
  async (_title, subject, key, provider = '') => {
    await hospital.reset()
    const { db } = hospital.parts
    const asset = await hospital.addAsset({
      AssetId: 'F-1',
      LocationTags: [{ Provider: 'cisco', TagId: 'aa-bb-cc-dd-ee-ff', IsPrimary: false }],
      TagKeys: ['cisco|aabbccddeeff'],
    })
    const old = { ...subject, ...(provider ? { provider } : {}), mapId: 'm1', x: 10, y: 10 }
    const time = minutesAgo(20)
    const place = { provider, time, receivedAt: time, mapId: 'm1', fullPath: {}, x: 10, y: 10, state: {} }
    const id = formerIdentity(provider, key, time)
    await db.driver.locationHistory.insertOne({ _id: id, asset: asset._id, ...place })

    const pushed = [
      { ...old, time: time.toISOString() },
      { ...old, time: minutesAgo(19).toISOString() },
      { ...old, time: minutesAgo(1).toISOString() },
    ]
    const counts = async () => {
      const { body } = await hospital.push(pushed)
      return [body.accepted, body.duplicates]
    }
    expect(await counts()).toEqual([2, 1])
    expect(await rows()).toMatchObject([{ _id: id, time }, {}, {}])
    expect(await counts()).toEqual([0, 3])
    expect(await rows()).toHaveLength(3)
  },
)
