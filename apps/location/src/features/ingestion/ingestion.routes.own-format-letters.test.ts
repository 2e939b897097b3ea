import { messages } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  EXPRESSION,
  LETTERS,
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

describe('editing a letter', () => {
  const refuseOne = async () => {
    await acme.push(seen(['t1', 'nowhere', 3]))
    return (await acme.letters())[0]?.id ?? ''
  }
  const mend = (id: string, item: object, headers?: Headers) =>
    acme.post(`${LETTERS}/${id}/mend`, { item }, headers)

  it('replaces its item, which a replay then accepts', async () => {
    const id = await refuseOne()
    const { status, body } = await mend(id, { tagId: 't1', mapId: 'm1', x: 3, y: 2 })
    expect([status, body.data]).toMatchObject([
      200,
      { id, item: { mapId: 'm1' }, mended: expect.any(String) },
    ])
    expect(await acme.history()).toBe(0)
    expect((await acme.post(`${LETTERS}/replay`, { ids: [id] })).body).toMatchObject({ accepted: 1 })
    expect((await acme.post(`${LETTERS}/replay`, { ids: [id] })).body).toMatchObject({ duplicates: 1 })
    expect(await acme.history()).toBe(1)
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
    expect((await acme.letters())[0]).not.toHaveProperty('mended')
  })

  it('cannot name a patient without the flag, and does not reveal whether the patient exists', async () => {
    await acme.hospital.addAsset({ AssetId: 'PAT-1', AssetType: 'Patient' })
    const id = await refuseOne()
    const place = { mapId: 'm1', x: 3, y: 2 }
    const answers = await Promise.all(
      ['PAT-1', 'NOBODY'].map((AssetId) =>
        mend(id, { AssetType: 'Patient', AssetId, ...place }, acme.hospital.people.noPatients),
      ),
    )
    for (const { status, body } of answers)
      expect([status, body.code, body.message]).toEqual([400, 'validation', messages.assetUnknown])
    expect((await acme.letters())[0]).not.toHaveProperty('mended')
    const hidden = (await mend(id, { AssetType: 'Patient', AssetId: 'PAT-1', ...place })).body.data.id
    expect((await mend(hidden, { tagId: 't1', ...place }, acme.hospital.people.noPatients)).status).toBe(404)
  })

  it('is refused for a provider that the key was not allowed to send for', async () => {
    await acme.saveFormat('seen.{ "tagId": tag, "provider": "cisco", "mapId": floor, "x": 1, "y": 1 }')
    await acme.push(seen(['t1', 'm1', 3]))
    const { status, body } = await mend((await acme.letters())[0]?.id ?? '', {
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
    acme.post('/location/api/ingest/preview', { provider: 'acme', expression, sample }, headers)

  it('shows the resulting items and their errors, and stores nothing', async () => {
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
    expect([await acme.history(), await acme.letters()]).toEqual([0, []])
  })

  it('reports errors in the expression or the sample', async () => {
    expect((await preview('seen.{', '{}')).body.failure).toMatchObject({
      reason: 'expression',
      position: expect.any(Number),
    })
    expect((await preview(EXPRESSION, 'no json')).body.failure).toMatchObject({ reason: 'body' })
    expect((await preview('($f := function($x) { $f($x) }; $f(1))', '{}')).body.failure).toMatchObject({
      reason: 'time',
    })
  })

  it('requires the page, a name and an expression', async () => {
    expect((await preview(EXPRESSION, '{}', acme.hospital.people.nobody)).status).toBe(403)
    expect((await preview('', '{}')).body.errors[0].path).toBe('expression')
    expect((await preview('x'.repeat(20_001), '{}')).body.errors[0].path).toBe('expression')
  })
})

describe('replaying all letters of a provider', () => {
  const replayAll = (body: object, headers?: Headers) => acme.post(`${LETTERS}/replay-all`, body, headers)

  it('is a job that replays open letters and leaves other providers alone', async () => {
    await acme.hospital.push([
      { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'later', x: 1, y: 1, provider: 'acme' },
      { AssetType: 'Equipment', AssetId: 'P-1', mapId: 'later', x: 1, y: 1, provider: 'other' },
    ])
    await acme.push(seen(['t1', 'nowhere', 3]))
    await acme.saveFormat(EXPRESSION.replace('floor', '"m1"'))
    const { status, body } = await replayAll({ provider: 'acme' })
    expect([status, body.data]).toEqual([200, { id: expect.any(String) }])
    await vi.waitFor(
      async () =>
        expect(await acme.hospital.parts.db.driver.jobs.findOne({ _id: body.data.id })).toMatchObject({
          state: 'done',
          done: 2,
          total: 2,
        }),
      { timeout: 20_000 },
    )
    expect(await acme.history()).toBe(1)
    const open = (await acme.letters()).filter((letter) => !('replayed' in letter))
    expect(open).toMatchObject([{ provider: 'other' }])
  })

  it('requires a provider and the page', async () => {
    expect((await replayAll({})).body.errors[0].path).toBe('provider')
    expect((await replayAll({ provider: 'acme' }, acme.hospital.people.nobody)).status).toBe(403)
    expect((await replayAll({ provider: 'acme', code: 'nothing' })).status).toBe(400)
  })
})
