import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from './store.ts'
import { commandRunner } from './testing/run-commands.ts'
import { countOf, idsOf, type Run, TestStores } from './testing/test-stores.ts'

const PAGE = 4096
const COUNT = 3_000
/** Bytes of a document and of its `_id` entry, with LMDB's overhead. */
const DOCUMENT = 135
const ENTRY = 43

let stores: TestStores
let store: Store
let run: Run
beforeEach(async () => {
  stores = new TestStores()
  store = await stores.open(join(stores.home, 'a'), { sync: false })
  run = await commandRunner(store)
})
afterEach(() => stores.end())

const pagesOf = (table: 'documents' | 'entries'): number =>
  (store.lmdb[table].getStats() as { treeLeafPageCount: number }).treeLeafPageCount

/** Appends to collections in turn, as events of several kinds are stored. */
async function append(collections: readonly string[], from: number): Promise<void> {
  for (let start = from; start < from + COUNT; start += 50) {
    const documents = Array.from({ length: 50 }, (_, n) => ({ _id: start + n, text: 'x'.repeat(90) }))
    for (const name of collections) await run({ insert: name, documents })
  }
}

describe('data appended to several collections', () => {
  it('fills its pages, whichever collection was created last', async () => {
    for (const name of ['c', 'd', 'e']) await run({ insert: name, documents: [{ _id: -1 }] })
    const before = { documents: pagesOf('documents'), entries: pagesOf('entries') }
    await append(['c', 'd'], 0)
    expect(pagesOf('documents') - before.documents).toBeLessThan((2 * COUNT * DOCUMENT * 1.15) / PAGE)
    expect(pagesOf('entries') - before.entries).toBeLessThan((2 * COUNT * ENTRY * 1.15) / PAGE)
    expect(await idsOf(run)).toEqual([-1, ...Array.from({ length: COUNT }, (_, n) => n)])
    expect(await countOf(run, {})).toBe(COUNT + 1)
    expect(await countOf(run, { _id: { $gte: -5 } })).toBe(COUNT + 1)
  })

  it('does so after the files were rewritten', async () => {
    for (const name of ['c', 'd', 'e']) await run({ insert: name, documents: [{ _id: -1 }] })
    await append(['c', 'd'], 0)
    await run({ compact: 'c' })
    const before = pagesOf('entries')
    await append(['c', 'd'], COUNT)
    expect(pagesOf('entries') - before).toBeLessThan((2 * COUNT * ENTRY * 1.15) / PAGE)
    expect(await run({ validate: 'd' })).toMatchObject({ valid: true, nrecords: 2 * COUNT + 1 })
  })

  it('is removed with an index that could not be built', async () => {
    for (const text of ['a', 'a']) await run({ insert: 'c', documents: [{ text }] })
    const entries = () => [...store.lmdb.entries.getKeys({ start: Buffer.of(0) })].length
    const before = entries()
    const indexes = [{ key: { text: 1 }, name: 'text', unique: true }]
    expect(await run({ createIndexes: 'c', indexes })).toMatchObject({ ok: 0, code: 11000 })
    expect(entries()).toBeGreaterThan(before)
    // The next start removes the remaining entries.
    await commandRunner(store)
    await expect.poll(entries).toBe(before)
  })
})
