import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect } from 'vitest'
import { type RunningProduct, startProduct } from './running-product.ts'

/** A product to back up, with a folder of its own for each test. */
export type BackupTest = {
  /** the folder of the test; the data directory is in it */
  readonly home: string
  readonly dataDir: string
  product: RunningProduct
}

/** Starts a product before each test and removes it after. @param limitMs what starting may take */
export function setUpBackupTest(limitMs: number): BackupTest {
  const backupTest = { home: '', dataDir: '', product: undefined as unknown as RunningProduct }
  beforeEach(async () => {
    backupTest.home = await mkdtemp(join(tmpdir(), 'wardtrack-backup-'))
    backupTest.dataDir = join(backupTest.home, 'data')
    backupTest.product = await startProduct(backupTest.dataDir)
  }, limitMs)
  afterEach(async () => {
    await backupTest.product.kill()
    await rm(backupTest.home, { recursive: true, force: true })
  })
  return backupTest
}

/** Runs a built command of the product; `kill` ends it after so many milliseconds. */
export async function runCommand(
  name: 'backup' | 'restore' | 'reset-account',
  parameters: readonly string[],
  { dataDir, kill }: { dataDir: string; kill?: number },
): Promise<{ code: number | null; output: string }> {
  const entry = fileURLToPath(new URL(`../../dist/${name}/main.js`, import.meta.url))
  const child = spawn(process.execPath, [entry, ...parameters], {
    env: { PATH: process.env['PATH'] ?? '', WARDTRACK_DATA_DIR: dataDir },
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

/** Stores a privilege, 400 pieces of equipment and an image. */
export async function fillForBackup({ product, dataDir }: BackupTest): Promise<void> {
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
