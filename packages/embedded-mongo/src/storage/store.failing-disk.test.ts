import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHoldingDisk } from '../testing/holding-disk.ts'
import { type Disk, machineDisk } from './disk.ts'
import { diskWritingBy } from './testing/disk-writing-by.ts'
import { idsOf, insert, killed, type Run, SMALL_JOURNAL, TestStores } from './testing/test-stores.ts'

const MAJORITY = { readConcern: { level: 'majority' } }
const REFUSED = { ok: 0, code: 1 }

let stores: TestStores
beforeEach(() => {
  stores = new TestStores()
})
afterEach(() => stores.end())

async function durableIds(run: Run): Promise<number[]> {
  const reply = await run({ find: 'c', batchSize: 2, sort: { _id: 1 }, ...MAJORITY })
  const { firstBatch, id } = reply['cursor'] as { firstBatch: { _id: number }[]; id: unknown }
  const more = id === 0 ? undefined : await run({ getMore: id, collection: 'c' })
  const { nextBatch = [] } = (more?.['cursor'] ?? {}) as { nextBatch?: { _id: number }[] }
  return [...firstBatch, ...nextBatch].map(({ _id }) => _id)
}

it('a majority read waits until its results are on the disk; another read does not', async () => {
  const disk = createHoldingDisk()
  const run = await stores.start(join(stores.home, 'kept'), { disk })
  await insert(run, [1, 2])
  disk.hold()
  const answers: string[] = []
  const inserting = insert(run, [3]).then(() => answers.push('inserted'))
  await nextTurn()
  const reading = durableIds(run).then((ids) => {
    answers.push('read')
    return ids
  })
  expect(await idsOf(run)).toEqual([1, 2, 3])
  expect(answers).toEqual([])
  disk.release()
  await inserting
  expect(await reading).toEqual([1, 2, 3])
  expect(answers).toEqual(['inserted', 'read'])
})

it('a majority read does not show writes that the disk refuses later', async () => {
  const disk = createHoldingDisk()
  const run = await stores.start(join(stores.home, 'refused'), { disk })
  await insert(run, [1, 2])
  disk.hold()
  const inserting = insert(run, [3])
  await nextTurn()
  const reading = durableIds(run)
  expect(await idsOf(run)).toEqual([1, 2, 3])
  disk.refuse()
  expect(await inserting).toMatchObject(REFUSED)
  expect(await reading).toEqual([1, 2])
  expect(await durableIds(run)).toEqual([1, 2])
  disk.release()
  await insert(run, [4])
  expect(await durableIds(run)).toEqual([1, 2, 4])
})

it('writes concurrent with a batch that a checkpoint made durable are acknowledged with it, even if the journal is full', async () => {
  const directory = join(stores.home, 'beside')
  let isBroken = false
  let fail: () => void = () => undefined
  const failing = new Promise<void>((resolve) => {
    fail = resolve
  })
  let making: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    making = resolve
  })
  let makesFiles = true
  const disk: Disk = {
    ...diskWritingBy(async ({ file, path, bytes, position }) => {
      if (isBroken && path.endsWith('.journal')) throw new Error('the disk is broken')
      await file.write(bytes, position)
    }),
    create: async (path, size) => {
      if (makesFiles) return machineDisk.create(path, size)
      making()
      await failing
      throw new Error('the disk is full')
    },
  }
  const run = await stores.start(directory, { disk, limits: SMALL_JOURNAL })
  await insert(run, [0])
  makesFiles = false
  // Each takes half a journal file: the second does not fit, and no further file can be created.
  const text = 'x'.repeat(30_000)
  await insert(run, [1], text)
  const second = insert(run, [2], text)
  await begun
  // Its batch is being written by now, so later writes belong to the next batch.
  await sleep(100)
  const beside = insert(run, [3])
  await nextTurn()
  isBroken = true
  fail()
  expect([await second, await beside]).toMatchObject([{ ok: 1 }, { ok: 1 }])
  const acknowledged = [0, 1, 2, 3]
  expect(await insert(run, [4])).toMatchObject(REFUSED)
  expect(await idsOf(run)).toEqual(acknowledged)
  const again = await stores.start(killed(directory))
  expect(await idsOf(again)).toEqual(acknowledged)
  expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
})

it('a refused batch in a new journal file is not found after the batch that reuses its number', async () => {
  const directory = join(stores.home, 'number')
  let isBroken = false
  // The disk stores the write although it reports a failure.
  const disk = diskWritingBy(async ({ file, bytes, position }) => {
    if (isBroken && bytes.every((byte) => byte === 0)) throw new Error('the disk is broken')
    await file.write(bytes, position)
    if (isBroken) throw new Error('the disk is broken')
  })
  const run = await stores.start(directory, { disk, limits: SMALL_JOURNAL })
  await insert(run, [1], 'x'.repeat(40_000))
  isBroken = true
  expect(await insert(run, [2], 'x'.repeat(40_000))).toMatchObject(REFUSED)
  isBroken = false
  expect(await insert(run, [3])).toMatchObject({ ok: 1, n: 1 })
  isBroken = true
  expect(await insert(run, [4])).toMatchObject(REFUSED)
  expect(await idsOf(run)).toEqual([1, 3])
  isBroken = false
  expect(await insert(run, [5])).toMatchObject({ ok: 1, n: 1 })
  expect(await idsOf(await stores.start(killed(directory)))).toEqual([1, 3, 5])
})

it('a store that cannot restore acknowledged writes answers no read', async () => {
  const directory = join(stores.home, 'lost')
  const disk = createHoldingDisk()
  const run = await stores.start(directory, { disk, limits: SMALL_JOURNAL })
  await insert(run, [1])
  rmSync(join(directory, 'journal'), { recursive: true })
  disk.refuse()
  expect(await insert(run, [2])).toMatchObject(REFUSED)
  const lost = { ok: 0, errmsg: expect.stringContaining('The store lost its state, start it again') }
  expect(await run({ find: 'c' })).toMatchObject(lost)
  expect(await insert(run, [3])).toMatchObject(lost)
})
