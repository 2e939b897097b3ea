import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills: ten by `WARDTRACK_KILL_ROUNDS`, fewer in a usual run. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 1)
const LIMIT = 60_000 + ROUNDS * 30_000
const ASSETS = 20
/** Positions of one redelivery: more than a page of the job, so that a kill may fall between two pages. */
const POSITIONS = 2_400
const MINUTE_MS = 60_000
const SETTINGS = { WARDTRACK_OUTBOUND_ALLOW: '127.0.0.1' }
const wait = { timeout: 60_000, interval: 50 }

type Received = { key: string; assetId: string; time: string }

let dataDir: string
let product: RunningProduct
let mirth: Server
const received: Received[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-redelivery-'))
  mirth = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { AssetId, time } = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, string>
      const key = String(request.headers['idempotency-key'])
      received.push({ key, assetId: AssetId ?? '', time: time ?? '' })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => mirth.listen(0, '127.0.0.1', resolve))
  product = await startProduct(dataDir, SETTINGS)
}, LIMIT)
afterAll(async () => {
  await product.kill()
  mirth.closeAllConnections()
  await new Promise((resolve) => mirth.close(resolve))
  await rm(dataDir, { recursive: true, force: true })
})

const numbered = (count: number): number[] => Array.from({ length: count }, (_, n) => n)
/** Each round has a separate hour. */
const start = Date.now() - (ROUNDS + 1) * 60 * MINUTE_MS
const periodOf = (round: number) => ({
  startDate: new Date(start + round * 60 * MINUTE_MS).toISOString(),
  endDate: new Date(start + (round + 1) * 60 * MINUTE_MS).toISOString(),
})
const timeOf = (round: number, position: number): string =>
  new Date(start + round * 60 * MINUTE_MS + position * 1_000).toISOString()

/** Stores the positions of all rounds while no delivery is configured. */
async function fill(): Promise<void> {
  await product.ingest('/location/api/ingest/hierarchies', [
    { hierarchyId: 'f1', fullName: ['House', 'F1'], mapId: 'm1', map: { xDimension: 50, yDimension: 30 } },
  ])
  const assets = numbered(ASSETS).map((n) => ({ AssetType: 'Equipment', AssetId: `E-${n}` }))
  expect(await product.ingest('/api/ingest/assets', assets)).toMatchObject({ accepted: ASSETS })
  for (const round of numbered(ROUNDS)) {
    const items = numbered(POSITIONS).map((n) => ({
      AssetType: 'Equipment',
      AssetId: `E-${n % ASSETS}`,
      time: timeOf(round, n),
      mapId: 'm1',
      x: 1 + (n % 40),
      y: 1,
    }))
    expect(await product.ingest('/location/api/ingest/locations', items)).toMatchObject({
      accepted: POSITIONS,
      unresolved: 0,
    })
  }
}

async function redeliver(round: number): Promise<{ id: string; total: number }> {
  const client = await product.supervisor()
  const body = { Field: 'AssetLocation' as const, ...periodOf(round) }
  return (await client.call('startMirthRedelivery', { body })).data
}

async function jobState(id: string): Promise<string> {
  const client = await product.supervisor()
  return (await client.call('readJob', { params: { id } })).data.state
}

test(
  `delivers each position under one key and in the asset's order when the redelivery is killed ${ROUNDS} times`,
  async () => {
    await fill()
    const client = await product.supervisor()
    const address = `http://127.0.0.1:${(mirth.address() as AddressInfo).port}/in`
    await client.call('createSettings', {
      body: { Type: 'Mirth', SubType: 'Mirth', Fields: { AssetLocation: address } },
    })
    for (const round of numbered(ROUNDS)) {
      const { id, total } = await redeliver(round)
      expect(total).toBe(POSITIONS)
      await pause(Math.random() * 150)
      await product.kill()
      product = await startProduct(dataDir, SETTINGS)
      await vi.waitFor(async () => expect(await jobState(id)).toBe('done'), wait)
    }
    await vi.waitFor(
      () => expect(new Set(received.map(({ key }) => key)).size).toBe(ROUNDS * POSITIONS),
      wait,
    )
    const keysOf = new Map<string, Set<string>>()
    const firstTimes = new Map<string, string[]>()
    for (const { key, assetId, time } of received) {
      const thing = `${assetId} ${time}`
      if (!keysOf.has(thing)) firstTimes.set(assetId, [...(firstTimes.get(assetId) ?? []), time])
      keysOf.set(thing, (keysOf.get(thing) ?? new Set()).add(key))
    }
    expect(keysOf.size).toBe(ROUNDS * POSITIONS)
    expect([...keysOf.values()].filter(({ size }) => size !== 1)).toEqual([])
    for (const times of firstTimes.values()) expect(times).toEqual(times.toSorted())
    noteFaultRuns({ kind: 'kill -9: deliveries to Mirth', runs: ROUNDS })
  },
  LIMIT,
)
