import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '@wardtrack/database'
import type { SpawnedMongo } from '@wardtrack/embedded-mongo'
import { spawnTestStore } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

// Two separate processes on one store, as a hospital runs them on a MongoDB, without Redis.
const wait = { timeout: 20_000, interval: 100 }
const SECRETS = {
  JWT_SECRET: 'a secret of forty characters for the tests',
  ENCRYPTION_KEY: 'an encryption key of forty characters for tests',
}

let home: string
let store: SpawnedMongo
let first: RunningProduct
let second: RunningProduct
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-two-'))
  await mkdir(join(home, 'store'))
  store = await spawnTestStore(join(home, 'store'))
  const settings = { MONGODB_URI: store.uri, ...SECRETS }
  first = await startProduct(join(home, 'first'), settings)
  second = await startProduct(join(home, 'second'), settings)
}, 60_000)
afterAll(async () => {
  await second.kill()
  await first.kill()
  await store.close()
  await rm(home, { recursive: true, force: true })
})

const numberOf = (index: number): string => `Zq${String(index).padStart(4, '0')}Xk`
const pump = (index: number) => ({
  AssetType: 'Equipment',
  AssetId: `P-${index}`,
  SerialNo: numberOf(index),
})
const idsBySerialNo = async (product: RunningProduct, index: number): Promise<unknown> => {
  const client = await product.supervisor()
  const { assets } = await client.call('assetsFilter', {
    body: { 'Fields.SerialNo': numberOf(index) },
  })
  return assets.map(({ AssetId, Fields }) => [AssetId, Fields['SerialNo']])
}

/** Returns all data of the assets as stored. */
async function storedAssets(): Promise<string> {
  const db = await openDatabase(store.uri, { poolSize: 1 })
  const docs = await db.sealing.raw('assets').find().toArray()
  await db.close()
  return JSON.stringify(docs)
}

test('applies encryption configured in one process to writes of the other, and both read values throughout', async () => {
  const client = await first.supervisor()
  expect(await second.ingest('/api/ingest/assets', [pump(1)])).toMatchObject({ accepted: 1 })
  expect(await storedAssets()).toContain(numberOf(1))
  await client.call('saveEncryptionConfig', { body: { Equipment: { SerialNo: [] } } })
  for (let index = 2; index <= 12; index += 1) {
    const [writer, reader] = index % 2 === 0 ? [second, first] : [first, second]
    expect(await writer.ingest('/api/ingest/assets', [pump(index)])).toMatchObject({ accepted: 1 })
    expect(await idsBySerialNo(reader, index)).toEqual([[`P-${index}`, numberOf(index)]])
    expect(await idsBySerialNo(writer, 1)).toEqual([['P-1', numberOf(1)]])
  }
  await vi.waitFor(
    async () => expect((await client.call('encryptionStatus', {})).job?.state).toBe('done'),
    wait,
  )
  expect(await storedAssets()).not.toMatch(/Zq\d{4}Xk/)
  // The job is done, so every process now applies the rules immediately.
  expect(await second.ingest('/api/ingest/assets', [pump(13)])).toMatchObject({ accepted: 1 })
  expect(await storedAssets()).not.toMatch(/Zq\d{4}Xk/)
  expect(await idsBySerialNo(first, 13)).toEqual([['P-13', numberOf(13)]])
}, 60_000)

test('decrypts the values of both processes in either after a key rotation in one', async () => {
  const client = await second.supervisor()
  await client.call('rotateEncryptionKey', { body: {} })
  for (let index = 30; index < 38; index += 1) {
    const [writer, reader] = index % 2 === 0 ? [first, second] : [second, first]
    expect(await writer.ingest('/api/ingest/assets', [pump(index)])).toMatchObject({ accepted: 1 })
    expect(await idsBySerialNo(reader, index)).toEqual([[`P-${index}`, numberOf(index)]])
  }
  await vi.waitFor(async () => {
    const { job, keyVersion } = await client.call('encryptionStatus', {})
    expect([job?.kind, job?.state, keyVersion]).toEqual(['rotate', 'done', 2])
  }, wait)
  expect(await idsBySerialNo(first, 1)).toEqual([['P-1', numberOf(1)]])
}, 60_000)

test('refuses a provider in one process after it is disabled in the other, until it is enabled', async () => {
  const client = await first.supervisor()
  const save = (Enabled: boolean) =>
    client.call('createSettings', {
      body: { Type: 'Provider', SubType: 'acme', Fields: { Enabled, HierarchyProvider: false } },
    })
  await save(true)
  const { key } = await client.call('createKey', {
    body: { name: 'acme', kind: 'provider', provider: 'acme', scopes: ['device-status'] },
  })
  const push = async (): Promise<unknown> => {
    const answer = await fetch(`${second.url}/status/api/ingest/device-status`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify([{ deviceId: 'P-1', BatteryLevel: 'LEVEL_2' }]),
    })
    const { code } = (await answer.json()) as { code?: string }
    return [answer.status, code]
  }
  await vi.waitFor(async () => expect(await push()).toEqual([200, undefined]), wait)
  await save(false)
  await vi.waitFor(async () => expect(await push()).toEqual([403, 'provider_disabled']), wait)
  await save(true)
  await vi.waitFor(async () => expect(await push()).toEqual([200, undefined]), wait)
}, 60_000)
