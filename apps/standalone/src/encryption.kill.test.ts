import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { writePlainBackup } from '@wardtrack/backup/testing'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from './testing/backup-test.ts'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 1)
const ASSETS = 500
const LIMIT = 60_000 + ROUNDS * 40_000

let dataDir: string
let product: RunningProduct
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-encryption-'))
  product = await startProduct(dataDir)
}, LIMIT)
afterEach(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const numberOf = (index: number): string => `Zq${String(index).padStart(5, '0')}Xk`

async function fill(): Promise<void> {
  const routes = ['devices', 'assetlist', 'asset-detail', 'encryption-setting']
  await product.call('/api/privilege/addPrivilege', {
    privilegeName: 'May test',
    description: 'for a test',
    routes,
  })
  for (let start = 0; start < ASSETS; start += 500) {
    const items = Array.from({ length: 500 }, (_, offset) => ({
      AssetType: 'Equipment',
      AssetId: `P-${start + offset}`,
      AssetName: `Pump ${numberOf(start + offset)}`,
      SerialNo: numberOf(start + offset),
    }))
    expect(await product.ingest('/api/ingest/assets', items)).toMatchObject({ accepted: 500 })
  }
  await product.ingest('/api/ingest/associations', [
    {
      from: { AssetType: 'Equipment', AssetId: 'P-1' },
      to: { AssetType: 'Nothing', AssetId: numberOf(2) },
      action: 'link',
    },
  ])
  await product.ingest('/api/ingest/assets', [{ AssetType: 'Nothing', AssetId: 'X', SerialNo: numberOf(3) }])
}

const jobState = async (): Promise<string> => {
  const { body } = await product.call('/api/encryption/status')
  return (body['job'] as { state: string } | null)?.state ?? 'none'
}
const jobDone = () =>
  vi.waitFor(async () => expect(await jobState()).toBe('done'), { timeout: 40_000, interval: 150 })

/** Returns the files of the data directory that contain a serial number, ignoring case. */
async function filesWithValues(): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (/zq\d{5}xk/i.test((await readFile(path)).toString('latin1')))
      found.push(path.slice(dataDir.length + 1))
  }
  return found
}

async function foundByNumber(index: number): Promise<unknown> {
  const { body } = await product.call('/api/assets.filter', { 'Fields.SerialNo': numberOf(index) })
  return (body['assets'] as { AssetId: string; Fields: { SerialNo: string } }[]).map(
    ({ AssetId, Fields }) => [AssetId, Fields.SerialNo],
  )
}

async function killAndGoOn(): Promise<void> {
  for (let round = 0; round < ROUNDS; round += 1) {
    await pause(200 + Math.random() * 1_500)
    await product.kill()
    product = await startProduct(dataDir)
    const index = Math.floor(Math.random() * ASSETS)
    expect(await foundByNumber(index)).toEqual([[`P-${index}`, numberOf(index)]])
  }
  await jobDone()
}

test(
  'resumes conversion and rotation after kill -9, and leaves no value anywhere in the data directory',
  async () => {
    await fill()
    const backup = join(dataDir, 'backups', 'before.backup')
    await mkdir(join(dataDir, 'backups'))
    // A plain file, as earlier versions wrote it.
    const bytes = Buffer.from(`${numberOf(1)} `.repeat(10_000))
    await writePlainBackup(backup, [{ name: 'store/store.mdb', bytes }])
    expect(await filesWithValues()).toContain(join('backups', 'before.backup'))
    const saved = await product.call('/api/assets.saveEncryptionConfig', {
      Equipment: { SerialNo: [], AssetName: [] },
    })
    expect(saved.status).toBe(200)
    await killAndGoOn()
    expect(await filesWithValues()).toEqual([])
    expect((await product.call('/api/encryption/rotateKey', {})).status).toBe(200)
    await killAndGoOn()
    expect(await foundByNumber(7)).toEqual([['P-7', numberOf(7)]])
    const { body } = await product.call('/api/encryption/status')
    expect(body).toMatchObject({ keyVersion: 2, job: { kind: 'rotate', state: 'done' } })
    await product.stop()
    expect(await filesWithValues()).toEqual([])
    const restored = join(dataDir, 'backups', 'restored')
    await mkdir(restored)
    await copyFile(join(dataDir, 'encryption-key'), join(restored, 'encryption-key'))
    expect((await runCommand('restore', [backup, restored, '--accept-plain'], { dataDir })).code).toBe(0)
    product = await startProduct(dataDir)
    expect(await foundByNumber(ASSETS - 1)).toEqual([[`P-${ASSETS - 1}`, numberOf(ASSETS - 1)]])
    noteFaultRuns({ kind: 'kill -9: encrypting and rotating a key', runs: 2 * ROUNDS })
  },
  LIMIT,
)
