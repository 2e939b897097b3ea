import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PAGES } from '@wardtrack/contracts'
import { type Client, createClient } from '@wardtrack/contracts/client'
import { noteFaultRuns, spawnTestService, type TestProcess } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url))
/** Of the full form, which nobody waits for: 10. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const KEY = 'the-ingestion-key-of-this-test'
const PASSWORD = 'bright corridor lamp'
/** Several pages of a replay, the first page being done in a fraction of a second. */
const LETTERS = 3_000
const ASSETS = 50

let dataDir: string
let product: TestProcess

const start = () =>
  spawnTestService(MAIN, {
    WARDTRACK_DATA_DIR: dataDir,
    WARDTRACK_DEMO: 'off',
    WARDTRACK_ADMIN_USERNAME: 'admin',
    WARDTRACK_ADMIN_PASSWORD: PASSWORD,
    WARDTRACK_INGEST_KEY: KEY,
  })
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-replay-'))
  product = await start()
}, 60_000)
afterAll(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const bases = () => ({
  api: `${product.url}/api`,
  location: `${product.url}/location/api`,
  status: `${product.url}/status/api`,
})
async function signIn(): Promise<Client> {
  const body = { username: 'admin', password: PASSWORD, authenticationMethod: 'Password' as const }
  const { AccessToken } = await createClient({ bases: bases() }).call('verify', { body })
  return createClient({ bases: bases(), headers: () => ({ authorization: `Bearer ${AccessToken}` }) })
}
async function push(path: string, items: readonly object[]): Promise<{ accepted: number; refused: number }> {
  const answer = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
    body: JSON.stringify(items),
  })
  return (await answer.json()) as { accepted: number; refused: number }
}
const numbered = (count: number) => Array.from({ length: count }, (_, n) => n)

test(`a replay that is killed ${ROUNDS} times stores each event once, untimed ones too`, async () => {
  const client = await signIn()
  await client.call('addPrivilege', {
    body: { privilegeName: 'May see everything', description: 'every page', routes: [...PAGES] },
  })
  await push(
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
  expect(await push('/location/api/ingest/locations', items)).toMatchObject({ accepted: 0, refused: LETTERS })
  await push('/location/api/ingest/hierarchies', [
    { hierarchyId: 'f', fullName: ['F'], mapId: 'later', map: { xDimension: 50, yDimension: 30 } },
  ])
  const { id } = (await client.call('locationReplayAll', { body: { provider: 'acme' } })).data
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(20 + Math.random() * 200)
    await product.kill()
    product = await start()
  }
  const job = await finished(id)
  expect([job.state, job.error]).toEqual(['done', undefined])
  const after = await signIn()
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
  const client = await signIn()
  for (;;) {
    const { data } = await client.call('readJob', { params: { id } })
    if (data.state !== 'running') return data
    await sleep(200)
  }
}
