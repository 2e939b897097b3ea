import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createApiService } from '@wardtrack/api'
import { MIRTH_FIELDS } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import { openTestApp, TEST_WAIT, type TestApp } from '@wardtrack/test-kit'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'

type Received = { kind: string; key: string; body: Record<string, unknown> }

const SERVICES = [createApiService, createLocationService, createStatusService]
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString()

let house: TestApp
/** another process on the same store */
let annex: TestApp
let mirth: Server
let received: Received[] = []
let isDown = false

beforeAll(async () => {
  const options = { outboundAllow: ['127.0.0.1'], cacheMode: 'shared' } as const
  house = await openTestApp(SERVICES, options)
  annex = await openTestApp(SERVICES, { ...options, storeOf: house })
  mirth = createServer((incoming, response) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      if (isDown) return void response.writeHead(503).end()
      const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Received['body']
      const key = String(incoming.headers['idempotency-key'])
      received.push({ kind: incoming.url?.slice(1) ?? '', key, body })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => mirth.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(mirth.address() as AddressInfo).port}`
  const Fields = Object.fromEntries(MIRTH_FIELDS.map((field) => [field, `${origin}/${field}`]))
  await request(house.app)
    .post('/api/settings/create')
    .set(house.people.admin)
    .send({ Type: 'Mirth', SubType: 'Mirth', Fields })
    .expect(200)
  // Waits until the other process's copy of the settings expires.
  await new Promise((resolve) => setTimeout(resolve, 2_500))
}, 120_000)
beforeEach(() => {
  received = []
  isDown = false
})
afterAll(async () => {
  await annex.close()
  await house.close()
  mirth.closeAllConnections()
  await new Promise((resolve) => mirth.close(resolve))
})

const push = async (app: TestApp, path: string, items: object[]): Promise<void> => {
  const { status, body } = await request(app.app).post(path).set(house.people.key).send(items)
  expect([status, body.refused, body.unresolved]).toEqual([200, 0, 0])
}
const bodiesOf = (kind: string) =>
  received.filter((delivery) => delivery.kind === kind).map(({ body }) => body)

test('delivers items pushed to any process, each kind to its address', async () => {
  await push(house, '/location/api/ingest/hierarchies', [
    { hierarchyId: 'f1', fullName: ['House', 'F1'], mapId: 'm1', map: { xDimension: 50, yDimension: 30 } },
  ])
  await push(annex, '/api/ingest/assets', [
    { AssetType: 'Equipment', AssetId: 'P-1' },
    { AssetType: 'Clinician', AssetId: 'C-1' },
  ])
  await push(house, '/api/ingest/associations', [
    {
      from: { AssetType: 'Equipment', AssetId: 'P-1' },
      to: { AssetType: 'Clinician', AssetId: 'C-1' },
      action: 'link',
    },
  ])
  const time = minutesAgo(3)
  await push(annex, '/location/api/ingest/locations', [
    { AssetType: 'Equipment', AssetId: 'P-1', time, mapId: 'm1', x: 12, y: 4, accuracy: 2 },
  ])
  await push(house, '/status/api/ingest/device-status', [
    { deviceId: 'P-1', time, BatteryLevel: 'LEVEL_2', DeviceStatus: 'comm-status-online' },
  ])
  await vi.waitFor(() => expect(received).toHaveLength(6), TEST_WAIT)
  expect(bodiesOf('LocationHierarchy')).toEqual([
    {
      hierarchyId: 'f1',
      fullName: ['House', 'F1'],
      mapId: 'm1',
      map: { name: 'F1', xDimension: 50, yDimension: 30 },
    },
  ])
  expect(bodiesOf('Asset').map(({ AssetId }) => AssetId)).toEqual(expect.arrayContaining(['P-1', 'C-1']))
  expect(bodiesOf('AssetAssociation')).toMatchObject([{ action: 'link' }])
  expect(bodiesOf('AssetLocation')).toEqual([
    {
      AssetType: 'Equipment',
      AssetId: 'P-1',
      time,
      eventId: expect.any(String),
      mapId: 'm1',
      x: 120,
      y: 40,
      unit: 'px',
      accuracy: 2,
      fullPath: { Level_1: 'House', Level_2: 'F1' },
    },
  ])
  expect(bodiesOf('DeviceStatus')).toEqual([
    {
      AssetType: 'Equipment',
      AssetId: 'P-1',
      time,
      eventId: expect.any(String),
      BatteryLevel: 'LEVEL_2',
      DeviceStatus: 'comm-status-online',
    },
  ])
})

test('continues ingestion while the receiver is down, then delivers everything once and in order', async () => {
  isDown = true
  const items = (from: number) =>
    Array.from({ length: 50 }, (_, n) => ({
      AssetType: 'Equipment',
      AssetId: 'P-1',
      time: new Date(Date.now() - 60_000 + (from + n) * 10).toISOString(),
      mapId: 'm1',
      x: (from + n) / 10,
      y: 1,
    }))
  for (const [index, app] of [house, annex, house].entries())
    await push(app, '/location/api/ingest/locations', items(index * 50))
  expect(received).toEqual([])
  isDown = false
  await vi.waitFor(() => expect(received).toHaveLength(150), { timeout: 40_000, interval: 50 })
  const places = bodiesOf('AssetLocation').map(({ x }) => Math.round(Number(x)))
  expect(places).toEqual(Array.from({ length: 150 }, (_, n) => n))
  expect(new Set(received.map(({ key }) => key)).size).toBe(150)
})
