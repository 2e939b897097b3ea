import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, type DurableFile, machineDisk } from './disk.ts'
import { diskWritingBy } from './testing/disk-writing-by.ts'
import { commandRunner, type Reply } from './testing/run-commands.ts'
import { idsOf, insert, journalFiles, killed, SMALL_JOURNAL, TestStores } from './testing/test-stores.ts'

let stores: TestStores
beforeEach(() => {
  stores = new TestStores()
})
afterEach(() => stores.end())

describe('the journal', () => {
  it('is as large as its limit, and its files are reused', async () => {
    const directory = join(stores.home, 'full')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    for (let id = 0; id < 300; id++) await insert(run, [id], 'x'.repeat(3000))
    const bytes = journalFiles(directory).reduce((sum, path) => sum + readFileSync(path).length, 0)
    expect(bytes).toBeLessThanOrEqual(SMALL_JOURNAL.journalBytes)
    expect(await idsOf(await stores.start(killed(directory)))).toHaveLength(300)
  })

  it('leaves a write larger than the journal to a checkpoint', async () => {
    const directory = join(stores.home, 'large')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    await insert(run, [1])
    expect(await insert(run, [2, 3], 'x'.repeat(100_000))).toMatchObject({ ok: 1, n: 2 })
    await insert(run, [4])
    const again = await stores.start(killed(directory))
    expect(await idsOf(again)).toEqual([1, 2, 3, 4])
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 4 })
  })

  it('undoes refused writes, reports an error to every writer, and continues when the disk works again', async () => {
    const directory = join(stores.home, 'broken')
    let isBroken = false
    const disk = diskWritingBy(async ({ file, bytes, position }) => {
      if (isBroken) throw new Error('the disk is broken')
      await file.write(bytes, position)
    })
    const run = await stores.start(directory, { disk })
    await run({ createIndexes: 'c', indexes: [{ key: { text: 1 }, name: 'text' }] })
    await insert(run, [1], 'kept')
    isBroken = true
    const replies = await Promise.all([
      insert(run, [2]),
      insert(run, [3]),
      run({ insert: 'new', documents: [{}] }),
    ])
    for (const reply of replies)
      expect(reply).toMatchObject({
        ok: 0,
        code: 1,
        errmsg: expect.stringContaining('nothing was written: the disk is broken'),
      })
    expect(await idsOf(run)).toEqual([1])
    isBroken = false
    expect(await insert(run, [4])).toMatchObject({ ok: 1, n: 1 })
    expect(await run({ insert: 'new', documents: [{}] })).toMatchObject({ ok: 1, n: 1 })
    const again = await stores.start(killed(directory))
    expect(await idsOf(again)).toEqual([1, 4])
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 2 })
  })
})

describe('an insert that does not wait for the disk', () => {
  it('is answered immediately, and on the disk with the next write that waits', async () => {
    const directory = join(stores.home, 'ahead')
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let isHeld = false
    const disk = diskWritingBy(async ({ file, bytes, position }) => {
      if (isHeld) await held
      await file.write(bytes, position)
    })
    const run = await stores.start(directory, { disk })
    await insert(run, [1])
    isHeld = true
    const ahead = { insert: 'c', documents: [{ _id: 2 }], writeConcern: { w: 1, j: false } }
    expect(await run(ahead)).toMatchObject({ ok: 1, n: 1 })
    expect(await idsOf(run)).toEqual([1, 2])
    expect(await idsOf(await stores.start(killed(directory)))).toEqual([1])
    await stores.closeLast()
    const waiting = run({ update: 'c', updates: [{ q: { _id: 1 }, u: { $set: { n: 1 } } }] })
    release()
    expect(await waiting).toMatchObject({ ok: 1, nModified: 1 })
    rmSync(`${directory}-killed`, { recursive: true })
    expect(await idsOf(await stores.start(killed(directory)))).toEqual([1, 2])
  })
})

describe('a checkpoint', () => {
  /** Creates a disk of this machine with another way to sync files. */
  const syncingBy = (sync: (file: DurableFile) => Promise<void>): Disk => ({
    ...machineDisk,
    open: async (path) => {
      const file = await machineDisk.open(path)
      return { ...file, sync: () => sync(file) }
    },
  })

  it('blocks neither writes nor reads on a slow disk', async () => {
    const directory = join(stores.home, 'slow')
    let begun = 0
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const disk = syncingBy(async (file) => {
      if (++begun > 1) await released
      await file.sync()
    })
    const run = await stores.start(directory, { disk, limits: { checkpointInterval: 5 } })
    await insert(run, [1])
    while (begun < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    for (const id of [2, 3, 4]) expect(await insert(run, [id])).toMatchObject({ ok: 1, n: 1 })
    expect(await idsOf(run)).toEqual([1, 2, 3, 4])
    expect(await idsOf(await stores.start(killed(directory)))).toEqual([1, 2, 3, 4])
    release()
  })

  it('that the disk failed to sync stops writes until the next start, which finds all acknowledged writes', async () => {
    const directory = join(stores.home, 'failed')
    let syncs = 0
    const disk = syncingBy(async (file) => {
      if (++syncs > 1) throw new Error('the disk lost a write')
      await file.sync()
    })
    const run = await stores.start(directory, { disk, limits: { checkpointInterval: 5 } })
    const acknowledged: number[] = []
    let refusal: Reply | undefined
    for (let id = 0; !refusal; id++) {
      const reply = await insert(run, [id])
      if (reply.ok === 1) acknowledged.push(id)
      else refusal = reply
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    expect(refusal).toMatchObject({
      code: 1,
      errmsg:
        'The disk failed to keep a checkpoint, so nothing is written until the store is started again: the disk lost a write',
    })
    expect(await idsOf(run)).toEqual(acknowledged)
    const again = await stores.start(killed(directory))
    expect(await idsOf(again)).toEqual(acknowledged)
    expect(await insert(again, [-1])).toMatchObject({ ok: 1, n: 1 })
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: acknowledged.length + 1 })
  })
})

describe('a write', () => {
  it('that throws leaves no changes in the store or in the journal', async () => {
    const directory = join(stores.home, 'undo')
    const store = await stores.open(directory)
    const run = await commandRunner(store)
    await run({ createIndexes: 'c', indexes: [{ key: { text: 1 }, name: 'text' }] })
    await insert(run, [1, 2], 'before')
    const key = Buffer.from('a key')
    const work = store.write(() => {
      store.changes.put('counters', key, Buffer.from('value'))
      store.changes.put('counters', key, Buffer.from('another value'))
      store.changes.remove('counters', key)
      store.changes.put('counters', key, Buffer.from('a third'))
      throw new Error('given up')
    })
    await expect(work).rejects.toThrow('given up')
    expect(store.lmdb.counters.get(key)).toBeUndefined()
    await insert(run, [3])
    const again = await stores.open(killed(directory))
    expect(again.lmdb.counters.get(key)).toBeUndefined()
    expect(await idsOf(await commandRunner(again))).toEqual([1, 2, 3])
  })

  it('waits for the writes that it read, even without changes', async () => {
    const directory = join(stores.home, 'seen')
    let release: () => void = () => undefined
    let isHeld = false
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const disk = diskWritingBy(async ({ file, bytes, position }) => {
      if (isHeld) await held
      await file.write(bytes, position)
    })
    const run = await stores.start(directory, { disk })
    await insert(run, [1])
    isHeld = true
    const answers: string[] = []
    const first = insert(run, [2]).then(() => answers.push('first'))
    await new Promise((resolve) => setTimeout(resolve, 20))
    const repeated = insert(run, [2]).then(() => answers.push('repeated'))
    expect(await idsOf(run)).toEqual([1, 2])
    expect(answers).toEqual([])
    release()
    await Promise.all([first, repeated])
    expect(answers).toEqual(['first', 'repeated'])
  })
})
