import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { settingId } from '@wardtrack/database'
import type { OutboxWorker } from '@wardtrack/outbound'
import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'
import { createAlertOutboxWorker } from './index.ts'

type Received = { key: string | undefined; body: { id: string; AssetThen: object } }

let hospital: AlertTest
let mirth: Server
let received: Received[] = []
let status = 200
const workers: OutboxWorker[] = []

beforeAll(async () => {
  hospital = await openAlertTest()
  mirth = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received['body']
      received.push({ key: request.headers['idempotency-key'] as string | undefined, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => mirth.listen(0, '127.0.0.1', resolve))
})
beforeEach(async () => {
  await hospital.reset()
  for (const store of [hospital.parts.db.driver.deliveries, hospital.parts.db.driver.settings])
    await store.deleteMany()
  received = []
  status = 200
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((entry) => entry.close()))
})
afterAll(async () => {
  await hospital.close()
  mirth.closeAllConnections()
  await new Promise((resolve) => mirth.close(resolve))
})

const setAddress = async (GeofenceAlert: string, patientReceivers = { GeofenceAlert }): Promise<void> => {
  const pair = { Type: 'Mirth', SubType: 'Mirth', Fields: { GeofenceAlert }, patientReceivers }
  await hospital.parts.db.driver.settings.replaceOne({ _id: settingId('Mirth', 'Mirth') }, pair, {
    upsert: true,
  })
  hospital.parts.bus.publish('config.changed', { what: 'settings' })
}
const address = () => `127.0.0.1:${(mirth.address() as AddressInfo).port}/alerts`
const pending = () => hospital.parts.db.driver.deliveries.countDocuments({ pending: true })

test('delivers an alert as the console shows it, with its id as key', async () => {
  await setAddress(address())
  const seed = await hospital.raise(
    await hospital.pump('P-1', { AssetName: 'Pump', BatteryLevel: { Level: 'LEVEL_1' } }),
  )
  await vi.waitFor(() => expect(received).toHaveLength(1), TEST_WAIT)
  const shown = await hospital.get(`alert/${seed.id}`)
  expect(received[0]).toEqual({ key: seed.id, body: shown.body.data })
  expect(received[0]?.body.AssetThen).toMatchObject({ Battery: 'LEVEL_1' })
  await vi.waitFor(async () => expect(await pending()).toBe(0), TEST_WAIT)
})

test('does not deliver an alert again when it is acknowledged or resolved', async () => {
  await setAddress(address())
  const seed = await hospital.raise(await hospital.pump('P-1'))
  await vi.waitFor(async () => expect([received.length, await pending()]).toEqual([1, 0]), TEST_WAIT)
  await hospital.post(`alert/${seed.id}/acknowledge`).expect(200)
  await hospital.post(`alert/${seed.id}/resolve`).expect(200)
  const laterAlert = await hospital.raise(await hospital.pump('P-2'))
  await vi.waitFor(() => expect(received.map(({ key }) => key)).toContain(laterAlert.id), TEST_WAIT)
  expect(received).toHaveLength(2)
})

test('delivers each alert once from two services and retries a refused alert until it is accepted', async () => {
  workers.push(createAlertOutboxWorker({ ...hospital.parts, outboundAllow: ['127.0.0.1'] }))
  await setAddress(address())
  const asset = await hospital.pump('P-1')
  const ids: string[] = []
  for (let n = 0; n < 10; n += 1) ids.push((await hospital.raise(asset)).id)
  await vi.waitFor(async () => expect(await pending()).toBe(0), TEST_WAIT)
  expect(received).toHaveLength(ids.length)
  expect(new Set(received.map(({ key }) => key))).toEqual(new Set(ids))
  status = 500
  const { id } = await hospital.raise(asset)
  await vi.waitFor(
    () => expect(received.filter(({ key }) => key === id).length).toBeGreaterThan(0),
    TEST_WAIT,
  )
  expect(await pending()).toBe(1)
  status = 204
  await vi.waitFor(async () => expect(await pending()).toBe(0), TEST_WAIT)
})

test('delivers and audits alerts about patients if the address was set by somebody with the flag', async () => {
  await setAddress(address())
  const patient = await hospital.addAsset({ AssetType: 'Patient', AssetId: 'PT-1' })
  const Mappings = { Patient: [{ AssetType: 'Patient', AssetId: 'PT-1' }] }
  const linked = await hospital.pump('P-1', { Mappings })
  status = 500
  const { id } = await hospital.raise(patient)
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(1), TEST_WAIT)
  status = 200
  const otherAlert = await hospital.raise(linked)
  const plain = await hospital.raise(await hospital.pump('P-2'))
  await vi.waitFor(
    async () => expect([await pending(), received.at(-1)?.key]).toEqual([0, expect.any(String)]),
    TEST_WAIT,
  )
  expect(new Set(received.map(({ key }) => key))).toEqual(new Set([id, otherAlert.id, plain.id]))
  await hospital.parts.access.audit.flush()
  const entries = await hospital.parts.db.driver.audit.find({ action: 'DELIVER GeofenceAlert' }).toArray()
  const facts = entries.map(({ target, outcome, status: answered, address: at, details }) =>
    [target?.id, outcome, answered, at, details?.['patients']].join(' '),
  )
  const host = address().split('/')[0]
  expect(new Set(facts)).toEqual(
    new Set([`${id} refused 500 ${host} 1`, `${id} ok 200 ${host} 1`, `${otherAlert.id} ok 200 ${host} 1`]),
  )
  expect(facts).toHaveLength(3)
})

test('hides patients from an address that was set by somebody without the flag', async () => {
  const warn = vi.spyOn(hospital.parts.log, 'warn')
  await setAddress(address(), { GeofenceAlert: 'another.example/alerts' })
  await hospital.raise(await hospital.addAsset({ AssetType: 'Patient', AssetId: 'PT-1' }))
  const Mappings = { Patient: [{ AssetType: 'Patient', AssetId: 'PT-1' }] }
  const { id } = await hospital.raise(await hospital.pump('P-1', { Mappings }))
  await vi.waitFor(async () => expect([received.length, await pending()]).toEqual([1, 0]), TEST_WAIT)
  expect(received[0]?.key).toBe(id)
  expect(JSON.stringify(received)).not.toMatch(/Patient|PT-1/)
  expect(warn.mock.calls).toEqual([])
  warn.mockRestore()
})

test('delivers nothing while no address is set, and nothing from that time later', async () => {
  await hospital.raise(await hospital.pump('P-1'))
  expect(await hospital.parts.db.driver.deliveries.countDocuments({})).toBe(0)
  await setAddress(address())
  const { id } = await hospital.raise(await hospital.pump('P-2'))
  await vi.waitFor(() => expect(received.map(({ key }) => key)).toEqual([id]), TEST_WAIT)
})

test('discards waiting deliveries when the address is removed', async () => {
  status = 503
  await setAddress(address())
  await hospital.raise(await hospital.pump('P-1'))
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), TEST_WAIT)
  await setAddress('')
  await vi.waitFor(async () => expect(await pending()).toBe(0), TEST_WAIT)
})
