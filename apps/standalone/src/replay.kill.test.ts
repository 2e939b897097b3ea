import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills; 10 in the full form. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
/** Several pages of a replay, because the first page takes only a fraction of a second. */
const LETTERS = 3_000
const ASSETS = 50

let dataDir: string
let product: RunningProduct

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-replay-'))
  product = await startProduct(dataDir)
}, 60_000)
afterAll(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)

test(`stores each event once, untimed ones too, when a replay is killed ${ROUNDS} times`, async () => {
  const client = await product.supervisor()
  await product.ingest(
    '/api/ingest/assets',
    numbered(ASSETS).map((n) => ({ AssetType: 'Equipment', AssetId: `E-${n}` })),
  )
  const items = numbered(LETTERS).map((n) => ({
    provider: 'acme',
    AssetType: 'Equipment',
    AssetId: `E-${n % ASSETS}`,
    mapId: 'later',
    x: 1 + (n % 40),
    y: 1,
  }))
  expect(await product.ingest('/location/api/ingest/locations', items)).toMatchObject({
    accepted: 0,
    refused: LETTERS,
  })
  await product.ingest('/location/api/ingest/hierarchies', [
    { hierarchyId: 'f', fullName: ['F'], mapId: 'later', map: { xDimension: 50, yDimension: 30 } },
  ])
  const { id } = (await client.call('locationReplayAll', { body: { provider: 'acme' } })).data
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(20 + Math.random() * 200)
    await product.kill()
    product = await startProduct(dataDir)
  }
  const job = await finished(id)
  expect([job.state, job.error]).toEqual(['done', undefined])
  const after = await product.supervisor()
  const rows = await Promise.all(
    numbered(ASSETS).map(async (n) => {
      const body = { assetType: 'Equipment', assetId: `E-${n}`, items: 1 }
      return (await after.call('getLocationHistory', { body })).maxAssets
    }),
  )
  expect(rows).toEqual(numbered(ASSETS).map(() => LETTERS / ASSETS))
  const remaining = await after.call('locationDeadLetters', { query: { provider: 'acme', pagesize: 1 } })
  expect(remaining.count).toBe(LETTERS)
  expect(remaining.data[0]).toHaveProperty('replayed')
  noteFaultRuns({ kind: 'kill -9: a replay of dead letters', runs: ROUNDS })
}, 120_000)

async function finished(id: string) {
  const client = await product.supervisor()
  for (;;) {
    const { data } = await client.call('readJob', { params: { id } })
    if (data.state !== 'running') return data
    await sleep(200)
  }
}
