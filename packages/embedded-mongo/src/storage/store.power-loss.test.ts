import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { noteFaultRuns } from '../testing/fault-runs.ts'
import { Store } from './store.ts'
import { LossyDisk, PowerCut } from './testing/lossy-disk.ts'
import { commandRunner } from './testing/run-commands.ts'
import { learnDictionary } from './testing/test-stores.ts'
import { Workload } from './testing/workload.ts'

/** `npm run test:faults` sets more. */
const ROUNDS = Number(process.env['WARDTRACK_POWER_LOSS_ROUNDS'] ?? 8)
const LIMITS = { journalBytes: 320 * 1024, checkpointChanges: 600, checkpointInterval: 30 }
const home = mkdtempSync(join(tmpdir(), 'embedded-power-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe('a power cut', () => {
  it('loses no acknowledged write, repeats none, and leaves a valid store', async () => {
    const workload = new Workload()
    const seed = Number(process.env['WARDTRACK_POWER_LOSS_SEED'] ?? Date.now() % 1_000_000)
    let live = join(home, 'start')
    let failedOpenings = 0
    for (let round = 0; round < ROUNDS; round++) {
      const random = randomFrom(seed + round)
      const survivingFolder = join(home, `round-${round}`)
      if (round === 0) await makeStore(live)
      const disk = new LossyDisk(live, survivingFolder, 1 + Math.floor(random() ** 2 * 160), random)
      const opened = await Store.open(live, { disk, limits: LIMITS }).catch((error: unknown) => {
        if (!(error instanceof PowerCut)) throw new Error(`round ${round} of seed ${seed}`, { cause: error })
        failedOpenings++
        return undefined
      })
      if (opened)
        await work(opened, disk, workload, random).catch((error: unknown) => {
          throw new Error(`round ${round} of seed ${seed}`, { cause: error })
        })
      disk.cut()
      await opened?.close()
      rmSync(live, { recursive: true })
      live = survivingFolder
    }
    const store = await Store.open(live)
    const command = await commandRunner(store)
    await workload.check(command)
    expect(await command({ validate: 'c' })).toMatchObject({ valid: true, errors: [] })
    await store.close()
    expect(workload.acknowledged).toBeGreaterThan(ROUNDS * 10)
    expect(failedOpenings).toBeLessThan(ROUNDS)
    noteFaultRuns({ kind: 'power cut: the disk of the store', runs: ROUNDS })
  }, 3_600_000)
})

/** Creates a store that compresses inserts, as a store does after some thousand documents. */
async function makeStore(directory: string): Promise<void> {
  const store = await Store.open(directory)
  await learnDictionary(await commandRunner(store))
  await store.close()
}

async function work(store: Store, disk: LossyDisk, workload: Workload, random: () => number): Promise<void> {
  const isOver = new Promise<void>((resolve) => {
    disk.onCut = resolve
  })
  const command = await commandRunner(store)
  const created = await command({
    createIndexes: 'c',
    indexes: [
      { key: { key: 1 }, name: 'key', unique: true },
      { key: { tags: 1, n: -1 }, name: 'tags' },
    ],
  })
  if (created.ok !== 1) return
  await workload.check(command)
  expect(await command({ validate: 'c' })).toMatchObject({ valid: true, errors: [] })
  const runs = [0, 1, 2, 3].map(() => workload.run(command, random))
  await isOver
  await Promise.all(runs)
}
