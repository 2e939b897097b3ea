import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())
beforeEach(() => hospital.reset())

const rows = () => hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()

describe('an unknown asset', () => {
  const item = (seconds: number, x = 1) => ({
    provider: 'centrak',
    tagId: 'T-7',
    mapId: 'm1',
    x,
    y: 1,
    time: ago(seconds),
  })

  it('has its events counted and kept, and is placed by the newest one when its tag appears', async () => {
    await hospital.push([item(30), item(10, 2), item(20)]).expect(200, answer({ unresolved: 3 }))
    expect(await hospital.parts.db.driver.unresolved.countDocuments()).toBe(1)
    await hospital.addAsset({
      AssetId: 'P-7',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-7', IsPrimary: true }],
    })
    const changes = [{ AssetType: 'Equipment', AssetId: 'P-7', change: 'created' as const }]
    hospital.parts.bus.publish('asset.changed', { changes, tagKeys: ['centrak|t-7'] })
    await expect.poll(async () => (await hospital.asset('P-7'))?.CurrentLocation?.xCenterPoint).toBe(20)
    await expect.poll(() => hospital.parts.db.driver.unresolved.countDocuments()).toBe(0)
    expect(await rows()).toHaveLength(1)
    await hospital.push(item(9, 3)).expect(200, answer({ accepted: 1 }))
  })

  it('is one tag in every notation of its hardware address', async () => {
    const notations = [
      '02:00:5E:A0:18:E3',
      '02:00:5e:a0:18:e3',
      '02005EA018E3',
      '0200.5ea0.18e3',
      '02-00-5E-A0-18-E3',
    ]
    for (const [n, tagId] of notations.entries())
      await hospital.push({ ...item(90 - n), tagId }).expect(200, answer({ unresolved: 1 }))
    expect(await hospital.parts.db.driver.unresolved.countDocuments()).toBe(1)
    await hospital.addAsset({
      AssetId: 'P-10',
      LocationTags: [{ Provider: 'centrak', TagId: '02-00-5e-a0-18-e3', IsPrimary: true }],
    })
    await expect.poll(async () => (await hospital.asset('P-10'))?.CurrentLocation).toBeDefined()
    for (const [n, tagId] of notations.entries())
      await hospital.push({ ...item(50 - n), tagId }).expect(200, answer({ accepted: 1 }))
    await hospital
      .push({ ...item(40), tagId: '\u200b02:00:5E:A0:18:E3 ', mapId: 'm1', AssetId: '' })
      .expect(200, answer({ accepted: 1 }))
  })

  it('is found by the periodic sweep when its tag was not announced', async () => {
    await hospital.push({ ...item(10), tagId: 'T-8' }).expect(200, answer({ unresolved: 1 }))
    await hospital.addAsset({
      AssetId: 'P-8',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-8', IsPrimary: true }],
    })
    await expect.poll(async () => (await hospital.asset('P-8'))?.CurrentLocation?.xCenterPoint).toBe(10)
  })

  it('is looked up once, however many events name its tag, until the tag is announced', async () => {
    const queries = vi.spyOn(hospital.parts.db.driver.assets, 'find')
    for (let n = 0; n < 10; n += 1)
      await hospital.push({ ...item(60 - n), tagId: 'T-9' }).expect(200, answer({ unresolved: 1 }))
    const { length } = queries.mock.calls.filter(([filter]) => JSON.stringify(filter).includes('t-9'))
    queries.mockRestore()
    // One look-up is for the events; the sweeps meanwhile add the others.
    expect(length).toBeLessThan(10)
    expect(await hospital.parts.db.driver.unresolved.countDocuments()).toBe(1)
    await hospital.addAsset({
      AssetId: 'P-9',
      LocationTags: [{ Provider: 'centrak', TagId: 'T-9', IsPrimary: true }],
    })
    const changes = [{ AssetType: 'Equipment', AssetId: 'P-9', change: 'created' as const }]
    hospital.parts.bus.publish('asset.changed', { changes, tagKeys: ['centrak|t-9'] })
    await hospital.push({ ...item(5), tagId: 'T-9' }).expect(200, answer({ accepted: 1 }))
    await expect.poll(() => hospital.parts.db.driver.unresolved.countDocuments()).toBe(0)
  })
})
