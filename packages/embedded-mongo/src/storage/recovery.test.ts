import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { open } from 'lmdb'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, machineDisk } from './disk.ts'
import { Store } from './store.ts'
import { countOf, damage, idsOf, insert, killed, SMALL_JOURNAL, TestStores } from './testing/test-stores.ts'

let stores: TestStores
beforeEach(() => {
  stores = new TestStores()
})
afterEach(() => stores.end())

describe('a start', () => {
  it('applies the writes acknowledged since the last checkpoint, each once', async () => {
    const directory = join(stores.home, 'a')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    await insert(run, [1, 2, 3])
    await run({ update: 'c', updates: [{ q: { _id: 2 }, u: { $inc: { n: 1 } } }] })
    await run({ delete: 'c', deletes: [{ q: { _id: 3 }, limit: 1 }] })
    for (let i = 0; i < 3; i++) {
      const again = await stores.start(killed(directory), { limits: SMALL_JOURNAL })
      expect(await idsOf(again)).toEqual([1, 2])
      expect(await countOf(run, { n: 1 })).toBe(1)
      expect(await again({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 2 })
      await stores.closeLast()
      rmSync(`${directory}-killed`, { recursive: true })
    }
  })

  it('opens a store from before the journal, and continues with it', async () => {
    const directory = join(stores.home, 'old')
    // A volatile store has the earlier files: LMDB alone.
    const old = await stores.start(directory, { sync: false })
    await insert(old, [1, 2])
    await stores.closeLast()
    await open({ path: join(directory, 'store.mdb'), maxDbs: 8 }).close()
    expect(readdirSync(directory).sort()).toEqual(['store.mdb', 'store.mdb-lock'])
    const run = await stores.start(directory)
    await insert(run, [3])
    expect(await idsOf(await stores.start(killed(directory)))).toEqual([1, 2, 3])
  })

  it('starts over when the creation of the store was interrupted', async () => {
    const directory = join(stores.home, 'cut')
    mkdirSync(directory)
    let operations = 0
    const disk: Disk = {
      ...machineDisk,
      syncDirectory: async (path) => {
        if (++operations === 2) throw new Error('cut')
        await machineDisk.syncDirectory(path)
      },
    }
    await expect(Store.open(directory, { disk })).rejects.toThrow('cut')
    writeFileSync(join(directory, 'store.mdb'), 'half')
    const run = await stores.start(directory)
    await insert(run, [1])
    expect(await idsOf(run)).toEqual([1])
  })

  it('reports a damaged batch that others follow, and does not start', async () => {
    const directory = join(stores.home, 'damaged')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    for (const id of [1, 2, 3]) await insert(run, [id], `text of ${id}`)
    const copy = killed(directory)
    damage(copy, 'text of 2')
    await expect(Store.open(copy)).rejects.toThrow(
      /The journal is damaged: batch \d+ is missing or unreadable/,
    )
  })

  it('treats an incomplete batch at the end as never acknowledged', async () => {
    const directory = join(stores.home, 'torn')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    for (const id of [1, 2, 3]) await insert(run, [id], `text of ${id}`)
    const copy = killed(directory)
    damage(copy, 'text of 3')
    const again = await stores.start(copy)
    expect(await idsOf(again)).toEqual([1, 2])
    await insert(again, [4])
    expect(await idsOf(again)).toEqual([1, 2, 4])
  })

  it('refuses a directory whose checkpoint or LMDB file cannot be read', async () => {
    const directory = join(stores.home, 'lost')
    await insert(await stores.start(directory), [1])
    const copy = killed(directory)
    rmSync(join(copy, 'store.mdb'))
    await expect(Store.open(copy)).rejects.toThrow(/store\.mdb is missing or empty/)
    writeFileSync(join(copy, 'checkpoint'), Buffer.alloc(524_288))
    await expect(Store.open(copy)).rejects.toThrow(/checkpoint is damaged/)
  })
})
