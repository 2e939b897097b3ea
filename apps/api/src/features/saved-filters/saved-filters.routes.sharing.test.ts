import { messages, type SavedFilter } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
let clerk: Headers
beforeAll(async () => {
  api = await openApiTest()
  clerk = await api.people.signIn({ username: 'Clerk', pages: ['devices'] })
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.parts.db.models.savedFilters.deleteMany({})
  await api.parts.db.models.savedFilterViews.deleteMany({})
})

const PUMPS = { displayName: 'Pumps', criteria: [{ AssetType: 'Equipment' }], showOn: '/devices' }
const save = (body: object, headers?: Headers) =>
  api.post('/api/filters/create', { ...PUMPS, ...body }, headers)
const saved = async (body: object = {}, headers?: Headers): Promise<SavedFilter> => {
  const answer = await save(body, headers)
  expect([answer.status, answer.body.message]).toEqual([200, messages.filterSaved])
  return answer.body.data as SavedFilter
}
const list = (userName = 'admin', showOn = 'devices', headers?: Headers) =>
  api.get(`/api/filters/getFiltersForUser?userName=${userName}&showOn=${encodeURIComponent(showOn)}`, headers)
const namesOf = async (...given: Parameters<typeof list>): Promise<string[]> =>
  ((await list(...given)).body.data as SavedFilter[]).map(({ displayName }) => displayName)
const update = (id: string, body: object, headers?: Headers) =>
  api.post(`/api/filters/update/${id}`, body, headers)
const remove = (id: string, headers?: Headers) => api.get(`/api/filters/delete/${id}`, headers)
const outcome = ({ status, body }: { status: number; body: { code?: string; message?: string } }) => [
  status,
  body.code,
  body.message,
]

describe('a saved filter of another user', () => {
  test('is hidden while private: not listed, read, changed or deleted', async () => {
    const { filterId } = await saved()
    expect(await namesOf('Clerk', 'devices', clerk)).toEqual([])
    for (const answer of [
      await update(filterId, { showMe: false }, clerk),
      await update(filterId, { share: true }, clerk),
      await remove(filterId, clerk),
      await remove('123', clerk),
    ])
      expect(outcome(answer)).toEqual([404, 'not_found', messages.notFound])
    expect((await list()).body.data).toMatchObject([{ share: false, showMe: true }])
  })

  test('is listed when shared, can be hidden by each user, and still belongs to its owner', async () => {
    const { filterId } = await saved()
    expect((await update(filterId, { share: true })).body.data).toMatchObject({
      share: true,
      userName: 'admin',
    })
    await saved({ displayName: 'Beds' }, clerk)
    expect(await namesOf('Clerk', 'devices', clerk)).toEqual(['Beds', 'Pumps'])

    expect((await update(filterId, { showMe: false }, clerk)).body.data).toMatchObject({ showMe: false })
    expect((await list('Clerk', 'devices', clerk)).body.data[1]).toMatchObject({ filterId, showMe: false })
    expect((await list()).body.data).toMatchObject([{ filterId, showMe: true }])

    expect(outcome(await update(filterId, { share: false }, clerk)).slice(0, 2)).toEqual([403, 'forbidden'])
    expect(outcome(await remove(filterId, clerk)).slice(0, 2)).toEqual([403, 'forbidden'])
    expect((await list()).body.data).toMatchObject([{ filterId, share: true }])

    await update(filterId, { share: false })
    expect(await namesOf('Clerk', 'devices', clerk)).toEqual(['Beds'])
  })

  test('reserves its name for all users who see it', async () => {
    const { filterId } = await saved({ share: true })
    expect(outcome(await save({}, clerk)).slice(0, 2)).toEqual([409, 'duplicate'])
    await update(filterId, { share: false })
    const twin = await saved({}, clerk)
    await update(filterId, { share: true })
    expect(outcome(await update(twin.filterId, { share: true }, clerk))).toEqual([
      409,
      'duplicate',
      messages.filterNameTaken,
    ])
    expect((await list('Clerk', 'devices', clerk)).body.data).toMatchObject([
      { userName: 'Clerk', share: false },
      { userName: 'admin', share: true },
    ])
  })

  test("cannot be listed under the other user's name", async () => {
    expect(outcome(await list('admin', 'devices', clerk)).slice(0, 2)).toEqual([403, 'forbidden'])
    expect((await api.get('/api/filters/getFiltersForUser?showOn=devices')).status).toBe(400)
    expect((await api.get('/api/filters/getFiltersForUser?userName=admin')).status).toBe(400)
  })

  test('is hidden without the patient-data flag when it names patients', async () => {
    const naming = [
      [{ AssetType: 'Patient' }],
      [{ AssetType: ['Equipment', 'Patient'] }],
      [{ AssetType: { $regex: 'pat' } }],
      [{ AssetType: 'patient' }],
    ]
    const filters = await Promise.all(
      naming.map((criteria, index) => saved({ criteria, share: true, displayName: `F${index}` })),
    )
    await saved({ share: true, displayName: 'Any type', criteria: [{ CustomTags: 'loan' }] })
    expect(await namesOf('Clerk', 'devices', clerk)).toEqual(['Any type'])
    for (const { filterId } of filters)
      expect((await update(filterId, { showMe: false }, clerk)).status).toBe(404)
    const flagged = await api.people.signIn({ username: 'ward', pages: ['devices'], patientDataAccess: true })
    expect(await namesOf('ward', 'devices', flagged)).toEqual(['Any type', 'F0', 'F1', 'F2', 'F3'])
  })
})
