import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '@wardtrack/contracts/client'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills; 10 in the full form. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
/** Enough rows for several more batches than rounds. */
const ROWS = 3_000 + ROUNDS * 1_500
/** Interval between rows without an id. */
const BROKEN = 50

let dataDir: string
let product: RunningProduct

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-import-'))
  product = await startProduct(dataDir)
}, 60_000)
afterAll(async () => {
  await product.kill()
  await rm(dataDir, { recursive: true, force: true })
})

const idOf = (row: number): string => `E-${String(row).padStart(6, '0')}`
const lineOf = (row: number): string =>
  `Equipment,${row % BROKEN === 0 ? '' : idOf(row)},Pump ${row},S-${row},loan; n${row}`
function form(): FormData {
  const lines = Array.from({ length: ROWS }, (_, row) => lineOf(row))
  const body = new FormData()
  body.append('operation', 'importCsv')
  body.append('format', 'csv')
  body.append(
    'file',
    new Blob([`AssetType,AssetId,AssetName,SerialNo,CustomTags\n${lines.join('\n')}`]),
    'rows.csv',
  )
  return body
}
const jobState = async (client: Client, id: string) => (await client.call('readJob', { params: { id } })).data

/** Returns every asset, sorted by id. */
async function assetsOf(client: Client) {
  const found: unknown[] = []
  for (let page = 1; ; page += 1) {
    const body = { AssetType: 'Equipment', sort: [{ sortField: 'AssetId', sortDirection: 1 as const }] }
    const { assets, maxAssets } = await client.call('assetsFilter', { query: { page, pagesize: 500 }, body })
    for (const { AssetId, Fields, CustomTags } of assets) found.push({ AssetId, Fields, CustomTags })
    if (found.length >= maxAssets) return found
  }
}

test(`imports every row once and completely when the import is killed ${ROUNDS} times`, async () => {
  const client = await product.supervisor()
  const { id, columns } = (await client.call('uploadImport', { body: form() })).data
  const job = (await client.call('startImport', { params: { id }, body: { columns } })).data
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(50 + Math.random() * 300)
    await product.kill()
    product = await startProduct(dataDir)
    const between = await assetsOf(await product.supervisor())
    // Every imported asset is complete, however far the import is.
    for (const asset of between) expect(asset).toMatchObject({ Fields: { SerialNo: expect.any(String) } })
  }
  const after = await product.supervisor()
  for (;;) {
    const { state, error } = await jobState(after, job.id)
    expect(error).toBeUndefined()
    if (state !== 'running') break
    await sleep(100)
  }
  const rows = Array.from({ length: ROWS }, (_, row) => row).filter((row) => row % BROKEN !== 0)
  const broken = ROWS - rows.length
  const { run } = (await after.call('readImport', { params: { id } })).data
  expect(run).toMatchObject({ rows: ROWS, accepted: rows.length, refused: broken, errors: broken })
  expect(await assetsOf(after)).toEqual(
    rows.map((row) => ({
      AssetId: idOf(row),
      Fields: { AssetName: `Pump ${row}`, SerialNo: `S-${row}` },
      CustomTags: ['loan', `n${row}`],
    })),
  )
  const errors = await after.call('listImportErrors', { params: { id }, query: { pagesize: 500 } })
  expect(errors.count).toBe(broken)
  expect(errors.data.map(({ line }) => line)).toEqual(
    Array.from({ length: broken }, (_, n) => n * BROKEN + 2).slice(0, 500),
  )
  noteFaultRuns({ kind: 'kill -9: an import', runs: ROUNDS })
}, 240_000)
