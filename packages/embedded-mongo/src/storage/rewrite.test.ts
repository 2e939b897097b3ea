import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Disk, machineDisk } from './disk.ts'
import { countOf, idsOf, insert, killed, type Run, SMALL_JOURNAL, TestStores } from './testing/test-stores.ts'

let stores: TestStores
beforeEach(() => {
  stores = new TestStores()
})
afterEach(() => stores.end())

const SECRET = 'Zebulon-7001'

/** The files of a directory, at any depth, that hold a text. */
function filesWith(directory: string, text: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map(String)
    .filter((name) => statSync(join(directory, name)).isFile())
    .filter((name) => readFileSync(join(directory, name)).includes(text))
}

async function fillAndReplace(run: Run): Promise<void> {
  const ids = Array.from({ length: 300 }, (_, id) => id)
  await run({ createIndexes: 'c', indexes: [{ key: { text: 1 }, name: 'text' }] })
  for (let start = 0; start < 300; start += 50)
    await run({
      insert: 'c',
      documents: ids
        .slice(start, start + 50)
        .map((_id) => ({ _id, text: `${SECRET}-${_id} ${'x'.repeat(300)}` })),
    })
  for (const id of ids)
    await run({ update: 'c', updates: [{ q: { _id: id }, u: { $set: { text: `plain ${id}` } } }] })
}

describe('a rewrite', () => {
  it('removes overwritten data from the files, and keeps all stored data', async () => {
    const directory = join(stores.home, 'a')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    await fillAndReplace(run)
    expect(filesWith(directory, SECRET)).not.toEqual([])
    expect(await run({ compact: 'c' })).toMatchObject({ ok: 1 })
    expect(filesWith(directory, SECRET)).toEqual([])
    expect(await idsOf(run)).toHaveLength(300)
    expect(await countOf(run, { text: 'plain 7' })).toBe(1)
    expect(await run({ validate: 'c' })).toMatchObject({ valid: true, nrecords: 300 })
    await insert(run, [1000])
    expect(await run({ compact: 'c' })).toMatchObject({ ok: 1 })
    await insert(run, [1001])
    const again = await stores.start(killed(directory), { limits: SMALL_JOURNAL })
    expect(await idsOf(again)).toHaveLength(302)
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
  })

  it('keeps all concurrent writes and reads', async () => {
    const directory = join(stores.home, 'busy')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    await fillAndReplace(run)
    let rewriting = true
    const compacting = run({ compact: 'c' }).finally(() => {
      rewriting = false
    })
    let next = 1000
    while (rewriting) {
      await Promise.all([insert(run, [next++]), insert(run, [next++]), countOf(run, {})])
      expect((await idsOf(run)).length).toBe(300 + next - 1000)
    }
    expect(await compacting).toMatchObject({ ok: 1 })
    const again = await stores.start(killed(directory), { limits: SMALL_JOURNAL })
    expect(await idsOf(again)).toEqual(await idsOf(run))
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
  })

  it('interrupted at any step loses no data', async () => {
    const directory = join(stores.home, 'cut')
    const cuts: string[] = []
    let isWatched = false
    const keep = () => {
      if (!isWatched) return
      cuts.push(join(stores.home, `cut-${cuts.length}`))
      cpSync(directory, cuts.at(-1)!, { recursive: true })
    }
    const disk: Disk = {
      open: (path) => {
        keep()
        return machineDisk.open(path)
      },
      create: async (path, size) => {
        keep()
        await machineDisk.create(path, size)
        keep()
      },
      syncDirectory: (path) => {
        keep()
        return machineDisk.syncDirectory(path)
      },
    }
    const run = await stores.start(directory, { limits: SMALL_JOURNAL, disk })
    await insert(run, [1, 2, 3], SECRET)
    isWatched = true
    await run({ compact: 'c' })
    isWatched = false
    expect(cuts.length).toBeGreaterThan(5)
    for (const cut of cuts) {
      const again = await stores.start(cut, { limits: SMALL_JOURNAL })
      expect(await idsOf(again)).toEqual([1, 2, 3])
      await insert(again, [4])
      await stores.closeLast()
      expect(readdirSync(cut).filter((name) => name.includes('rewritten'))).toEqual([])
    }
  })

  it('also works on a store without a journal', async () => {
    const directory = join(stores.home, 'volatile')
    const run = await stores.start(directory, { sync: false })
    await fillAndReplace(run)
    expect(await run({ compact: 'c' })).toMatchObject({ ok: 1 })
    expect(await idsOf(run)).toHaveLength(300)
    expect(filesWith(directory, SECRET)).toEqual([])
  })

  it('of a collection that does not exist is refused', async () => {
    const run = await stores.start(join(stores.home, 'none'))
    expect(await run({ compact: 'nothing' })).toMatchObject({ ok: 0, code: 26 })
  })
})

describe('a copy', () => {
  it('opens as a store with the state of one moment, during writes', async () => {
    const directory = join(stores.home, 'source')
    const run = await stores.start(directory, { limits: SMALL_JOURNAL })
    await fillAndReplace(run)
    const copy = join(stores.home, 'copy.mdb')
    const copying = run({ copyStore: copy })
    await insert(run, [1000])
    expect(await copying).toMatchObject({ ok: 1 })
    await insert(run, [1001])
    const restored = join(stores.home, 'restored')
    mkdirSync(restored)
    renameSync(copy, join(restored, 'store.mdb'))
    const again = await stores.start(restored)
    const ids = await idsOf(again)
    expect(ids.filter((id) => id < 1000)).toHaveLength(300)
    expect(ids).not.toContain(1001)
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
  })

  it('needs an absolute path', async () => {
    const run = await stores.start(join(stores.home, 'path'))
    expect(await run({ copyStore: 'relative' })).toMatchObject({ ok: 0, code: 9 })
    expect(await run({ copyStore: 1 })).toMatchObject({ ok: 0, code: 9 })
  })
})
