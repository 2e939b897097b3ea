import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from './store.ts'
import { commandRunner } from './testing/run-commands.ts'
import { idsOf, type Run, TestStores } from './testing/test-stores.ts'

const PAGE = 4096
const COUNT = 3_000
/** Bytes of a document and of its entry of `_id`, with what LMDB keeps beside each. */
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
  (store[table].getStats() as { treeLeafPageCount: number }).treeLeafPageCount

/** Appends to collections in turn, as events of several kinds are stored. */
async function append(collections: readonly string[], from: number): Promise<void> {
  for (let start = from; start < from + COUNT; start += 50) {
    const documents = Array.from({ length: 50 }, (_, n) => ({ _id: start + n, text: 'x'.repeat(90) }))
    for (const name of collections) await run({ insert: name, documents })
  }
}

describe('what is appended to several collections', () => {
  it('fills its pages, whichever was made last', async () => {
    for (const name of ['c', 'd', 'e']) await run({ insert: name, documents: [{ _id: -1 }] })
    const before = { documents: pagesOf('documents'), entries: pagesOf('entries') }
    await append(['c', 'd'], 0)
    expect(pagesOf('documents') - before.documents).toBeLessThan((2 * COUNT * DOCUMENT * 1.15) / PAGE)
    expect(pagesOf('entries') - before.entries).toBeLessThan((2 * COUNT * ENTRY * 1.15) / PAGE)
    expect(await idsOf(run)).toEqual([-1, ...Array.from({ length: COUNT }, (_, n) => n)])
    expect(await run({ count: 'c' })).toMatchObject({ n: COUNT + 1 })
    expect(await run({ count: 'c', query: { _id: { $gte: -5 } } })).toMatchObject({ n: COUNT + 1 })
  })

  it('does so after the files were rewritten, and all of it goes when they are dropped', async () => {
    for (const name of ['c', 'd', 'e']) await run({ insert: name, documents: [{ _id: -1 }] })
    await append(['c', 'd'], 0)
    await run({ compact: 'c' })
    const before = pagesOf('entries')
    await append(['c', 'd'], COUNT)
    expect(pagesOf('entries') - before).toBeLessThan((2 * COUNT * ENTRY * 1.15) / PAGE)
    expect(await run({ validate: 'd' })).toMatchObject({ valid: true, nrecords: 2 * COUNT + 1 })
    for (const name of ['c', 'd', 'e']) await run({ drop: name })
    await expect.poll(() => [...store.entries.getKeys({ start: Buffer.of(0) })]).toEqual([])
    expect([...store.documents.getKeys({ start: Buffer.of(0) })]).toEqual([])
  })
})
