import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openDatabase } from '@wardtrack/database'
import { spawnEmbeddedMongo } from '@wardtrack/embedded-mongo'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RunningProduct, startProduct } from '../testing/running-product.ts'

const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 1)
const LIMIT = 60_000 + ROUNDS * 10_000

let home: string
let dataDir: string
let product: RunningProduct
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'wardtrack-backup-'))
  dataDir = join(home, 'data')
  product = await startProduct(dataDir)
}, LIMIT)
afterEach(async () => {
  await product.kill()
  await rm(home, { recursive: true, force: true })
})

/** Runs a built command of the product; `kill` ends it after so many milliseconds. */
async function run(
  name: 'backup' | 'restore',
  parameters: readonly string[],
  { dir = dataDir, kill }: { dir?: string; kill?: number } = {},
): Promise<{ code: number | null; output: string }> {
  const entry = fileURLToPath(new URL(`../../dist/${name}/main.js`, import.meta.url))
  const child = spawn(process.execPath, [entry, ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', WARDTRACK_DATA_DIR: dir },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
    })
  if (kill !== undefined) setTimeout(() => child.kill('SIGKILL'), kill)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

async function fill(): Promise<void> {
  await product.call('/api/privilege/addPrivilege', {
    privilegeName: 'May test',
    description: 'for a test',
    routes: ['devices', 'encryption-setting'],
  })
  const items = Array.from({ length: 400 }, (_, index) => ({
    AssetType: 'Equipment',
    AssetId: `P-${index}`,
    SerialNo: `Zq${index}Xk`,
  }))
  expect(await product.ingest('/api/ingest/assets', items)).toMatchObject({ accepted: 400 })
  const images = join(dataDir, 'var', 'uploads', 'images', 'Maps')
  await mkdir(images, { recursive: true })
  await copyFile(fileURLToPath(import.meta.url), join(images, 'm1.jpg'))
}

/** Every document of a store that does not run, by collection. What a start writes by itself is left out. */
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
  await product.call('/api/assets.saveEncryptionConfig', { Equipment: { SerialNo: [] } })
  await vi.waitFor(
    async () =>
      expect((await product.call('/api/encryption/status')).body).toMatchObject({ job: { state: 'done' } }),
    { timeout: 30_000, interval: 150 },
  )
}

test(
  'a backup taken while the product runs restores everything into a fresh directory, with its key alone',
  async () => {
    await fill()
    await encrypt()
    const file = join(home, 'wardtrack.backup')
    const backup = await run('backup', [file])
    expect([backup.code, backup.output]).toEqual([0, expect.stringMatching(/: \d+ bytes\n$/)])
    expect((await readFile(file)).includes('Zq7Xk')).toBe(false)
    await product.stop()
    const restored = join(home, 'restored')
    const refused = await run('restore', [file, restored])
    expect([refused.code, refused.output]).toEqual([
      1,
      expect.stringContaining('the backup is encrypted with another key: set ENCRYPTION_KEY'),
    ])
    await mkdir(restored)
    await copyFile(join(dataDir, 'encryption-key'), join(restored, 'encryption-key'))
    expect((await run('restore', [file, restored])).code).toBe(0)
    const [before, after] = [await contentOf(dataDir), await contentOf(restored)]
    for (const name of [
      'assets',
      'privileges',
      'users',
      'metadataMapping',
      'encryption',
      'settings',
      'ingestKeys',
    ])
      expect({ [name]: after[name] }).toEqual({ [name]: before[name] })
    expect(after['assets']).toHaveLength(400)
    const image = join('var', 'uploads', 'images', 'Maps', 'm1.jpg')
    expect((await readFile(join(restored, image))).equals(await readFile(join(dataDir, image)))).toBe(true)
    product = await startProduct(restored)
    const { body } = await product.call('/api/assets.filter', { 'Fields.SerialNo': 'Zq7Xk' })
    expect(body).toMatchObject({ maxAssets: 1, assets: [{ AssetId: 'P-7', Fields: { SerialNo: 'Zq7Xk' } }] })
  },
  LIMIT,
)

test(
  'a backup that is killed leaves no file under its name, and nothing behind in the data directory',
  async () => {
    await fill()
    const file = join(home, 'killed.backup')
    for (let round = 0; round < ROUNDS; round += 1) {
      const { code } = await run('backup', [file], { kill: 100 + Math.random() * 900 })
      if (code === null) expect(await readdir(home)).not.toContain('killed.backup')
      await rm(file, { force: true })
    }
    await product.stop()
    product = await startProduct(dataDir)
    expect((await readdir(join(dataDir, 'store'))).filter((name) => name.includes('backup'))).toEqual([])
    expect((await run('backup', [file])).code).toBe(0)
    expect((await run('restore', [file, join(home, 'restored')])).code).toBe(0)
  },
  LIMIT,
)
