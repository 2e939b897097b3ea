import { messages, TAG_LIMITS } from '@wardtrack/contracts'
import { createRuleEvaluation } from '@wardtrack/rules'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { seeTag } from '../../testing/see-tag.ts'
import { type ReservedTags, startReservedTags } from './assign-reserved-tags.ts'

let api: ApiTest
let nurse: Headers
let worker: ReservedTags
let events: string[] = []
beforeAll(async () => {
  api = await openApiTest()
  nurse = await api.people.signIn({ username: 'Carer', pages: ['asset-detail'] })
  const rules = createRuleEvaluation(api.parts)
  worker = startReservedTags({ ...api.parts, rules }, { addAssets: async () => undefined })
  api.parts.bus.subscribe('asset.changed', ({ changes }) => {
    events.push(...changes.map(({ AssetId, change }) => `${AssetId} ${change}`))
  })
  await api.pushAssets([E1, E2, P1])
})
beforeEach(async () => {
  const { assets, unresolved, tagReservations } = api.parts.db.driver
  await assets.updateMany({}, { $set: { LocationTags: [] }, $unset: { TagKeys: '' } })
  await unresolved.deleteMany({})
  await tagReservations.deleteMany({})
  events = []
})
afterAll(async () => {
  await worker.close()
  await api.close()
})

const E1 = { AssetType: 'Equipment', AssetId: 'E-1' }
const E2 = { AssetType: 'Equipment', AssetId: 'E-2' }
const P1 = { AssetType: 'Patient', AssetId: 'P-1' }
const tag = (TagId: string) => ({ Provider: 'cisco', TagId, IsPrimary: false })
const add = (body: object, headers?: Headers) => api.post('/api/assets.addLocationTag', body, headers)
const remove = (body: object, headers?: Headers) => api.post('/api/assets.removeLocationTag', body, headers)
const storedTags = async (name: object) =>
  (await api.parts.db.driver.assets.findOne(name))?.LocationTags.map(({ TagId }) => TagId)
const outcome = ({ status, body }: Awaited<ReturnType<typeof add>>) => [status, body.code, body.message]
/** Returns the ids of the reserved tags of the first pump, as the console reads them. */
const reservedTags = async (): Promise<string[]> => {
  const { body } = await api.get('/api/assets.getById?assetType=Equipment&assetId=E-1', nurse)
  return (body.data.ReservedTags ?? []).map(({ TagId }: { TagId: string }) => TagId)
}

describe('a reserved tag', () => {
  test("is a patient's or a new one, without the flag, until a reader sees it unassigned", async () => {
    await add({ ...P1, LocationTag: tag('T-1') })
    const answers = []
    for (const [TagId, move] of [
      ['T-1', false],
      ['T-1', true],
      ['new', false],
      ['new', true],
    ] as const)
      answers.push((await add({ ...E1, LocationTag: tag(TagId), move }, nurse)).body)
    const reserved = { err: 0, message: messages.locationTagReserved, LocationTags: [] }
    expect(answers).toEqual([reserved, reserved, reserved, reserved])
    expect(await reservedTags()).toEqual(['new', 'T-1'])
    // A sighting of the patient's tag belongs to the patient, whatever was left of an earlier one.
    await seeTag(api, 'T-1')
    await seeTag(api, 'new')
    await worker.check()
    expect(await storedTags(P1)).toEqual(['T-1'])
    expect(await storedTags(E1)).toEqual(['new'])
    expect(await reservedTags()).toEqual(['T-1'])
    expect(events.at(-1)).toBe('E-1 tags')
    await remove({ ...P1, Provider: 'cisco', TagId: 'T-1' })
    await worker.check()
    expect(await storedTags(E1)).toEqual(['new', 'T-1'])
    expect(await reservedTags()).toEqual([])
  })

  test('is assigned immediately by people with the flag', async () => {
    await add({ ...E1, LocationTag: tag('T-1') }, nurse)
    expect((await add({ ...P1, LocationTag: tag('T-1') })).body.message).toBe(messages.locationTagAdded)
    expect(await storedTags(P1)).toEqual(['T-1'])
    expect(await reservedTags()).toEqual(['T-1'])
    await add({ ...E1, LocationTag: tag('T-2') }, nurse)
    await add({ ...E1, LocationTag: tag('T-2') })
    expect(await reservedTags()).toEqual(['T-1'])
  })

  test('belongs to one asset, moves to another on request, and is removed', async () => {
    const reserve = (name: object, move = false) => add({ ...name, LocationTag: tag('T-1'), move }, nurse)
    await reserve(E1)
    expect(outcome(await reserve(E2))).toEqual([409, 'duplicate', messages.locationTagTaken])
    expect((await reserve(E2, true)).status).toBe(200)
    expect(await reservedTags()).toEqual([])
    const body = { ...E2, Provider: 'cisco', TagId: 'T-1' }
    expect((await remove(body, nurse)).body.message).toBe(messages.locationTagRemoved)
    expect((await remove(body, nurse)).status).toBe(404)
    expect(await api.parts.db.driver.tagReservations.countDocuments()).toBe(0)
  })

  test('counts as a tag of its asset, and expires', async () => {
    for (let n = 0; n < TAG_LIMITS.locationOfAsset; n += 1)
      expect((await add({ ...E1, LocationTag: tag(`T-${n}`) }, nurse)).status).toBe(200)
    const more = await add({ ...E1, LocationTag: tag('more') }, nurse)
    expect(outcome(more)).toEqual([409, 'conflict', messages.assetTagsFull])
    expect((await add({ ...E1, LocationTag: tag('T-1') }, nurse)).status).toBe(200)
    await api.parts.db.driver.tagReservations.updateMany({}, { $set: { expiresAt: new Date(0) } })
    await seeTag(api, 'T-1')
    await worker.check()
    expect(await storedTags(E1)).toEqual([])
  })
})
