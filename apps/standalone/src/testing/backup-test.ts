import { spawn } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect } from 'vitest'
import { type RunningProduct, startProduct } from './running-product.ts'

/** A product to back up, with a separate folder for each test. */
export type BackupTest = {
  /** folder of the test, which contains the data directory */
  readonly home: string
  readonly dataDir: string
  product: RunningProduct
}

/** Starts a product before each test and removes it afterwards. @param limitMs time limit of the start */
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

/** Runs a built command of the product; `kill` ends it after this number of milliseconds. */
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

/** Stores a privilege, 400 pieces of equipment, a map with its lanes, and an image. */
export async function fillForBackup({ product, dataDir }: BackupTest): Promise<void> {
  await product.call('/api/privilege/addPrivilege', {
    privilegeName: 'May test',
    description: 'for a test',
    routes: ['devices', 'encryption-setting', 'map-marking'],
  })
  const items = Array.from({ length: 400 }, (_, index) => ({
    AssetType: 'Equipment',
    AssetId: `P-${index}`,
    SerialNo: `Zq${index}Xk`,
  }))
  expect(await product.ingest('/api/ingest/assets', items)).toMatchObject({ accepted: 400 })
  const floor = { hierarchyId: 'f1', fullName: ['House', 'F1'], mapId: 'm1' }
  const map = { xDimension: 50, yDimension: 30 }
  await product.ingest('/location/api/ingest/hierarchies', [
    { ...floor, map, outline: { unit: 'm', x: 1, y: 1, w: 40, h: 20 } },
  ])
  const lanes = [
    {
      points: [
        { x: 0, y: 150 },
        { x: 500, y: 150 },
      ],
    },
  ]
  const stops = [{ kind: 'lift', name: 'Lift 1', x: 490, y: 150 }]
  const drawn = await product.call('/location/api/hierarchy/mapLanes/m1', { lanes, stops, revision: '0' })
  expect([drawn.status, drawn.body]).toMatchObject([200, { err: 0 }])
  const images = join(dataDir, 'var', 'uploads', 'images', 'Maps')
  await mkdir(images, { recursive: true })
  await copyFile(fileURLToPath(import.meta.url), join(images, 'm1.jpg'))
}
