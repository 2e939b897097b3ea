import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withRightChecksum, writePlainBackup } from '@wardtrack/backup/testing'
import { openDatabase } from '@wardtrack/database'
import { spawnEmbeddedMongo } from '@wardtrack/embedded-mongo'
import { expect, test, vi } from 'vitest'
import { fillForBackup, runCommand, setUpBackupTest } from '../testing/backup-test.ts'
import { startProduct } from '../testing/running-product.ts'

const LIMIT = 60_000
const backupTest = setUpBackupTest(LIMIT)

/** Returns every document of a stopped store, by collection. Documents that each start writes are left out. */
async function contentOf(dir: string): Promise<Record<string, unknown[]>> {
  const store = await spawnEmbeddedMongo({ dataDir: join(dir, 'store') })
  const db = await openDatabase(store.uri)
  const lists = await Promise.all(
    Object.values(db.driver).map(
      async ({ collectionName: name }) =>
        [name, await db.sealing.raw(name).find().sort({ _id: 1 }).toArray()] as const,
    ),
  )
  await db.close()
  await store.close()
  return Object.fromEntries(lists)
}

const encrypt = async (): Promise<void> => {
  await backupTest.product.call('/api/assets.saveEncryptionConfig', { Equipment: { SerialNo: [] } })
  await vi.waitFor(
    async () =>
      expect((await backupTest.product.call('/api/encryption/status')).body).toMatchObject({
        job: { state: 'done' },
      }),
    { timeout: 30_000, interval: 150 },
  )
}

test(
  'restores a backup of the running product into a fresh directory, with its key file only',
  async () => {
    await fillForBackup(backupTest)
    const { home, dataDir } = backupTest
    await encrypt()
    const file = join(home, 'wardtrack.backup')
    const backup = await runCommand('backup', [file], { dataDir })
    expect([backup.code, backup.output]).toEqual([
      0,
      expect.stringMatching(/: \d+ bytes\nIt can be restored with its key alone.*encryption-key\n$/),
    ])
    expect((await readFile(file)).includes('Zq7Xk')).toBe(false)
    await backupTest.product.stop()
    const restored = join(home, 'restored')
    const refused = await runCommand('restore', [file, restored], { dataDir })
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('the backup was made with another key'),
    ])
    const keyFile = join(dataDir, 'encryption-key')
    expect((await runCommand('restore', [file, restored, '--key', keyFile], { dataDir })).code).toBe(0)
    for (const name of ['encryption-key', 'jwt-secret'])
      expect(await readFile(join(restored, name))).toEqual(await readFile(join(dataDir, name)))
    const [before, after] = [await contentOf(dataDir), await contentOf(restored)]
    for (const name of [
      'assets',
      'privileges',
      'users',
      'metadataMapping',
      'encryption',
      'settings',
      'ingestKeys',
      'maps',
      'places',
      'mapLanes',
    ])
      expect({ [name]: after[name] }).toEqual({ [name]: before[name] })
    expect(after['assets']).toHaveLength(400)
    expect(after['mapLanes']).toMatchObject([{ _id: 'm1', stops: [{ name: 'Lift 1' }] }])
    expect(after['places']).toMatchObject([{ hierarchyId: 'f1', outline: { mapId: 'm1' } }])
    const image = join('var', 'uploads', 'images', 'Maps', 'm1.jpg')
    expect((await readFile(join(restored, image))).equals(await readFile(join(dataDir, image)))).toBe(true)
    backupTest.product = await startProduct(restored)
    const { body } = await backupTest.product.call('/api/assets.filter', { 'Fields.SerialNo': 'Zq7Xk' })
    expect(body).toMatchObject({ maxAssets: 1, assets: [{ AssetId: 'P-7', Fields: { SerialNo: 'Zq7Xk' } }] })
  },
  LIMIT,
)

test(
  'refuses a backup that is plain, or changed with a correct checksum, and restores nothing',
  async () => {
    const { home, dataDir } = backupTest
    const file = join(home, 'wardtrack.backup')
    const restored = join(home, 'restored')
    const parameters = [file, restored, '--key', join(dataDir, 'encryption-key')]
    expect((await runCommand('backup', [file], { dataDir })).code).toBe(0)
    const whole = await readFile(file)
    expect(whole.includes('usernameKey')).toBe(false)
    const body = whole.subarray(0, -32)
    body[body.length - 100] = (body[body.length - 100] ?? 0) ^ 1
    await writeFile(file, withRightChecksum(body))
    const changed = await runCommand('restore', parameters, { dataDir })
    expect([changed.code, changed.output]).toEqual([1, expect.stringContaining('cannot be decrypted')])
    await writePlainBackup(file, [{ name: 'encryption-key', bytes: Buffer.from('planted') }])
    const plain = await runCommand('restore', parameters, { dataDir })
    expect([plain.code, plain.output]).toEqual([1, expect.stringContaining('add --accept-plain')])
    const planted = await runCommand('restore', [...parameters, '--accept-plain'], { dataDir })
    expect([planted.code, planted.output]).toEqual([1, expect.stringContaining('holds what no backup')])
    const usage = await runCommand('restore', [...parameters, '--force'], { dataDir })
    expect(usage.code).toBe(1)
    expect(existsSync(restored)).toBe(false)
  },
  LIMIT,
)
