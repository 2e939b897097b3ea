import { messages } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest
beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(() => hospital.parts.db.driver.geofences.deleteMany())
afterAll(() => hospital.close())

const FENCE = {
  Name: 'Drug store',
  Type: 'Restricted',
  AssetTypes: ['Equipment', 'Clinician'],
  MapId: 'm1',
  Coordinates: { x: 10, y: 20, w: 100, h: 50 },
  EntryTrigger: true,
  ExitTrigger: false,
}
const add = (members: object = {}) => hospital.post('add', { ...FENCE, ...members })
const change = (id: string, members: object = {}) => hospital.post(`update/${id}`, { ...FENCE, ...members })
const all = () => hospital.parts.db.driver.geofences.find().sort({ Name: 1 }).toArray()
const storedFence = (id: string) =>
  hospital.parts.db.driver.geofences.findOne({ _id: new Types.ObjectId(id) })

describe('a fence', () => {
  const noTriggers = { EntryTrigger: false, ExitTrigger: false }
  const refusal = {
    message: messages.fillCorrectly,
    errors: [
      { path: 'EntryTrigger', message: messages.triggerNeeded },
      { path: 'ExitTrigger', message: messages.triggerNeeded },
    ],
  }

  test('without any trigger is refused, and so is removing both triggers', async () => {
    const refused = await add(noTriggers)
    expect([refused.status, refused.body]).toEqual([400, expect.objectContaining(refusal)])
    expect(await all()).toEqual([])
    const { body } = await add()
    const changed = await change(body._id, noTriggers)
    expect([changed.status, changed.body]).toEqual([400, expect.objectContaining(refusal)])
    expect(await storedFence(body._id)).toMatchObject({ EntryTrigger: true })
  })

  test('that is stored without triggers can still be renamed', async () => {
    const { body } = await add()
    await hospital.parts.db.driver.geofences.updateOne({}, { $set: noTriggers })
    const renamed = await hospital.post(`update/${body._id}`, { Name: 'Another name' })
    expect(renamed.status).toBe(200)
    expect(await storedFence(body._id)).toMatchObject({ Name: 'Another name', ...noTriggers })
  })

  test('is refused when its map or the installation has reached the fence limit', async () => {
    const { limits } = hospital.parts
    const unchangedLimits = { ...limits }
    Object.assign(limits, { mapFences: 1 })
    const first = await add()
    const onMap = await add({ Name: 'Second' })
    Object.assign(limits, { ...unchangedLimits, fences: 1 })
    const inAll = await add({ Name: 'Third' })
    expect([onMap.status, onMap.body.code, onMap.body.message]).toEqual([
      409,
      'conflict',
      messages.tooManyMapFences,
    ])
    expect([inAll.status, inAll.body.message]).toEqual([409, messages.tooManyFences])
    expect((await change(first.body._id, { Name: 'First' })).status).toBe(200)
    Object.assign(limits, unchangedLimits)
    expect((await all()).map(({ Name }) => Name)).toEqual(['First'])
  })
})
