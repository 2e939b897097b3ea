import { messages } from '@wardtrack/contracts'
import { createRuleEvaluation } from '@wardtrack/rules'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { resumeTagRemovals } from './custom-tags.service.ts'

let api: ApiTest
let clerk: Headers
let stranger: Headers
let events: string[] = []
beforeAll(async () => {
  api = await openApiTest()
  clerk = await api.people.signIn({ username: 'Clerk', pages: ['asset-detail'] })
  stranger = await api.people.signIn({ username: 'Stranger', pages: ['profile'] })
  api.parts.bus.subscribe('asset.changed', ({ changes }) =>
    events.push(...changes.map(({ AssetId, change }) => `${AssetId} ${change}`)),
  )
  await api.pushAssets([
    { AssetType: 'Equipment', AssetId: 'E-1' },
    { AssetType: 'Equipment', AssetId: 'X' },
    { AssetType: 'Clinician', AssetId: 'C-1' },
    { AssetType: 'Clinician', AssetId: 'Y' },
    { AssetType: 'Patient', AssetId: 'Y' },
    { AssetType: 'Patient', AssetId: 'P-1' },
  ])
})
beforeEach(async () => {
  await api.parts.db.models.customTags.deleteMany({})
  await api.parts.db.driver.assets.updateMany({}, { $set: { CustomTags: [] } })
  events = []
})
afterAll(() => api.close())

const create = (newCustomTag: unknown, headers?: Headers) =>
  api.post('/api/customTag/create', { newCustomTag }, headers)
const drop = (customTagName: unknown, headers?: Headers) =>
  api.post('/api/customTag/remove', { customTagName }, headers)
const assign = (body: object, headers?: Headers) => api.post('/api/assets.addCustomTag', body, headers)
const unassign = (body: object, headers?: Headers) => api.post('/api/assets.removeCustomTag', body, headers)
const names = async () =>
  ((await api.get('/api/customTag/list')).body.data as { name: string }[]).map(({ name }) => name)
const tagsOf = async (AssetId: string, AssetType = 'Equipment') =>
  (await api.parts.db.driver.assets.findOne({ AssetType, AssetId }))?.CustomTags
const outcome = ({ status, body }: Awaited<ReturnType<typeof create>>) => [status, body.code, body.message]

describe('the list of custom tags', () => {
  test('accepts tags by name, and returns them in order', async () => {
    const answer = await create(' Loan ')
    expect(answer.body).toEqual({
      err: 0,
      message: 'Custom Tag Added Successfully!',
      data: { _id: expect.any(String), name: 'Loan', createdAt: expect.any(String) },
    })
    await create('amber')
    expect(await names()).toEqual(['amber', 'Loan'])
  })

  test.each([undefined, '', '  ', 7, null])('refuses the name %j', async (name) => {
    const answer = await create(name)
    expect(outcome(answer)).toEqual([400, 'validation', 'Please fill custom tag name'])
    expect(answer.body.error).toEqual({ msg: 'Please fill custom tag name' })
    expect(await names()).toEqual([])
  })

  test.each(['x'.repeat(101), 'a\u0000b', 'a\u202eb'])('refuses the name %j', async (name) => {
    expect(outcome(await create(name)).slice(0, 2)).toEqual([400, 'validation'])
    expect(await names()).toEqual([])
  })

  test('refuses a name that differs only in case, also when sent concurrently', async () => {
    await create('Loan')
    const answer = await create('LOAN')
    expect(outcome(answer)).toEqual([500, 'already_exists', messages.customTagExists])
    expect(answer.body.error).toEqual({ msg: messages.customTagExists })
    const answers = await Promise.all(['a', 'A', 'a'].map((name) => create(name)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 500, 500])
    expect(await names()).toEqual(['a', 'Loan'])
  })

  test('is readable for users who see assets, and changed only with its page', async () => {
    await create('Loan')
    expect((await api.get('/api/customTag/list', clerk)).body.data).toHaveLength(1)
    for (const [headers, status] of [
      [{}, 401],
      [stranger, 403],
    ] as const)
      expect((await api.get('/api/customTag/list', headers)).status).toBe(status)
    expect((await create('More', clerk)).status).toBe(403)
    expect((await create('More', {})).status).toBe(401)
    expect((await drop('Loan', clerk)).status).toBe(403)
    expect((await drop('Loan', {})).status).toBe(401)
    expect(await names()).toEqual(['Loan'])
  })
})

describe('deleting a custom tag', () => {
  test('removes it from every asset, and no other tag', async () => {
    await create('Loan')
    await create('Other')
    await api.parts.db.driver.assets.updateMany({}, { $set: { CustomTags: ['Other', 'Loan'] } })
    const answer = await drop('loan')
    expect(answer.body).toEqual({ err: 0, message: 'Custom tag removed.' })
    expect(await names()).toEqual(['Other'])
    expect(await tagsOf('E-1')).toEqual(['Other'])
    expect(await tagsOf('P-1', 'Patient')).toEqual(['Other'])
    expect(events.filter((event) => event === 'E-1 tags')).toHaveLength(1)
    expect(outcome(await drop('loan'))).toEqual([404, 'not_found', messages.customTagUnknown])
  })

  test.each([undefined, '', { $ne: '' }])('refuses the name %j', async (name) => {
    expect(outcome(await drop(name))).toEqual([400, 'validation', 'Please fill custom tag name'])
  })

  test('continues after the process was killed, and frees the name', async () => {
    await create('Loan')
    await api.parts.db.driver.assets.updateMany({}, { $set: { CustomTags: ['Loan'] } })
    await api.parts.db.driver.customTags.updateOne({ name: 'Loan' }, { $set: { removing: true } })
    expect(await names()).toEqual([])
    expect((await assign({ newCustomTag: 'Loan', AssetId: 'E-1' })).status).toBe(400)
    expect((await create('Loan')).status).toBe(200)
    expect(await tagsOf('E-1')).toEqual([])
    await api.parts.db.driver.assets.updateMany({}, { $set: { CustomTags: ['Loan'] } })
    await api.parts.db.driver.customTags.updateOne({ name: 'Loan' }, { $set: { removing: true } })
    const rules = createRuleEvaluation(api.parts)
    await resumeTagRemovals({ ...api.parts, rules })
    await expect.poll(() => api.parts.db.models.customTags.countDocuments({})).toBe(0)
    rules.close()
    expect(await tagsOf('P-1', 'Patient')).toEqual([])
  })

  test('leaves it on no asset, even with concurrent assignments', async () => {
    await create('Loan')
    const assigning = Array.from({ length: 20 }, () => assign({ newCustomTag: 'Loan', AssetId: 'E-1' }))
    const results = await Promise.all([...assigning.slice(0, 10), drop('Loan'), ...assigning.slice(10)])
    expect(results.every(({ status }) => status === 200 || status === 400)).toBe(true)
    expect(await tagsOf('E-1')).toEqual([])
  })
})

describe('assigning a tag', () => {
  beforeEach(async () => {
    await create('Loan')
    events = []
  })

  test('adds it to the asset once, and reports whether the asset changed', async () => {
    const answer = await assign({ newCustomTag: 'loan', AssetId: 'E-1' })
    expect(answer.body).toEqual({
      err: 0,
      message: messages.customTagAssigned,
      status: 1,
      CustomTags: ['Loan'],
    })
    expect((await assign({ newCustomTag: 'Loan', AssetId: 'E-1' })).body.status).toBe(0)
    expect(await tagsOf('E-1')).toEqual(['Loan'])
    expect(events).toEqual(['E-1 tags'])
  })

  test('can be undone, and reports whether the asset changed', async () => {
    await assign({ newCustomTag: 'Loan', AssetId: 'E-1' })
    const answer = await unassign({ customTag: 'LOAN', AssetId: 'E-1' })
    expect(answer.body).toEqual({ err: 0, message: messages.customTagUnassigned, status: 1, CustomTags: [] })
    expect((await unassign({ customTag: 'Loan', AssetId: 'E-1' })).body.status).toBe(0)
    expect(await tagsOf('E-1')).toEqual([])
  })

  test('can remove a tag from a registry that is not in the list', async () => {
    await api.pushAssets([{ AssetType: 'Equipment', AssetId: 'E-1', CustomTags: ['From afar'] }])
    expect((await unassign({ customTag: 'From afar', AssetId: 'E-1' })).body.status).toBe(1)
    expect(await tagsOf('E-1')).toEqual([])
  })

  test.each([undefined, '', '  ', { $gt: '' }])('refuses the tag %j', async (tag) => {
    const refusal = [400, 'validation', 'Custom Tag is required']
    expect(outcome(await assign({ newCustomTag: tag, AssetId: 'E-1' }))).toEqual(refusal)
    expect(outcome(await unassign({ customTag: tag, AssetId: 'E-1' }))).toEqual(refusal)
    expect(await tagsOf('E-1')).toEqual([])
  })

  test('refuses an unknown tag', async () => {
    const answer = await assign({ newCustomTag: 'None', AssetId: 'E-1' })
    expect(outcome(answer)).toEqual([400, 'validation', messages.customTagUnknown])
    expect(outcome(await unassign({ customTag: 'None', AssetId: 'E-1' }))[0]).toBe(400)
    expect(await tagsOf('E-1')).toEqual([])
  })

  test('finds the asset by its id, and requires the type when several types have the id', async () => {
    expect((await assign({ newCustomTag: 'Loan', AssetId: 'C-1' })).body.status).toBe(1)
    const several = await assign({ newCustomTag: 'Loan', AssetId: 'Y' })
    expect(outcome(several).slice(0, 2)).toEqual([409, 'ambiguous_asset'])
    expect((await assign({ newCustomTag: 'Loan', AssetId: 'Y', AssetType: 'Patient' })).status).toBe(200)
    expect(outcome(await assign({ newCustomTag: 'Loan', AssetId: 'none' })).slice(0, 2)).toEqual([
      404,
      'not_found',
    ])
  })

  test('finds no patients without the flag', async () => {
    const unknown = outcome(await assign({ newCustomTag: 'Loan', AssetId: 'none' }, clerk))
    expect(outcome(await assign({ newCustomTag: 'Loan', AssetId: 'P-1' }, clerk))).toEqual(unknown)
    expect(
      outcome(await assign({ newCustomTag: 'Loan', AssetId: 'P-1', AssetType: 'Patient' }, clerk)),
    ).toEqual(unknown)
    expect((await assign({ newCustomTag: 'Loan', AssetId: 'Y' }, clerk)).status).toBe(200)
    expect(await tagsOf('Y', 'Clinician')).toEqual(['Loan'])
    expect(await tagsOf('Y', 'Patient')).toEqual([])
    expect(outcome(await unassign({ customTag: 'Loan', AssetId: 'P-1' }, clerk))).toEqual(unknown)
  })

  test('requires a token and the page of details', async () => {
    for (const [headers, status] of [
      [{}, 401],
      [stranger, 403],
    ] as const) {
      expect((await assign({ newCustomTag: 'Loan', AssetId: 'E-1' }, headers)).status).toBe(status)
      expect((await unassign({ customTag: 'Loan', AssetId: 'E-1' }, headers)).status).toBe(status)
    }
    expect(await tagsOf('E-1')).toEqual([])
  })

  test('is limited by the maximum number of tags of an asset', async () => {
    const CustomTags = Array.from({ length: 500 }, (_, index) => `tag ${index}`)
    await api.parts.db.driver.assets.updateOne({ AssetId: 'X' }, { $set: { CustomTags } })
    expect(outcome(await assign({ newCustomTag: 'Loan', AssetId: 'X' }))).toEqual([
      409,
      'conflict',
      messages.assetTagsFull,
    ])
  })
})
