import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'
import { replaceMapping } from '../metadata/index.ts'

const PATH = '/api/parLevels'
const PLACES: Readonly<Record<string, readonly string[]>> = {
  site: ['Site'],
  icu: ['Site', 'ICU'],
  ward: ['Site', 'Ward 1'],
}
let api: ApiTest
let manager: Headers
beforeAll(async () => {
  api = await openApiTest()
  for (const [hierarchyId, fullName] of Object.entries(PLACES))
    await api.parts.db.models.places.create({
      provider: 'rtls',
      hierarchyId,
      fullName: [...fullName],
      mapId: null,
    })
  manager = await api.people.signIn({ username: 'fleet manager', pages: ['par-settings'] })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.models.parLevels.deleteMany({})
})

const level = { hierarchyId: 'icu', Category: 'Pump', Minimum: 2, Par: 5 }
const stored = () => api.parts.db.models.parLevels.find({})

describe('PAR levels', () => {
  test('can be set, listed by unit and category, changed and removed', async () => {
    const changedParts: string[] = []
    const unsubscribe = api.parts.bus.subscribe('config.changed', ({ what }) => changedParts.push(what))
    const first = await api.post(PATH, { ...level, revision: '0' }, manager)
    expect([first.status, first.body.message]).toEqual([200, messages.parLevelSaved])
    expect(first.body.data).toMatchObject({
      ...level,
      fullPath: { Level_1: 'Site', Level_2: 'ICU' },
      updatedBy: 'fleet manager',
    })
    await api.post(PATH, { ...level, hierarchyId: 'ward', Category: 'Bed', Minimum: 0, Par: 1 }, manager)
    await api.post(PATH, { ...level, Category: 'Bed' }, manager)
    const { body } = await api.get(PATH, manager)
    expect(body.count).toBe(3)
    expect(body.data.map(({ hierarchyId, Category }: typeof level) => `${hierarchyId} ${Category}`)).toEqual([
      'icu Bed',
      'icu Pump',
      'ward Bed',
    ])
    const { _id, revision } = first.body.data
    expect((await api.get(`${PATH}/${_id}`, manager)).body).toEqual({ data: first.body.data })
    const changed = await api.post(PATH, { ...level, Minimum: 3, revision }, manager)
    expect(changed.body.data).toMatchObject({ _id, Minimum: 3 })
    const removed = await api.request(
      'DELETE',
      `${PATH}/${_id}?revision=${changed.body.data.revision}`,
      manager,
    )
    unsubscribe()
    expect([removed.status, removed.body.message]).toEqual([200, messages.parLevelRemoved])
    expect((await stored()).map(({ Category }) => Category)).toEqual(['Bed', 'Bed'])
    expect(changedParts).toEqual(Array.from({ length: 5 }, () => 'par-levels'))
  })

  test('are listed in pages, and searched by words of the unit or the category', async () => {
    for (const hierarchyId of ['icu', 'ward'])
      for (const Category of ['Bed', 'Pump']) await api.post(PATH, { ...level, hierarchyId, Category })
    const second = (await api.get(`${PATH}?page=2&pagesize=3`)).body
    expect([second.count, second.data.length, second.data[0].Category]).toEqual([4, 1, 'Pump'])
    expect((await api.get(`${PATH}?search=ward`)).body.count).toBe(2)
    expect((await api.get(`${PATH}?search=pum`)).body.count).toBe(2)
    expect((await api.get(`${PATH}?search=nothing`)).body).toEqual({ data: [], count: 0 })
  })

  test('have no path once their place is deleted, and can be removed', async () => {
    const { body } = await api.post(PATH, level)
    await api.parts.db.driver.parLevels.updateOne({ _id: body.data._id }, { $set: { hierarchyId: 'gone' } })
    const listed = (await api.get(PATH)).body.data
    expect(listed).toMatchObject([{ hierarchyId: 'gone', fullPath: {} }])
    expect((await api.request('DELETE', `${PATH}/${body.data._id}`)).status).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('accept the first of two concurrent edits', async () => {
    const { revision, _id } = (await api.post(PATH, { ...level, revision: '0' })).body.data
    const again = await api.post(PATH, { ...level, Par: 9, revision: '0' })
    expect([again.status, again.body.message]).toEqual([409, messages.parLevelExists])
    expect((await api.post(PATH, { ...level, Par: 6, revision })).status).toBe(200)
    const late = await api.post(PATH, { ...level, Par: 7, revision })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await api.request('DELETE', `${PATH}/${_id}?revision=${revision}`)).status).toBe(409)
    expect(await stored()).toMatchObject([{ Par: 6 }])
    await api.parts.db.models.parLevels.deleteMany({})
    expect((await api.post(PATH, { ...level, revision })).status).toBe(404)
    expect((await api.request('DELETE', `${PATH}/${_id}`)).status).toBe(404)
    expect((await api.get(`${PATH}/${_id}`)).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test.each<[object, string, string]>([
    [{}, 'hierarchyId', 'Invalid input: expected string, received undefined'],
    [{ ...level, hierarchyId: 'nowhere' }, 'hierarchyId', messages.parUnitUnknown],
    [{ ...level, hierarchyId: { $ne: 1 } }, 'hierarchyId', ''],
    [{ ...level, Category: '' }, 'Category', ''],
    [{ ...level, Category: 'x'.repeat(201) }, 'Category', ''],
    [{ ...level, Category: ['Pump'] }, 'Category', ''],
    [{ ...level, Minimum: -1 }, 'Minimum', messages.parLevelRule],
    [{ ...level, Minimum: 6 }, 'Minimum', messages.safetyLevelRule],
    [{ ...level, Minimum: 1.5 }, 'Minimum', messages.parLevelRule],
    [{ ...level, Minimum: '2' }, 'Minimum', messages.parLevelRule],
    [{ ...level, Par: 0, Minimum: 0 }, 'Par', messages.parLevelNeeded],
    [{ ...level, Par: 10_000 }, 'Par', messages.parLevelRule],
    [{ ...level, Par: null }, 'Par', messages.parLevelRule],
    [{ ...level, updatedBy: 'admin' }, '', ''],
  ])('refuses %j', async (body, path, message) => {
    const answer = await api.post(PATH, body)
    expect([answer.status, answer.body.code]).toEqual([400, 'validation'])
    const faults = answer.body.errors as { path: string; message: string }[]
    expect(faults.map((fault) => fault.path)).toContain(path)
    if (Object.values(messages).includes(message as never))
      expect(faults.map((fault) => fault.message)).toContain(message)
    expect(await stored()).toEqual([])
  })

  test('require a category of the metadata mapping, if it names any', async () => {
    const doc = await api.parts.db.models.metadata.findOne({})
    const { aliases = {}, types = {} } = structuredClone(doc) ?? {}
    const entry = types['Equipment']?.['PrimaryCategory']
    if (!entry) throw new Error('the mapping has no category')
    entry.Options = { Pump: { alias: 'Pump' } } as never
    await replaceMapping(api.parts, { aliases, types })
    const refused = await api.post(PATH, { ...level, Category: 'constructor' })
    expect([refused.status, refused.body.message]).toEqual([400, messages.parCategoryUnknown])
    expect((await api.post(PATH, level)).status).toBe(200)
  })

  test('require a session and the page; places are searched by words', async () => {
    const stranger = await api.people.signIn({ username: 'stranger', pages: ['report/par-levels'] })
    for (const [headers, status] of [
      [{}, 401],
      [stranger, 403],
    ] as const)
      for (const answer of [
        await api.get(PATH, headers),
        await api.get(`${PATH}/places`, headers),
        await api.post(PATH, level, headers),
        await api.request('DELETE', `${PATH}/x`, headers),
      ])
        expect(answer.status).toBe(status)
    expect(await stored()).toEqual([])
    expect((await api.get(`${PATH}/places?search=icu`, manager)).body).toEqual({
      places: [{ hierarchyId: 'icu', fullPath: { Level_1: 'Site', Level_2: 'ICU' } }],
    })
    expect((await api.get(`${PATH}/places?items=2`, manager)).body.places).toHaveLength(2)
    expect((await api.get(`${PATH}/places?items=101`, manager)).status).toBe(400)
  })

  test('every change is recorded in the audit log', async () => {
    const { _id } = (await api.post(PATH, level, manager)).body.data
    await api.request('DELETE', `${PATH}/${_id}`, manager)
    const { body } = await api.get('/api/audit?pagesize=50')
    const entries = body.data.filter(({ action }: { action: string }) => action.includes('/parLevels'))
    expect(entries).toContainEqual(expect.objectContaining({ action: 'POST /parLevels' }))
    expect(entries.some(({ action }: { action: string }) => action.startsWith('DELETE /parLevels'))).toBe(
      true,
    )
  })
})
