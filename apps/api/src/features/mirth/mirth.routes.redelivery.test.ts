import { type MirthField, messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { DELIVERY_WAIT, type MirthTest, openMirthTest } from '../../testing/mirth-test.ts'

let mirth: MirthTest
beforeAll(async () => {
  mirth = await openMirthTest()
})
beforeEach(() => mirth.reset())
afterAll(() => mirth.close())

describe('a redelivery', () => {
  const period = { startDate: new Date(Date.now() - 3_600_000).toISOString() }
  const redeliver = (Field: MirthField, as?: Headers) =>
    mirth.api.post('/api/mirth/redelivery', { Field, ...period }, as)
  const hasEnded = (id: string) =>
    vi.waitFor(
      async () => expect((await mirth.api.get(`/api/jobs/${id}`)).body.data.state).toBe('done'),
      DELIVERY_WAIT,
    )

  test('delivers the assets of a period again under the same keys, and shows its progress', async () => {
    await mirth.setAddresses('Asset')
    await mirth.api.parts.db.driver.assets.deleteMany()
    await mirth.api.pushAssets(['R-1', 'R-2', 'R-3'].map((AssetId) => ({ AssetType: 'Equipment', AssetId })))
    await mirth.arrived(3)
    const count = await mirth.api.post('/api/mirth/redelivery/count', { Field: 'Asset', ...period })
    expect([count.status, count.body]).toEqual([200, { count: 3 }])
    const { status, body } = await redeliver('Asset')
    expect([status, body.message, body.data.total]).toEqual([200, messages.mirthRedelivery, 3])
    await hasEnded(body.data.id)
    await mirth.arrived(6)
    const keys = mirth.received.map(({ key }) => key)
    expect(new Set(keys.slice(3))).toEqual(new Set(keys.slice(0, 3)))
    expect((await mirth.api.get(`/api/jobs/${body.data.id}`)).body.data).toMatchObject({ done: 3, total: 3 })
  })

  test('covers all positions of a period, however many share a time', async () => {
    await mirth.setAddresses('AssetLocation')
    await mirth.api.post('/api/mirth/pause', { Field: 'AssetLocation', paused: true })
    const asset = await mirth.api.parts.db.models.assets.findOne({})
    const time = Date.now() - 1_800_000
    const rows = Array.from({ length: 2_500 }, (_, n) => ({
      _id: `row-${n}`,
      asset: asset?._id,
      time: new Date(time + (n < 1_200 ? 0 : n)),
      receivedAt: new Date(),
      provider: '',
      mapId: null,
      fullPath: {},
      x: null,
      y: null,
      state: {},
    }))
    await mirth.api.parts.db.driver.locationHistory.insertMany(rows as never)
    const { body } = await redeliver('AssetLocation')
    await hasEnded(body.data.id)
    const docs = await mirth.api.parts.db.driver.deliveryFeed.find().sort({ _id: 1 }).toArray()
    const refs = docs.flatMap((doc) => doc.refs)
    expect(refs).toHaveLength(2_500)
    expect(new Set(refs).size).toBe(2_500)
    expect(refs.slice(-10)).toEqual(rows.slice(-10).map(({ _id }) => _id))
    await mirth.api.parts.db.driver.locationHistory.deleteMany()
  })

  test('requires the patient-data flag when patients are delivered', async () => {
    await mirth.setAddresses('Asset', 'LocationHierarchy')
    const operator = await mirth.api.people.signIn({ username: 'redelivering', pages: ['mirth-settings'] })
    const { status, body } = await redeliver('Asset', operator)
    expect([status, body.message]).toEqual([403, messages.patientFlagNeeded])
    const counted = await mirth.api.post(
      '/api/mirth/redelivery/count',
      { Field: 'Asset', ...period },
      operator,
    )
    expect(counted.status).toBe(403)
    expect(await mirth.api.parts.db.driver.jobs.countDocuments({})).toBe(0)
    expect((await redeliver('LocationHierarchy', operator)).status).toBe(200)
  })

  test('requires an address and a period that does not end before it begins', async () => {
    expect((await redeliver('Asset')).body.message).toBe(messages.mirthAddressMissing)
    const { status } = await mirth.api.post('/api/mirth/redelivery', {
      Field: 'Asset',
      startDate: '2026-02-01T00:00:00Z',
      endDate: '2026-01-01T00:00:00Z',
    })
    expect(status).toBe(400)
  })
})
