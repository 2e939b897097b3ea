import { createApiService, replaceMapping } from '@wardtrack/api'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Two whole processes on one store without Redis: neither receives the events of the other.
const services = [createApiService, createLocationService, createStatusService]
let first: TestApp
let second: TestApp
beforeAll(async () => {
  first = await openTestApp(services, { cacheMode: 'shared' })
  second = await openTestApp(services, { cacheMode: 'shared', storeOf: first })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

const get = ({ app, people }: TestApp, path: string) => request(app).get(path).set(people.admin)
const post = ({ app, people }: TestApp, path: string, body: object, as = people.admin) =>
  request(app).post(path).set(as).send(body)
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

test('applies metadata changed in one process to the answers and inputs of the other', async () => {
  const typesOf = async (app: TestApp) => Object.keys((await get(app, '/api/asset.getMetaDataMapping')).body)
  const cart = { AssetType: 'Cart', AssetId: 'C-1', AssetName: 'Cart 1' }
  const pushCart = async (app: TestApp) =>
    (await post(app, '/api/ingest/assets', cart, app.people.key)).body.accepted
  expect(await typesOf(second)).not.toContain('Cart')
  expect(await pushCart(second)).toBe(0)
  const mapping = await first.parts.db.driver.metadata.findOne({})
  const { AssetName } = mapping?.types['Equipment'] ?? {}
  await replaceMapping(first.parts, {
    aliases: { Cart: 'Carts' },
    types: { Cart: AssetName ? { AssetName } : {} },
  })
  expect(await typesOf(first)).toContain('Cart')
  await vi.waitFor(async () => expect(await typesOf(second)).toContain('Cart'), TEST_WAIT)
  expect(await pushCart(second)).toBe(1)
})

test('applies aliases, filter flags and options changed in one process in the other', async () => {
  const change = async (query: object): Promise<void> => {
    const answer = await post(first, '/api/assets.updateMetaDataMapping', { id: 'mapping', query })
    expect([answer.status, answer.body.message]).toEqual([200, 'Metadata mapping saved.'])
  }
  await post(first, '/api/assets.saveNewMetaDataMapping', { newMetaData: 'Equipment/Owner' }).expect(200)
  await change({
    'Equipment.Owner.Alias': 'Belongs to',
    'Equipment.Owner.filterFlag': '1',
    'Equipment.Owner.inputType': 'select',
    'Equipment.Owner.Options.ICU.alias': 'Intensive care',
  })
  const entry = { Alias: 'Belongs to', inputType: 'select', Options: { ICU: { alias: 'Intensive care' } } }
  await vi.waitFor(async () => {
    const { body: mapping } = await get(second, '/api/asset.getMetaDataMapping')
    expect(mapping.Equipment.Owner).toMatchObject(entry)
    const { body: filters } = await get(second, '/api/assets.getFilterOption')
    expect(filters[0].Equipment.MedaDataInfo.Owner).toMatchObject(entry)
  }, TEST_WAIT)
  const pump = { AssetType: 'Equipment', AssetId: 'OWNED', Owner: 'ICU' }
  await post(second, '/api/ingest/assets', pump, second.people.key).expect(200)
  const { text } = await post(second, '/api/report.exportCsv/devices', { 'Fields.Owner': 'ICU' })
  expect(text.split('\r\n')[0]).toContain('Belongs to')
  expect(text).toContain('Intensive care')
  const pushState = async (Owner: string) =>
    (await post(second, '/status/api/ingest/device-status', { deviceId: 'OWNED', Owner }, second.people.key))
      .body
  expect((await pushState('ICU')).accepted).toBe(1)
  expect((await pushState('elsewhere')).refused).toBe(1)
})

test('applies the history retention to both', async () => {
  const push = async (app: TestApp) => {
    const item = { deviceId: 'nobody', BatteryLevel: 'LEVEL_1', time: ago(3 * 86_400) }
    return (await post(app, '/status/api/ingest/device-status', item, app.people.key)).body.refused
  }
  expect(await push(second)).toBe(0)
  const setting = { Type: 'Retention', SubType: 'Retention', Fields: { historyDays: 1 } }
  await post(first, '/api/settings/create', setting).expect(200)
  expect(await push(first)).toBe(1)
  await vi.waitFor(async () => expect(await push(second)).toBe(1), TEST_WAIT)
})

test('creates and revokes a key for both', async () => {
  const { key, doc } = await first.parts.access.keys.create({ name: 'shared', kind: 'integration' })
  const push = async (app: TestApp) =>
    (await post(app, '/api/ingest/assets', { AssetType: 'Equipment', AssetId: 'E' }, { 'x-api-key': key }))
      .status
  expect([await push(first), await push(second)]).toEqual([200, 200])
  await first.parts.db.driver.ingestKeys.updateOne({ _id: doc._id }, { $set: { revokedAt: new Date() } })
  first.parts.bus.publish('config.changed', { what: 'settings' })
  expect(await push(first)).toBe(401)
  await vi.waitFor(async () => expect(await push(second)).toBe(401), TEST_WAIT)
})

test('shares a session, its rights and its end', async () => {
  const nurse = await first.people.signIn({ username: 'visitor', pages: [] })
  const routesIn = async ({ app }: TestApp) => {
    const { status, body } = await request(app).get('/api/privilege/getAllowedRoutes').set(nurse)
    return [status, body.allowedRoutes ?? body.code]
  }
  expect(await routesIn(second)).toEqual([200, []])
  await post(first, '/api/privilege/addRoutes', {
    privilegeName: 'May be visitor',
    routes: ['devices'],
  }).expect(200)
  expect(await routesIn(second)).toEqual([200, ['/devices']])
  await request(second.app).post('/api/user/logout').set(nurse).expect(200)
  expect(await routesIn(first)).toEqual([401, 'unauthenticated'])
})

test('shares the configuration of a system', async () => {
  const firstApp = await openTestApp(services, { cacheMode: 'shared', configured: false })
  const otherApp = await openTestApp(services, { cacheMode: 'shared', storeOf: firstApp })
  const configIn = async (app: TestApp) => (await get(app, '/api/config/isConfigured')).body.config
  expect([await configIn(firstApp), await configIn(otherApp)]).toEqual([0, 0])
  const privilege = { privilegeName: 'May look', description: 'looks at devices', routes: ['devices'] }
  await post(firstApp, '/api/privilege/addPrivilege', privilege).expect(200)
  expect([await configIn(firstApp), await configIn(otherApp)]).toEqual([1, 1])
  await otherApp.close()
  await firstApp.close()
})

test('shares changes of a provider, its format and its key', async () => {
  const save = (Enabled: boolean) =>
    post(first, '/api/settings/create', {
      Type: 'Provider',
      SubType: 'acme',
      Fields: { Enabled, HierarchyProvider: false },
    })
  const format = (expression: string) =>
    post(first, '/api/providers/acme/formats/device-status', { expression })
  await save(true)
  await format('{ "deviceId": id, "BatteryLevel": "LEVEL_2" }')
  const body = { name: 'acme', kind: 'provider', provider: 'acme', scopes: ['device-status'] }
  const { data, key } = (await post(first, '/api/keys', body)).body
  const push = (path: string) => post(second, path, { id: 'D-1', deviceId: 'D-1' }, { 'x-api-key': key })
  const pushOwnFormat = () => push('/status/api/ingest/provider/acme')
  await vi.waitFor(
    async () => expect((await pushOwnFormat()).body).toMatchObject({ unresolved: 1, refused: 0 }),
    TEST_WAIT,
  )
  await format('{ "deviceId": id, "BatteryLevel": "LEVEL_9" }')
  await vi.waitFor(async () => expect((await pushOwnFormat()).body).toMatchObject({ refused: 1 }), TEST_WAIT)
  await save(false)
  for (const path of ['/status/api/ingest/provider/acme', '/status/api/ingest/device-status'])
    await vi.waitFor(async () => {
      const { status, body: refused } = await push(path)
      expect([status, refused.code, refused.message]).toEqual([
        403,
        'provider_disabled',
        'This provider is disabled.',
      ])
    }, TEST_WAIT)
  await save(true)
  await vi.waitFor(async () => expect((await pushOwnFormat()).status).toBe(200), TEST_WAIT)
  await request(first.app).delete(`/api/keys/${data._id}`).set(first.people.admin).expect(200)
  await vi.waitFor(async () => expect((await pushOwnFormat()).body.code).toBe('unauthenticated'), TEST_WAIT)
})
