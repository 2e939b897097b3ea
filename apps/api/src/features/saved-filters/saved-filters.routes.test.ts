import { messages, SAVED_FILTER_LIMITS, type SavedFilter } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('saving a filter', () => {
  test("stores it for the session's user on its page, ignoring any user in the body", async () => {
    const filter = await saved({ filterId: 1_700_000_000_000, userName: 'somebody else' })
    expect(filter).toEqual({
      filterId: '1700000000000',
      criteria: [{ AssetType: 'Equipment' }],
      displayName: 'Pumps',
      userName: 'admin',
      showOn: '/devices',
      share: false,
      showMe: true,
      isDefault: false,
    })
    expect((await list()).body.data).toEqual([filter])
    expect((await list('ADMIN', '/devices;view=map')).body.data).toEqual([filter])
    expect(await namesOf('admin', 'assetlist')).toEqual([])
  })

  test('removes empty values and duplicates', async () => {
    const criteria = [
      { AssetType: 'Equipment', AssetId: '', CustomTags: [] },
      { 'Fields.PrimaryCategory': ['Pump', '', 'Pump', null] },
      { createdAt: { $gte: '', $lt: null } },
      { AssetType: 'Equipment' },
      {},
    ]
    expect((await saved({ criteria })).criteria).toEqual([
      { AssetType: 'Equipment' },
      { 'Fields.PrimaryCategory': ['Pump'] },
    ])
  })

  test('trims the name, and refuses one of fewer than two characters', async () => {
    expect((await saved({ displayName: '  Free pumps ' })).displayName).toBe('Free pumps')
    for (const displayName of ['', ' a ', undefined, 7, 'a\u0000b', 'x'.repeat(101)]) {
      const [status, code] = outcome(await save({ displayName }))
      expect([status, code]).toEqual([400, 'validation'])
    }
    expect(outcome(await save({ displayName: ' a ' }))[2]).toBe('Minimum 2 character required.')
    expect(await namesOf()).toEqual(['Free pumps'])
  })

  test('refuses a name that differs only in case and spaces from another on the page', async () => {
    await saved()
    const refusal = [409, 'duplicate', 'List tag name should be unique.']
    expect(outcome(await save({ displayName: ' pUMPS ' }))).toEqual(refusal)
    expect(await namesOf()).toEqual(['Pumps'])
    await saved({ showOn: 'assetlist' })
    await saved({}, clerk)
  })

  test('refuses one of two concurrent filters with the same name', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => save({})))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
    expect(await namesOf()).toEqual(['Pumps'])
  })

  test('treats the id of a hidden filter as free; each user then reads their own filter by this id', async () => {
    const theirs = await saved({ filterId: 77, displayName: 'Hidden' })
    const mine = (await save({ filterId: 77, displayName: 'Mine' }, clerk)).body.data
    expect([theirs.filterId, mine.filterId]).toEqual(['77', '77'])
    expect((await save({ filterId: 77, displayName: 'Mine too' }, clerk)).body.data.filterId).toBe('78')
    expect((await update('77', { isDefault: true }, clerk)).body.data).toMatchObject({
      displayName: 'Mine',
      isDefault: true,
    })
    expect((await remove('77', clerk)).status).toBe(200)
    expect((await list()).body.data).toMatchObject([{ filterId: '77', displayName: 'Hidden' }])
    expect((await remove('77', clerk)).status).toBe(404)
  })

  test('assigns another id when the requested one is taken, also for concurrent requests', async () => {
    const requested = { filterId: '5' }
    const filters = await Promise.all(
      ['A1', 'A2', 'A3'].map((displayName) => saved({ ...requested, displayName })),
    )
    expect(new Set(filters.map(({ filterId }) => filterId)).size).toBe(3)
    expect(filters.map(({ filterId }) => filterId)).toContain('5')
    expect((await saved({ displayName: 'Without an id' })).filterId).toMatch(/^\d{13}$/)
  })

  test.each(['x', '-1', '1.5', 0, -3, 1.5, '../1', { $ne: 1 }, '1'.repeat(16)])(
    'refuses the id %j',
    async (filterId) => {
      expect(outcome(await save({ filterId })).slice(0, 2)).toEqual([400, 'validation'])
    },
  )

  test.each(['', 'nowhere', 'login', '/', 'https://devices', 'x'.repeat(501)])(
    'refuses the page %j',
    async (showOn) => {
      expect(outcome(await save({ showOn })).slice(0, 2)).toEqual([400, 'validation'])
      expect((await list('admin', showOn)).status).toBe(400)
    },
  )

  test('is refused when a user has the maximum number of filters on a page', async () => {
    const { models } = api.parts.db
    const owner = await models.users.findOne({ usernameKey: 'admin' })
    await models.savedFilters.insertMany(
      Array.from({ length: SAVED_FILTER_LIMITS.own }, (_, number) => ({
        _id: String(number + 1),
        ownerId: owner?._id ?? new Types.ObjectId(),
        userName: 'admin',
        displayName: `F${number}`,
        nameKey: `f${number}`,
        page: 'devices',
        showOn: 'devices',
        criteria: '',
        createdAt: new Date(),
      })),
    )
    expect(outcome(await save({}))).toEqual([409, 'conflict', messages.tooManyFilters])
    expect(await models.savedFilters.countDocuments({})).toBe(SAVED_FILTER_LIMITS.own)
  })

  test('encrypts the conditions in the store', async () => {
    await saved({ criteria: [{ 'Fields.AssetName': { $regex: 'zebulon' } }] })
    const stored = JSON.stringify(await api.parts.db.driver.savedFilters.find({}).toArray())
    expect(stored).not.toContain('zebulon')
    expect(stored).not.toContain('AssetName')
  })
})

describe('the default filter of a page', () => {
  test('exists once per user and page, and is replaced by another', async () => {
    const [pumps, beds] = [await saved({ share: true }), await saved({ displayName: 'Beds' })]
    const listed = await saved({ showOn: 'assetlist' })
    await update(pumps.filterId, { isDefault: true })
    await update(listed.filterId, { isDefault: true })
    await update(pumps.filterId, { isDefault: true }, clerk)
    expect((await update(beds.filterId, { isDefault: true })).body.data).toMatchObject({ isDefault: true })
    const defaults = async (...given: Parameters<typeof list>) =>
      ((await list(...given)).body.data as SavedFilter[]).filter(({ isDefault }) => isDefault)
    expect(await defaults()).toMatchObject([{ displayName: 'Beds' }])
    expect(await defaults('admin', 'assetlist')).toMatchObject([{ displayName: 'Pumps' }])
    expect(await defaults('Clerk', 'devices', clerk)).toMatchObject([{ displayName: 'Pumps' }])
    await update(pumps.filterId, { isDefault: false })
    expect(await defaults()).toMatchObject([{ displayName: 'Beds' }])
    await update(beds.filterId, { isDefault: false })
    expect(await defaults()).toEqual([])
  })
})

describe('changing and deleting a filter', () => {
  test('requires a change', async () => {
    const { filterId } = await saved()
    for (const body of [{}, { share: 'yes' }, { showMe: null }, { displayName: 'Other' }])
      expect(outcome(await update(filterId, body)).slice(0, 2)).toEqual([400, 'validation'])
  })

  test("also deletes all users' choices about the filter", async () => {
    const { filterId } = await saved({ share: true, showMe: false })
    await update(filterId, { isDefault: true }, clerk)
    expect((await list()).body.data).toMatchObject([{ showMe: false }])
    expect((await remove(filterId)).body).toEqual({ err: 0, message: messages.filterDeleted })
    expect(await namesOf()).toEqual([])
    const views = await api.parts.db.models.savedFilterViews.find({})
    expect(views.map(({ hidden, defaultFilter }) => [hidden, defaultFilter])).toEqual([
      [[], undefined],
      [[], undefined],
    ])
    expect((await remove(filterId)).status).toBe(404)
  })

  test('is recorded in the audit log without the entered values', async () => {
    const { filterId } = await saved({ criteria: [{ 'Fields.AssetName': { $regex: 'zebulon' } }] })
    await remove(filterId)
    const { models } = api.parts.db
    const target = { 'target.type': 'filter', 'target.id': filterId }
    // Entries are stored after the responses.
    await vi.waitFor(
      async () =>
        expect(await models.audit.findOne({ action: 'POST /filters/create', ...target })).toMatchObject({
          actor: 'admin',
          outcome: 'ok',
          details: { criteria: ['Fields.AssetName $regex'] },
        }),
      TEST_WAIT,
    )
    const removal = { action: 'GET /filters/delete/{filterId}', ...target }
    await vi.waitFor(async () => expect(await models.audit.countDocuments(removal)).toBe(1), TEST_WAIT)
  })

  test('requires access to lists of assets', async () => {
    const { filterId } = await saved({ share: true })
    const { nobody } = api.people
    for (const headers of [{}, nobody])
      for (const answer of [
        await list('nobody', 'devices', headers),
        await save({ displayName: 'Mine' }, headers),
        await update(filterId, { showMe: false }, headers),
        await remove(filterId, headers),
      ])
        expect(answer.status).toBe(headers === nobody ? 403 : 401)
    expect(await namesOf()).toEqual(['Pumps'])
  })
})
