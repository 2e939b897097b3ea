import { messages } from '@wardtrack/contracts'
import { settingId } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

const OWN = '/location/api/ingest/provider/acme'
const LETTERS = '/location/api/ingest/dead-letters'
const EXPRESSION = 'seen.{ "tagId": tag, "mapId": floor, "x": at[0], "y": at[1] }'
let hospital: TestHospital
let key: Headers

beforeAll(async () => {
  hospital = await openHospital()
  key = await hospital.people.makeKey({ name: 'acme', kind: 'provider', provider: 'acme' })
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  await hospital.parts.db.driver.deadLetterSources.deleteMany()
  await hospital.addAsset({
    AssetId: 'P-1',
    LocationTags: [{ Provider: 'acme', TagId: 't1', IsPrimary: true }],
  })
  await saveProvider(true)
  await saveFormat(EXPRESSION)
})

async function saveProvider(Enabled: boolean): Promise<void> {
  const _id = settingId('Provider', 'acme')
  const $set = { Type: 'Provider', SubType: 'acme', Fields: { Enabled, HierarchyProvider: false } }
  await hospital.parts.db.driver.settings.updateOne({ _id }, { $set }, { upsert: true })
  hospital.parts.bus.publish('config.changed', { what: 'providers' })
}
async function saveFormat(expression: string): Promise<void> {
  const format = { provider: 'acme', endpoint: 'locations' as const, expression }
  await hospital.parts.db.driver.providerFormats.updateOne(
    { _id: 'acme/locations' },
    { $set: { ...format, updatedAt: new Date(), updatedBy: 'test' } },
    { upsert: true },
  )
  hospital.parts.bus.publish('config.changed', { what: 'providers' })
}
const post = (path: string, body: object, headers: Headers = hospital.people.admin) =>
  request(hospital.app).post(path).set(headers).send(body)
const push = (body: object, headers = key) => post(OWN, body, headers)
const get = (path: string, headers: Headers = hospital.people.admin) =>
  request(hospital.app).get(path).set(headers)
const seen = (...at: [tag: string, floor: string, x: number][]) => ({
  seen: at.map(([tag, floor, x]) => ({ tag, floor, at: [x, 2] })),
})
const history = () => hospital.parts.db.driver.locationHistory.countDocuments({})
const letters = async (headers?: Headers) => (await get(LETTERS, headers)).body.data as { id: string }[]

describe('JSON of a provider’s own', () => {
  it('becomes positions by the provider’s expression', async () => {
    const { status, body } = await push(seen(['t1', 'm1', 3]))
    expect([status, body]).toEqual([
      200,
      { accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] },
    ])
    expect((await hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      mapId: 'm1',
      xCenterPoint: 30,
      yCenterPoint: 20,
      provider: 'acme',
    })
  })

  it('gets the first answer again under an Idempotency-Key, and 409 for another body', async () => {
    const headers = { ...key, 'idempotency-key': 'once' }
    const first = await push(seen(['t1', 'm1', 3]), headers)
    expect((await push(seen(['t1', 'm1', 3]), headers)).body).toEqual(first.body)
    expect(await history()).toBe(1)
    expect((await push(seen(['t1', 'm1', 4]), headers)).body.code).toBe('conflict')
  })

  it.each([
    ['text/plain', '{}', 415, 'unsupported_media_type'],
    ['application/json', 'no json', 400, 'invalid_json'],
    ['application/json', ' ', 400, 'invalid_json'],
    ['application/json', `"${'x'.repeat(1024 * 1024)}"`, 413, 'too_large'],
  ])('as %s %.10s is refused', async (type, body, status, code) => {
    const answer = await request(hospital.app).post(OWN).set(key).set('content-type', type).send(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect([await history(), await letters()]).toEqual([0, []])
  })

  it('is refused of another provider, of one that is switched off, and where there is no format', async () => {
    const otherKey = await hospital.people.makeKey({ name: 'other', kind: 'provider', provider: 'other' })
    const answers = [await push({}, otherKey)]
    await saveProvider(false)
    answers.push(await push({}), await push({}, hospital.people.key))
    await saveProvider(true)
    answers.push(await post('/location/api/ingest/provider/nobody', {}, hospital.people.key))
    answers.push(await post('/location/api/ingest/provider/__proto__', {}, hospital.people.key))
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [403, 'forbidden', messages.otherProvider],
      [403, 'provider_disabled', messages.providerDisabled],
      [403, 'provider_disabled', messages.providerDisabled],
      [404, 'not_found', messages.formatMissing],
      [400, 'validation', messages.providerName],
    ])
  })

  it('speaks for its provider alone, whatever its expression says', async () => {
    await saveFormat('seen.{ "tagId": tag, "provider": "cisco", "mapId": floor, "x": 1, "y": 1 }')
    const { body } = await push(seen(['t1', 'm1', 3]), hospital.people.key)
    expect(body).toMatchObject({ accepted: 0, refused: 1, errors: [{ code: 'provider_mismatch' }] })
    expect(await history()).toBe(0)
  })
})

describe('what is refused of a body', () => {
  it('is kept with the body, which is encrypted and shown to people with the patient-data flag alone', async () => {
    expect((await push(seen(['t1', 'm1', 3], ['t1', 'nowhere', 3]))).body).toMatchObject({
      accepted: 1,
      refused: 1,
    })
    const [letter] = await letters()
    expect(letter).toMatchObject({
      endpoint: 'locations',
      provider: 'acme',
      errors: [{ path: 'mapId', code: 'unknown_map' }],
      item: { tagId: 't1', mapId: 'nowhere' },
    })
    const readLetter = (headers?: Headers) => get(`${LETTERS}/${letter?.id}`, headers)
    expect(JSON.parse((await readLetter()).body.data.source)).toEqual(
      seen(['t1', 'm1', 3], ['t1', 'nowhere', 3]),
    )
    expect((await readLetter(hospital.people.noPatients)).body.data).toEqual(letter)
    const sources = await hospital.parts.db.driver.deadLetterSources.find().toArray()
    expect(JSON.stringify(sources)).not.toContain('nowhere')
    expect((await get(`${LETTERS}/nothing`)).status).toBe(404)
  })

  it('is taken again by its whole body once the expression is right, and what was taken stays one', async () => {
    await saveFormat(
      'seen.{ "tagId": tag, "mapId": floor = "first" ? "m1" : "nowhere", "x": at[0], "y": at[1] }',
    )
    expect(
      (await push(seen(['t1', 'first', 3], ['t1', 'second', 4], ['t1', 'third', 5]))).body,
    ).toMatchObject({
      accepted: 1,
      refused: 2,
    })
    await saveFormat(
      'seen.{ "tagId": tag, "mapId": floor = "third" ? "nowhere" : "m1", "x": at[0], "y": at[1] }',
    )
    const { body } = await post(`${LETTERS}/replay`, { provider: 'acme' })
    expect(body).toMatchObject({ accepted: 1, refused: 1, errors: [{ code: 'unknown_map' }] })
    expect(await history()).toBe(2)
    const remaining = await letters()
    expect(remaining.filter((letter) => !('replayed' in letter))).toHaveLength(1)
    expect(remaining).toHaveLength(2)
    await saveFormat(EXPRESSION.replace('floor', '"m1"'))
    expect((await post(`${LETTERS}/replay`, { provider: 'acme' })).body).toMatchObject({ refused: 0 })
    expect(await history()).toBe(3)
  })

  it('is one letter when the expression fails; it says why without a value, and works when mended', async () => {
    await saveFormat('{ "tagId": seen[0].tag, "x": $number(seen[0].floor) }')
    const { body } = await push(seen(['t1', 'Jane Doe', 3]))
    expect(body).toMatchObject({ refused: 1, errors: [{ index: 0, path: '', code: 'format_failed' }] })
    expect(JSON.stringify(body)).not.toContain('Jane')
    const [letter] = await letters()
    expect(letter).toMatchObject({ errors: [{ code: 'format_failed' }] })
    expect(letter).not.toHaveProperty('item')
    await saveFormat(EXPRESSION.replace('floor', '"m1"'))
    expect((await post(`${LETTERS}/replay`, { ids: [letter?.id] })).body).toMatchObject({ accepted: 1 })
    expect(await history()).toBe(1)
  })

  it('stays refused while the provider has no format any more', async () => {
    await push(seen(['t1', 'nowhere', 3]))
    await hospital.parts.db.driver.providerFormats.deleteMany()
    hospital.parts.bus.publish('config.changed', { what: 'providers' })
    const { body } = await post(`${LETTERS}/replay`, { provider: 'acme' })
    expect(body).toMatchObject({ refused: 1, errors: [{ code: 'format_failed' }] })
    expect((await letters())[0]).not.toHaveProperty('replayed')
  })
})

describe('mending a letter', () => {
  const refuseOne = async () => {
    await push(seen(['t1', 'nowhere', 3]))
    return (await letters())[0]?.id ?? ''
  }
  const mend = (id: string, item: object, headers?: Headers) =>
    post(`${LETTERS}/${id}/mend`, { item }, headers)

  it('puts another item in its place, which replaying takes', async () => {
    const id = await refuseOne()
    const { status, body } = await mend(id, { tagId: 't1', mapId: 'm1', x: 3, y: 2 })
    expect([status, body.data]).toMatchObject([
      200,
      { id, item: { mapId: 'm1' }, mended: expect.any(String) },
    ])
    expect(await history()).toBe(0)
    expect((await post(`${LETTERS}/replay`, { ids: [id] })).body).toMatchObject({ accepted: 1 })
    expect((await post(`${LETTERS}/replay`, { ids: [id] })).body).toMatchObject({ duplicates: 1 })
    expect(await history()).toBe(1)
  })

  it.each([
    [{ tagId: 't1', mapId: 'nowhere', x: 3, y: 2 }, 'item.mapId'],
    [{ tagId: 't1', mapId: 'm1', x: 'three', y: 2 }, 'item.x'],
    [{ tagId: 't1', provider: 'cisco', mapId: 'm1', x: 3, y: 2 }, 'item.provider'],
    [{}, 'item.AssetId'],
  ])('with %j is refused at %s, and the letter stays', async (item, path) => {
    const id = await refuseOne()
    const { status, body } = await mend(id, item)
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation', path])
    expect((await letters())[0]).not.toHaveProperty('mended')
  })

  it('makes no item of a patient without the flag, and does not tell whether there is one', async () => {
    await hospital.addAsset({ AssetId: 'PAT-1', AssetType: 'Patient' })
    const id = await refuseOne()
    const place = { mapId: 'm1', x: 3, y: 2 }
    const answers = await Promise.all(
      ['PAT-1', 'NOBODY'].map((AssetId) =>
        mend(id, { AssetType: 'Patient', AssetId, ...place }, hospital.people.noPatients),
      ),
    )
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([400, 'validation', messages.assetUnknown])
    expect((await letters())[0]).not.toHaveProperty('mended')
    const hidden = (await mend(id, { AssetType: 'Patient', AssetId: 'PAT-1', ...place })).body.data.id
    expect((await mend(hidden, { tagId: 't1', ...place }, hospital.people.noPatients)).status).toBe(404)
  })

  it('is refused for what a key was not allowed to say', async () => {
    await saveFormat('seen.{ "tagId": tag, "provider": "cisco", "mapId": floor, "x": 1, "y": 1 }')
    await push(seen(['t1', 'm1', 3]))
    const { status, body } = await mend((await letters())[0]?.id ?? '', {
      tagId: 't1',
      mapId: 'm1',
      x: 3,
      y: 2,
    })
    expect([status, body.code, body.message]).toEqual([409, 'conflict', messages.notMendable])
  })
})

describe('a preview', () => {
  const preview = (expression: string, sample: string, headers?: Headers) =>
    post('/location/api/ingest/preview', { provider: 'acme', expression, sample }, headers)

  it('shows what comes out and what would be refused, and stores nothing', async () => {
    const sample = JSON.stringify(seen(['t1', 'm1', 3], ['t1', 'nowhere', 3]))
    const { status, body } = await preview(EXPRESSION, sample)
    expect([status, body]).toMatchObject([
      200,
      {
        count: 2,
        items: [
          { item: { tagId: 't1', mapId: 'm1', x: 3 }, errors: [] },
          { item: { mapId: 'nowhere' }, errors: [{ path: 'mapId', code: 'unknown_map' }] },
        ],
      },
    ])
    expect([await history(), await letters()]).toEqual([0, []])
  })

  it('says what is wrong with the expression or the sample', async () => {
    expect((await preview('seen.{', '{}')).body.failure).toMatchObject({
      reason: 'expression',
      position: expect.any(Number),
    })
    expect((await preview(EXPRESSION, 'no json')).body.failure).toMatchObject({ reason: 'body' })
    expect((await preview('($f := function($x) { $f($x) }; $f(1))', '{}')).body.failure).toMatchObject({
      reason: 'time',
    })
  })

  it('needs the page, a name and an expression', async () => {
    expect((await preview(EXPRESSION, '{}', hospital.people.nobody)).status).toBe(403)
    expect((await preview('', '{}')).body.errors[0].path).toBe('expression')
    expect((await preview('x'.repeat(20_001), '{}')).body.errors[0].path).toBe('expression')
  })
})

describe('taking all of a provider again', () => {
  const replayAll = (body: object, headers?: Headers) => post(`${LETTERS}/replay-all`, body, headers)

  it('is a job: it takes what was not taken again yet, and leaves other providers alone', async () => {
    await hospital.push([
      { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'later', x: 1, y: 1, provider: 'acme' },
      { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'later', x: 1, y: 1, provider: 'other' },
    ])
    await push(seen(['t1', 'nowhere', 3]))
    await saveFormat(EXPRESSION.replace('floor', '"m1"'))
    const { status, body } = await replayAll({ provider: 'acme' })
    expect([status, body.data]).toEqual([200, { id: expect.any(String) }])
    await vi.waitFor(
      async () =>
        expect(await hospital.parts.db.driver.jobs.findOne({ _id: body.data.id })).toMatchObject({
          state: 'done',
          done: 2,
          total: 2,
        }),
      { timeout: 20_000 },
    )
    expect(await history()).toBe(1)
    const open = (await letters()).filter((letter) => !('replayed' in letter))
    expect(open).toMatchObject([{ provider: 'other' }])
  })

  it('needs a provider and the page', async () => {
    expect((await replayAll({})).body.errors[0].path).toBe('provider')
    expect((await replayAll({ provider: 'acme' }, hospital.people.nobody)).status).toBe(403)
    expect((await replayAll({ provider: 'acme', code: 'nothing' })).status).toBe(400)
  })
})
