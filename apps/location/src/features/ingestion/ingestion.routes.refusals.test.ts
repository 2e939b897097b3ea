import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(() => hospital.reset())

const rows = () => hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()

describe('an invalid item', () => {
  const validItem = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }
  const { AssetId: _id, ...withoutAssetId } = validItem
  const invalidItems: [string, unknown, string, string][] = [
    ['is no object', 7, '', 'validation'],
    ['is null', null, '', 'validation'],
    ['is a list', [], '', 'validation'],
    ['names nobody', withoutAssetId, 'AssetId', 'validation'],
    ['names a tag without a provider', { tagId: 'T', mapId: 'm1', x: 1, y: 1 }, 'provider', 'validation'],
    ['names no place', { AssetType: 'Equipment', AssetId: 'P-1' }, 'mapId', 'validation'],
    ['names two places', { ...validItem, hierarchyId: 'room-1' }, 'mapId', 'validation'],
    ['has a map but no point', { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1' }, 'x', 'validation'],
    ['has half a point', { ...validItem, y: undefined }, 'x', 'validation'],
    ['has text for a number', { ...validItem, x: '1' }, 'x', 'validation'],
    [
      'has an infinite number',
      '{"AssetType":"Equipment","AssetId":"P-1","mapId":"m1","x":1e999,"y":1}',
      'x',
      'validation',
    ],
    ['has an unknown unit', { ...validItem, unit: 'ft' }, 'unit', 'validation'],
    ['has a time without a zone', { ...validItem, time: '2026-01-01T00:00:00' }, 'time', 'validation'],
    ['has a time that is none', { ...validItem, time: 'yesterday' }, 'time', 'validation'],
    ['has a control character in an id', { ...validItem, AssetId: 'P\u00001' }, 'AssetId', 'validation'],
    ['has an id that is too long', { ...validItem, AssetId: 'x'.repeat(129) }, 'AssetId', 'validation'],
    ['has an operator for an id', { ...validItem, AssetId: { $ne: 1 } }, 'AssetId', 'validation'],
    ['has a strange type', { ...validItem, AssetType: '$where' }, 'AssetType', 'validation'],
    ['has a negative accuracy', { ...validItem, accuracy: -1 }, 'accuracy', 'validation'],
    ['lies outside the map', { ...validItem, x: 51.1 }, 'x', 'outside_map'],
    ['lies below the map', { ...validItem, y: -1.1 }, 'y', 'outside_map'],
    ['names an unknown map', { ...validItem, mapId: 'nowhere' }, 'mapId', 'unknown_map'],
    [
      'names an unknown place',
      { ...validItem, mapId: undefined, x: undefined, y: undefined, hierarchyId: 'x' },
      'hierarchyId',
      'unknown_hierarchy',
    ],
    [
      'has a point in a place without a map',
      { ...validItem, mapId: undefined, hierarchyId: 'floor-2' },
      'hierarchyId',
      'unknown_map',
    ],
    [
      'names an unmarked monitor',
      { ...validItem, mapId: undefined, x: undefined, y: undefined, monitorId: 'x' },
      'monitorId',
      'unknown_monitor',
    ],
  ]
  it.each(invalidItems)(
    'that %s is refused by index and kept; others are accepted',
    async (_title, item, path, code) => {
      await hospital.addAsset({ AssetId: 'P-1' })
      const text = typeof item === 'string' ? item : JSON.stringify(item)
      const body = `[${text},${JSON.stringify(validItem)}]`
      const res = await hospital.push(body).set('content-type', 'application/json')
      expect(res.status).toBe(200)
      expect(res.body).toMatchObject({ accepted: 1, refused: 1, errors: [{ index: 0, path, code }] })
      expect(res.body.errors[0].message).not.toBe('')
      expect(await rows()).toHaveLength(1)
      const [letter] = await hospital.parts.db.driver.deadLetters.find().toArray()
      expect(letter).toMatchObject({
        endpoint: 'locations',
        codes: expect.arrayContaining([code]),
        item: text.replace('1e999', 'null'),
      })
    },
  )

  it('is answered with 200 even if all items are refused', async () => {
    const res = await hospital.push([{}, {}])
    expect(res.status).toBe(200)
    expect(res.body).toMatchObject({ accepted: 0, refused: 2 })
  })
})

describe('providers', () => {
  const item = { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 1, y: 1 }

  it("default to the key's provider, and a provider's key cannot send for another", async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'centrak' })
    const res = await hospital.push(
      [item, { ...item, provider: 'centrak', time: ago(1) }, { ...item, provider: 'cisco' }],
      key,
    )
    expect(res.body).toMatchObject({
      accepted: 2,
      refused: 1,
      errors: [{ index: 2, code: 'provider_mismatch' }],
    })
    expect((await rows()).map((row) => row.provider)).toEqual(['centrak', 'centrak'])
  })

  it('that are disabled are refused per item, and their own keys entirely', async () => {
    await hospital.addAsset({ AssetId: 'P-1' })
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'aeroscout' })
    const _id = 'provider/aeroscout'
    const { settings } = hospital.parts.db.driver
    await settings.insertOne({ _id, Type: 'Provider', SubType: 'Aeroscout', Fields: { Enabled: false } })
    hospital.parts.bus.publish('config.changed', { what: 'providers' })
    const res = await hospital.push([{ ...item, provider: 'aeroscout' }, item])
    const answer = await hospital.push(item, key)
    await settings.deleteOne({ _id })
    hospital.parts.bus.publish('config.changed', { what: 'providers' })
    expect(res.body).toMatchObject({ accepted: 1, errors: [{ index: 0, code: 'provider_disabled' }] })
    expect(answer.status).toBe(403)
    expect(answer.body.code).toBe('provider_disabled')
    expect(await rows()).toHaveLength(1)
  })
})
