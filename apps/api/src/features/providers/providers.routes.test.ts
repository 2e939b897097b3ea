import { messages } from '@wardtrack/contracts'
import { createIngestion } from '@wardtrack/ingestion'
import type { Headers } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
const close: (() => Promise<void>)[] = []
beforeAll(async () => {
  api = await openApiTest()
  const ingestion = createIngestion(api.parts)
  flush = ingestion.activity.flush
  close.push(ingestion.close)
})
let flush: () => Promise<void>
beforeEach(async () => {
  const { driver } = api.parts.db
  await Promise.all(
    [driver.settings, driver.providerFormats, driver.providerActivity, driver.providerLog].map((collection) =>
      collection.deleteMany({}),
    ),
  )
  await api.post('/api/settings/create', {
    Type: 'Provider',
    SubType: 'acme',
    Fields: { Enabled: true, HierarchyProvider: false },
  })
  await flush()
})
afterAll(async () => {
  for (const end of close) await end()
  await api.close()
})

const get = (path: string, as?: Headers) => api.get(`/api/providers/${path}`, as)
const save = (body: object, endpoint = 'locations') =>
  api.post(`/api/providers/acme/formats/${endpoint}`, body)
const remove = (path: string) => request(api.app).delete(`/api/providers/${path}`).set(api.people.admin)
const formats = async () => (await get('acme')).body.data.formats

describe('a provider', () => {
  test('shows the addresses that it pushes to', async () => {
    const { status, body } = await get('ACME')
    const at = (path: string) => expect.stringMatching(new RegExp(`^http://127\\.0\\.0\\.1:\\d+${path}$`))
    expect([status, body.data]).toEqual([
      200,
      {
        name: 'acme',
        formats: {},
        addresses: {
          locations: at('/location/api/ingest/locations'),
          'device-status': at('/status/api/ingest/device-status'),
          'own/locations': at('/location/api/ingest/provider/acme'),
          'own/device-status': at('/status/api/ingest/provider/acme'),
        },
      },
    ])
  })

  test.each(['', '/activity', '/log'])(
    'is 404 at %s when unknown, and 400 when its name is invalid',
    async (path) => {
      expect((await get(`nobody${path}`)).body.code).toBe('not_found')
      expect((await get(`__proto__${path}`)).body.message).toBe(messages.providerName)
      expect((await get(`acme${path}`, api.people.nobody)).status).toBe(403)
    },
  )
})

describe('an own format', () => {
  test('is saved with its user, replaced, and removed', async () => {
    const first = await save({ expression: 'a.{ "tagId": b }' })
    expect([first.status, first.body.data]).toEqual([
      200,
      {
        expression: 'a.{ "tagId": b }',
        updatedAt: expect.any(String),
        updatedBy: 'admin',
        revision: expect.any(String),
      },
    ])
    await save({ expression: 'c.{ "tagId": d }' }, 'device-status')
    expect(await formats()).toMatchObject({
      locations: first.body.data,
      'device-status': { expression: 'c.{ "tagId": d }' },
    })
    expect((await remove('acme/formats/locations')).body).toEqual({ err: 0, message: messages.done })
    expect(Object.keys(await formats())).toEqual(['device-status'])
    expect((await remove('acme/formats/locations')).status).toBe(404)
  })

  test('is not overwritten when it was changed meanwhile', async () => {
    const { revision } = (await save({ expression: 'a', revision: '' })).body.data
    expect((await save({ expression: 'b', revision: '' })).body.message).toBe(messages.formatChanged)
    expect((await save({ expression: 'c', revision })).status).toBe(200)
    const late = await save({ expression: 'd', revision })
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect((await formats()).locations.expression).toBe('c')
  })

  test.each([
    ['tags.(', 'expression'],
    ['', 'expression'],
    ['x'.repeat(20_001), 'expression'],
    ['('.repeat(15_000), 'expression'],
  ])('%.20s is refused', async (expression, path) => {
    const { status, body } = await save({ expression })
    expect([status, body.code, body.errors[0].path]).toEqual([400, 'validation', path])
    expect(await formats()).toEqual({})
  })

  test('requires an existing provider and endpoint', async () => {
    expect((await api.post('/api/providers/nobody/formats/locations', { expression: 'a' })).status).toBe(404)
    expect((await save({ expression: 'a' }, 'assets')).status).toBe(400)
    expect(await api.parts.db.driver.providerFormats.countDocuments()).toBe(0)
  })

  test('can start from a template', async () => {
    const { body } = await api.get('/api/provider-formats/templates')
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([
      'omlox',
      'fhir-rtls',
      'centrak',
      'aeroscout',
      'cisco-spaces',
    ])
    for (const { expression, sample, note } of body.data) {
      expect((await save({ expression })).status).toBe(200)
      expect([typeof JSON.parse(sample), note.length > 50]).toEqual(['object', true])
    }
  })
})

describe('the activity of a provider', () => {
  const push = (AssetId: unknown, headers: Headers) =>
    api.post('/api/ingest/assets', { AssetType: 'Equipment', AssetId }, headers)

  test('counts the results of its items, now and over a day, without other providers', async () => {
    const key = await api.people.makeKey({ name: 'acme', kind: 'provider', provider: 'acme' })
    const stranger = await api.people.makeKey({ name: 'stranger', kind: 'provider', provider: 'stranger' })
    for (const id of ['A-1', 'A-2', 7]) await push(id, key)
    await push('A-3', stranger)
    await flush()
    const { data } = (await get('acme/activity')).body
    const sums = { accepted: 2, duplicates: 0, unresolved: 0, refused: 1 }
    expect(data).toMatchObject({ total: sums, day: sums, lastEventAt: expect.any(String) })
    expect(data.periods).toHaveLength(96)
    expect(data.periods.at(-1)).toMatchObject(sums)
    expect(Date.parse(data.periods[1].time) - Date.parse(data.periods[0].time)).toBe(15 * 60_000)
    expect(await api.parts.db.driver.providerActivity.countDocuments({ provider: 'stranger' })).toBe(0)
  })

  test('is logged with numbers and codes, never with values', async () => {
    const key = await api.people.makeKey({ name: 'acme 2', kind: 'provider', provider: 'acme' })
    for (const id of [1, 2, 3]) await push({ name: `Jane ${id}` }, key)
    await save({ expression: 'a' })
    await flush()
    const { data } = (await get('acme/log')).body
    expect(data.map(({ level, event, facts }: Record<string, unknown>) => [level, event, facts])).toEqual(
      expect.arrayContaining([
        ['info', 'format-saved', { endpoint: 'locations' }],
        [
          'warn',
          'refused',
          expect.objectContaining({ endpoint: 'assets', refused: 3, reasons: { 'AssetId validation': 3 } }),
        ],
      ]),
    )
    expect(JSON.stringify(data)).not.toContain('Jane')
    expect((await get('acme/log?pagesize=1')).body.data).toHaveLength(1)
    expect((await get('acme/log?pagesize=501')).status).toBe(400)
  })
})
