import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const LIST = '/location/api/ingest/dead-letters'
const REPLAY = `${LIST}/replay`
let hospital: TestHospital

beforeAll(async () => {
  hospital = await openHospital()
  await hospital.addAsset({ AssetId: 'P-1' })
  await hospital.addAsset({
    AssetId: 'PAT-1',
    AssetType: 'Patient',
    LocationTags: [{ Provider: 'cisco', TagId: 'T-P', IsPrimary: true }],
  })
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.parts.db.driver.deadLetters.deleteMany({})
})

const list = (query = '', headers = hospital.people.admin) =>
  request(hospital.app)
    .get(LIST + query)
    .set(headers)
const replay = (body: object, headers = hospital.people.admin) =>
  request(hospital.app).post(REPLAY).set(headers).send(body)
const map = (_id: string) => ({
  _id,
  name: _id,
  refName: _id,
  xDimension: 100,
  yDimension: 100,
  source: 'ingest' as const,
  width: null,
  height: null,
  dimensionsAssumed: false,
})
const invalidItem = (members: object = {}) => ({
  AssetType: 'Equipment',
  AssetId: 'P-1',
  mapId: 'later',
  x: 1,
  y: 1,
  time: ago(60),
  ...members,
})

describe('the list of refused items', () => {
  it('shows each item with its reasons, newest first, page by page, with the exact total', async () => {
    for (const x of [1, 2, 3]) await hospital.push(invalidItem({ x, provider: 'cisco' }))
    const page = await list('?pagesize=2&page=1')
    expect(page.status).toBe(200)
    expect(page.body.count).toBe(3)
    expect(page.body.data.map((entry: { item: { x: number } }) => entry.item.x)).toEqual([3, 2])
    expect(page.body.data[0]).toMatchObject({
      endpoint: 'locations',
      provider: 'cisco',
      errors: [{ path: 'mapId', code: 'unknown_map' }],
    })
    const pastLastPage = await list('?pagesize=2&page=9')
    expect(pastLastPage.body).toEqual({ data: [], count: 3 })
  })

  it('filters by provider, endpoint and code', async () => {
    await hospital.push([
      invalidItem({ provider: 'cisco' }),
      invalidItem({ provider: 'centrak' }),
      invalidItem({ provider: 'cisco', time: 'x' }),
    ])
    await request(hospital.app).post('/location/api/ingest/hierarchies').set(hospital.people.key).send({})
    expect((await list('?provider=Cisco')).body.count).toBe(2)
    expect((await list('?provider=cisco&code=validation')).body.count).toBe(1)
    expect((await list('?endpoint=hierarchies')).body.count).toBe(1)
    expect((await list('?endpoint=assets')).body.count).toBe(0)
    await list('?code=nonsense').expect(400)
    await list('?pagesize=501').expect(400)
  })

  it('hides an item from people without the flag, unless all assets it names are known and no patients', async () => {
    await hospital.push([
      invalidItem(),
      invalidItem({ AssetType: 'Patient', AssetId: 'PAT-1' }),
      invalidItem({ AssetId: 'nobody' }),
      invalidItem({ AssetType: undefined, AssetId: undefined, provider: 'cisco', tagId: 'T-P' }),
      'no item at all',
    ])
    const all = await list()
    expect(all.body.data.filter((entry: object) => 'item' in entry)).toHaveLength(5)
    const some = await list('', hospital.people.noPatients)
    expect(some.body.count).toBe(5)
    const shown = some.body.data.filter((entry: object) => 'item' in entry)
    expect(shown.map((entry: { item: { AssetId: string } }) => entry.item.AssetId)).toEqual(['P-1'])
  })

  it('hides items whose patient names cannot be looked up, and member names chosen by the sender', async () => {
    await hospital.push([
      invalidItem({ tagId: 5551234 }),
      invalidItem({ patientName: 'Jane Doe' }),
      invalidItem({ about: { AssetType: 'Patient', AssetId: 'PAT-1' } }),
      invalidItem({ AssetType: 'Patient', AssetId: 17 }),
    ])
    await hospital.parts.db.driver.deadLetters.updateMany(
      {},
      { $set: { 'errors.0.path': 'Jane Doe born 1950' } },
    )
    const some = await list('', hospital.people.noPatients)
    expect(some.body.count).toBe(4)
    expect(some.body.data.filter((entry: object) => 'item' in entry)).toEqual([])
    expect(JSON.stringify(some.body)).not.toContain('Jane')
    expect(JSON.stringify((await list()).body)).toContain('Jane Doe born 1950')
    for (const [path, shown] of [
      ['Jane_Doe', ''],
      ['mapId', 'mapId'],
      ['LocationTags.0.TagId', 'LocationTags.0.TagId'],
    ]) {
      await hospital.parts.db.driver.deadLetters.updateMany({}, { $set: { 'errors.0.path': path } })
      const { body } = await list('', hospital.people.noPatients)
      expect(body.data.map((entry: { errors: { path: string }[] }) => entry.errors[0]?.path)).toEqual(
        body.data.map(() => shown),
      )
    }
  })

  it('requires the operator role', async () => {
    const nurse = await hospital.people.signIn({ username: 'n1', pages: ['devices'] })
    const operator = await hospital.people.signIn({ username: 'o1', pages: ['provider-settings'] })
    expect((await list('', nurse)).status).toBe(403)
    expect((await list('', {})).status).toBe(401)
    expect((await list('', hospital.people.key)).status).toBe(401)
    expect((await list('', operator)).status).toBe(200)
  })
})

describe('a replay', () => {
  it('accepts items once the missing data exists, and marks them', async () => {
    await hospital.push([invalidItem({ x: 5 }), invalidItem({ x: 99_999, time: ago(50) })])
    const before = await list()
    const ids = before.body.data.map((entry: { id: string }) => entry.id)
    await request(hospital.app)
      .post('/location/api/ingest/hierarchies')
      .set(hospital.people.key)
      .send({ hierarchyId: 'l', fullName: ['L'], mapId: 'later', map: { xDimension: 10, yDimension: 10 } })
    const res = await replay({ ids })
    expect(res.status).toBe(200)
    expect(res.body).toMatchObject({
      err: 0,
      accepted: 1,
      refused: 1,
      errors: [{ path: 'x', code: 'outside_map' }],
    })
    expect(ids).toContain(res.body.errors[0].id)
    const after = await list()
    expect(after.body.count).toBe(2)
    for (const entry of after.body.data) expect(entry.replayed).toBeDefined()
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({ mapId: 'later', xCenterPoint: 50 })
    const secondReplay = await replay({ code: 'unknown_map' })
    expect(secondReplay.body).toMatchObject({ accepted: 0, duplicates: 1, refused: 1 })
    await hospital.parts.db.driver.maps.deleteOne({ _id: 'later' })
    await hospital.parts.db.driver.places.deleteOne({ hierarchyId: 'l' })
    hospital.parts.bus.publish('config.changed', { what: 'maps' })
  })

  it('refuses items that the sending key was not allowed to send for another provider', async () => {
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'cisco' })
    await hospital.push(
      { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'm1', x: 3, y: 3, provider: 'centrak' },
      key,
    )
    const before = await hospital.asset('P-1')
    const [letter] = (await list()).body.data
    expect(letter.errors[0].code).toBe('provider_mismatch')
    const res = await replay({ code: 'provider_mismatch' })
    expect(res.body).toMatchObject({
      accepted: 0,
      refused: 1,
      errors: [{ id: letter.id, path: 'provider', code: 'provider_mismatch' }],
    })
    expect((await list()).body.data[0].replayed).toBeDefined()
    expect((await hospital.asset('P-1'))?.CurrentLocation).toEqual(before?.CurrentLocation)
  })

  it('without the flag answers alike for a letter about a patient, about no asset and about unknown assets', async () => {
    await hospital.parts.db.driver.maps.insertOne(map('later'))
    hospital.parts.bus.publish('config.changed', { what: 'maps' })
    const letters = {
      patient: invalidItem({ AssetType: 'Patient', AssetId: 'PAT-1', mapId: 'gone' }),
      outside: invalidItem({ AssetType: 'Patient', AssetId: 'PAT-1', mapId: 'later', x: 99_999 }),
      nobody: invalidItem({ AssetType: 'Patient', AssetId: 'nobody', mapId: 'gone' }),
      tag: invalidItem({
        AssetType: undefined,
        AssetId: undefined,
        provider: 'cisco',
        tagId: 'T-P',
        mapId: 'gone',
      }),
    }
    const answers: unknown[] = []
    for (const letter of Object.values(letters)) {
      await hospital.parts.db.driver.deadLetters.deleteMany({})
      await hospital.push(letter)
      await hospital.parts.db.driver.maps.updateOne({ _id: 'gone' }, { $set: map('gone') }, { upsert: true })
      hospital.parts.bus.publish('config.changed', { what: 'maps' })
      const [{ id }] = (await list()).body.data
      const { status, body } = await replay({ ids: [id] }, hospital.people.noPatients)
      answers.push([status, body])
      expect((await list()).body.data[0].replayed).toBeDefined()
      await hospital.parts.db.driver.maps.deleteOne({ _id: 'gone' })
      hospital.parts.bus.publish('config.changed', { what: 'maps' })
    }
    const expectedAnswer = { err: 0, message: 'Done.', accepted: 0, duplicates: 0, unresolved: 0, refused: 0 }
    expect(answers).toEqual(answers.map(() => [200, { ...expectedAnswer, undisclosed: 1, errors: [] }]))
    expect((await hospital.asset('PAT-1'))?.CurrentLocation).toMatchObject({ mapId: 'gone' })
    await hospital.push(invalidItem({ mapId: 'gone' }))
    const [{ id }] = (await list()).body.data
    const known = await replay({ ids: [id] }, hospital.people.noPatients)
    expect(known.body).toMatchObject({ refused: 1, errors: [{ id, path: 'mapId', code: 'unknown_map' }] })
    await hospital.parts.db.driver.maps.deleteOne({ _id: 'later' })
    hospital.parts.bus.publish('config.changed', { what: 'maps' })
  })

  it('is 404 for an unknown id and accepts nothing; without any selection it is 400', async () => {
    await hospital.push(invalidItem())
    const [letter] = (await list()).body.data
    expect((await replay({ ids: [letter.id, 'unknown'] })).status).toBe(404)
    expect((await replay({})).status).toBe(400)
    expect((await list()).body.data[0].replayed).toBeUndefined()
  })
})
