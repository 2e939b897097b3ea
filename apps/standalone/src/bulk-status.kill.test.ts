import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PAGES } from '@wardtrack/contracts'
import { noteFaultRuns } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningProduct, startProduct } from './testing/running-product.ts'

/** Number of kills; 10 in the full form. */
const ROUNDS = Number(process.env['WARDTRACK_KILL_ROUNDS'] ?? 2)
const ASSETS = 6_000
const POLLING = { timeout: 20_000 }
/** Assets per request, at its limit. */
const PUSHED = 2_000

let dataDir: string
let product: RunningProduct

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'wardtrack-bulk-status-'))
  product = await startProduct(dataDir)
}, 60_000)
afterAll(async () => {
  await product.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const countOf = async (status: string): Promise<unknown> =>
  (await product.call('/api/assets.list', { pagesize: 1, query: { AssetType: 'Equipment', status } })).body[
    'count'
  ]
/** Answer to a call that starts a job. */
type Started = { matched: number; job: { id: string } }

const jobOf = async (id: string) =>
  (await product.call(`/api/jobs/${id}`)).body['data'] as { state: string; done: number; result?: object }

async function finished(id: string) {
  for (;;) {
    const job = await jobOf(id)
    if (job.state !== 'running') return job
    await sleep(100)
  }
}

test(`changes each asset, and can be undone completely, when a bulk change of status is killed ${ROUNDS} times`, async () => {
  await product.call('/api/privilege/addPrivilege', {
    privilegeName: 'May see everything',
    description: 'every page',
    routes: PAGES,
  })
  for (let from = 0; from < ASSETS; from += PUSHED)
    await product.ingest(
      '/api/ingest/assets',
      Array.from({ length: PUSHED }, (_, n) => ({ AssetType: 'Equipment', AssetId: `E-${from + n}` })),
    )
  const body = { AssetType: 'Equipment', status: 'inactive', wait: false }
  const { job } = (await product.call('/api/assets.changeBulkStatus', body)).body as Started
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(20 + Math.random() * 150)
    await product.kill()
    product = await startProduct(dataDir)
    // Each asset has one of the two states, however far the job is. The job continues between the two counts.
    await expect
      .poll(async () => Number(await countOf('active')) + Number(await countOf('inactive')), POLLING)
      .toBe(ASSETS)
  }
  const result = { changed: ASSETS, failed: 0, failures: [] }
  expect(await finished(job.id)).toMatchObject({ state: 'done', done: ASSETS, result })
  expect([await countOf('active'), await countOf('inactive')]).toEqual([0, ASSETS])

  // The call alone answers after 15 seconds at most, when a busy machine has not undone everything.
  const undo = (await product.call('/api/assets.undoBulkStatus', { job: job.id, wait: false }))
    .body as Started
  expect(undo.matched).toBe(ASSETS)
  expect(await finished(undo.job.id)).toMatchObject({ state: 'done', done: ASSETS, result })
  expect([await countOf('active'), await countOf('inactive')]).toEqual([ASSETS, 0])
  noteFaultRuns({ kind: 'kill -9: a change of status of many', runs: ROUNDS })
}, 120_000)
