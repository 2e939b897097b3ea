import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  EXPRESSION,
  LETTERS,
  OWN_FORMAT_PUSH,
  type OwnFormatTest,
  openOwnFormatTest,
  seen,
} from '../../testing/own-format-test.ts'

let acme: OwnFormatTest
beforeAll(async () => {
  acme = await openOwnFormatTest()
})
afterAll(() => acme.close())
beforeEach(() => acme.reset())

describe('JSON in a provider’s own format', () => {
  it('is converted to positions by the provider’s expression', async () => {
    const { status, body } = await acme.push(seen(['t1', 'm1', 3]))
    expect([status, body]).toEqual([
      200,
      { accepted: 1, duplicates: 0, unresolved: 0, refused: 0, errors: [] },
    ])
    expect((await acme.hospital.asset('P-1'))?.CurrentLocation).toMatchObject({
      mapId: 'm1',
      xCenterPoint: 30,
      yCenterPoint: 20,
      provider: 'acme',
    })
  })

  it('gets the first answer again under an Idempotency-Key, and 409 for another body', async () => {
    const headers = { ...acme.key, 'idempotency-key': 'once' }
    const first = await acme.push(seen(['t1', 'm1', 3]), headers)
    expect((await acme.push(seen(['t1', 'm1', 3]), headers)).body).toEqual(first.body)
    expect(await acme.history()).toBe(1)
    expect((await acme.push(seen(['t1', 'm1', 4]), headers)).body.code).toBe('conflict')
  })

  it.each([
    ['text/plain', 'no json', 415, 'unsupported_media_type'],
    ['application/json', 'no json', 400, 'invalid_json'],
    ['application/json', ' ', 400, 'invalid_json'],
    ['application/json', `"${'x'.repeat(1024 * 1024)}"`, 413, 'too_large'],
  ])('as %s %.10s is refused', async (type, body, status, code) => {
    const answer = await request(acme.hospital.app)
      .post(OWN_FORMAT_PUSH)
      .set(acme.key)
      .set('content-type', type)
      .send(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect([await acme.history(), await acme.letters()]).toEqual([0, []])
  })

  it('is refused for another provider, for a disabled one, and without a format', async () => {
    const otherKey = await acme.hospital.people.makeKey({
      name: 'other',
      kind: 'provider',
      provider: 'other',
    })
    const answers = [await acme.push({}, otherKey)]
    await acme.saveProvider(false)
    answers.push(await acme.push({}), await acme.push({}, acme.hospital.people.key))
    await acme.saveProvider(true)
    answers.push(await acme.post('/location/api/ingest/provider/nobody', {}, acme.hospital.people.key))
    answers.push(await acme.post('/location/api/ingest/provider/__proto__', {}, acme.hospital.people.key))
    expect(answers.map(({ status, body }) => [status, body.code, body.message])).toEqual([
      [403, 'forbidden', messages.otherProvider],
      [403, 'provider_disabled', messages.providerDisabled],
      [403, 'provider_disabled', messages.providerDisabled],
      [404, 'not_found', messages.formatMissing],
      [400, 'validation', messages.providerName],
    ])
  })

  it('is stored for its key’s provider only, whatever its expression returns', async () => {
    await acme.saveFormat('seen.{ "tagId": tag, "provider": "cisco", "mapId": floor, "x": 1, "y": 1 }')
    const { body } = await acme.push(seen(['t1', 'm1', 3]), acme.hospital.people.key)
    expect(body).toMatchObject({ accepted: 0, refused: 1, errors: [{ code: 'provider_mismatch' }] })
    expect(await acme.history()).toBe(0)
  })
})

describe('refused items of a body', () => {
  it('are kept with the body, which is encrypted and visible only with the patient-data flag', async () => {
    expect((await acme.push(seen(['t1', 'm1', 3], ['t1', 'nowhere', 3]))).body).toMatchObject({
      accepted: 1,
      refused: 1,
    })
    const [letter] = await acme.letters()
    expect(letter).toMatchObject({
      endpoint: 'locations',
      provider: 'acme',
      errors: [{ path: 'mapId', code: 'unknown_map' }],
      item: { tagId: 't1', mapId: 'nowhere' },
    })
    const readLetter = (headers?: Headers) => acme.get(`${LETTERS}/${letter?.id}`, headers)
    expect(JSON.parse((await readLetter()).body.data.source)).toEqual(
      seen(['t1', 'm1', 3], ['t1', 'nowhere', 3]),
    )
    expect((await readLetter(acme.hospital.people.noPatients)).body.data).toEqual(letter)
    const sources = await acme.hospital.parts.db.driver.deadLetterSources.find().toArray()
    expect(JSON.stringify(sources)).not.toContain('nowhere')
    expect((await acme.get(`${LETTERS}/nothing`)).status).toBe(404)
  })

  it('are replayed with the whole body once the expression is fixed, without repeating accepted items', async () => {
    await acme.saveFormat(
      'seen.{ "tagId": tag, "mapId": floor = "first" ? "m1" : "nowhere", "x": at[0], "y": at[1] }',
    )
    expect(
      (await acme.push(seen(['t1', 'first', 3], ['t1', 'second', 4], ['t1', 'third', 5]))).body,
    ).toMatchObject({
      accepted: 1,
      refused: 2,
    })
    await acme.saveFormat(
      'seen.{ "tagId": tag, "mapId": floor = "third" ? "nowhere" : "m1", "x": at[0], "y": at[1] }',
    )
    const { body } = await acme.post(`${LETTERS}/replay`, { provider: 'acme' })
    expect(body).toMatchObject({ accepted: 1, refused: 1, errors: [{ code: 'unknown_map' }] })
    expect(await acme.history()).toBe(2)
    const remaining = await acme.letters()
    expect(remaining.filter((letter) => !('replayed' in letter))).toHaveLength(1)
    expect(remaining).toHaveLength(2)
    await acme.saveFormat(EXPRESSION.replace('floor', '"m1"'))
    expect((await acme.post(`${LETTERS}/replay`, { provider: 'acme' })).body).toMatchObject({ refused: 0 })
    expect(await acme.history()).toBe(3)
  })

  it('are one letter if the expression fails; its reason contains no value, and it replays after a fix', async () => {
    await acme.saveFormat('{ "tagId": seen[0].tag, "x": $number(seen[0].floor) }')
    const { body } = await acme.push(seen(['t1', 'Jane Doe', 3]))
    expect(body).toMatchObject({ refused: 1, errors: [{ index: 0, path: '', code: 'format_failed' }] })
    expect(JSON.stringify(body)).not.toContain('Jane')
    const [letter] = await acme.letters()
    expect(letter).toMatchObject({ errors: [{ code: 'format_failed' }] })
    expect(letter).not.toHaveProperty('item')
    await acme.saveFormat(EXPRESSION.replace('floor', '"m1"'))
    expect((await acme.post(`${LETTERS}/replay`, { ids: [letter?.id] })).body).toMatchObject({ accepted: 1 })
    expect(await acme.history()).toBe(1)
  })

  it('remain refused while the provider has no format any more', async () => {
    await acme.push(seen(['t1', 'nowhere', 3]))
    await acme.hospital.parts.db.driver.providerFormats.deleteMany()
    acme.hospital.parts.bus.publish('config.changed', { what: 'providers' })
    const { body } = await acme.post(`${LETTERS}/replay`, { provider: 'acme' })
    expect(body).toMatchObject({ refused: 1, errors: [{ code: 'format_failed' }] })
    expect((await acme.letters())[0]).not.toHaveProperty('replayed')
  })
})
