import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '@wardtrack/database'
import { MIGRATIONS } from '@wardtrack/migrations'
import { fillTestStore, spawnTestStore } from '@wardtrack/test-kit'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startProduct } from './testing/running-product.ts'

/**
 * Store and keys of the last release without versions, written by that release: three assets, one account and an
 * encrypted state.
 */
const EARLIER = new URL('./testing/store-of-version-1.json', import.meta.url)
/** Time limit for several starts of product and store. */
const LIMIT_MS = 180_000
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-upgrade-'))
  const storeDir = join(dataDir, 'store')
  await mkdir(storeDir)
  const { files, collections } = JSON.parse(await readFile(EARLIER, 'utf8')) as {
    files: Record<string, string>
    collections: object
  }
  for (const [name, text] of Object.entries(files))
    await writeFile(join(dataDir, name), `${text}\n`, { mode: 0o600 })
  const store = await spawnTestStore(storeDir)
  await fillTestStore(store.uri, collections)
  await store.close()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

/** Opens the store while the product is stopped. */
async function inStore<R>(look: (db: Database) => Promise<R>): Promise<R> {
  const store = await spawnTestStore(join(dataDir, 'store'))
  const db = await openDatabase(store.uri, { poolSize: 1 })
  try {
    return await look(db)
  } finally {
    await db.close()
    await store.close()
  }
}
const versionOf = (db: Database) => db.models.system.findOne({ _id: 'stored-version' })
const wordsOf = async (db: Database) =>
  (await db.driver.assets.find().sort({ AssetId: 1 }).toArray()).map(({ SearchWords }) => SearchWords)

test(
  'migrates the store of the earlier release at the start without losing data',
  async () => {
    const before = await inStore(async (db) => ({ version: await versionOf(db), words: await wordsOf(db) }))
    expect(before.version).toBeNull()
    const product = await startProduct(dataDir)
    try {
      const found = await product.call('/api/assets.filter?page=1&pagesize=10', [{ search: 'pump' }])
      expect(found.status).toBe(200)
      expect((found.body['assets'] as { AssetId: string }[]).map(({ AssetId }) => AssetId)).toEqual(['P-1'])
      const taken = await product.ingest('/status/api/ingest/device-status', [
        { deviceId: 'P-1', BatteryLevel: 'LEVEL_4' },
      ])
      expect(taken).toMatchObject({ accepted: 1, refused: 0 })
    } finally {
      await product.stop()
    }
    const after = await inStore(async (db) => ({ version: await versionOf(db), words: await wordsOf(db) }))
    expect(after.version?.value).toBe(NEWEST)
    expect(after.words).not.toEqual(before.words)
  },
  LIMIT_MS,
)

test('refuses the store of a newer release with one line and changes nothing', async () => {
  const newer = NEWEST + 1
  await inStore((db) => db.models.system.create({ _id: 'stored-version', value: newer }))
  const words = await inStore(wordsOf)
  await expect(startProduct(dataDir)).rejects.toThrow(
    `what is stored was changed by a newer Wardtrack (version ${newer} of stored documents, this one knows ${NEWEST}). ` +
      'Start that release again, or restore a backup of before.',
  )
  expect(await inStore(async (db) => [(await versionOf(db))?.value, await wordsOf(db)])).toEqual([
    newer,
    words,
  ])
})
