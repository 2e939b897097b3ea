import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DICTIONARY } from './document-compression.ts'
import type { Store } from './store.ts'
import { commandRunner } from './testing/run-commands.ts'
import {
  countOf,
  idsOf,
  insert,
  killed,
  learnDictionary,
  type Run,
  TestStores,
} from './testing/test-stores.ts'

const TEXT = 'Tower A, Level 3, Intensive Care Unit: '.repeat(8)
const COUNT = 2_000

let stores: TestStores
let directory: string
let store: Store
let run: Run
beforeEach(async () => {
  stores = new TestStores()
  directory = join(stores.home, 'a')
  store = await stores.open(directory)
  run = await commandRunner(store)
})
afterEach(() => stores.end())

const ids = Array.from({ length: COUNT }, (_, n) => n)
const pagesOf = ({ lmdb: { documents } }: Store): number =>
  (documents.getStats() as { treeLeafPageCount: number }).treeLeafPageCount
const hasDictionary = ({ lmdb: { catalogue } }: Store): boolean => catalogue.get(DICTIONARY) !== undefined

/** @returns pages that the documents take */
async function fill(collection = 'c'): Promise<number> {
  const before = pagesOf(store)
  await run({ insert: collection, documents: ids.map((_id) => ({ _id, text: TEXT })) })
  return pagesOf(store) - before
}

describe('inserted documents', () => {
  it('take a fraction of their bytes once a dictionary is made from earlier ones', async () => {
    const plain = await fill('plain')
    expect(hasDictionary(store)).toBe(false)
    await learnDictionary(run, TEXT)
    expect(hasDictionary(store)).toBe(true)
    const compressed = await fill()
    expect(compressed).toBeLessThan(plain / 3)
    expect(await idsOf(run)).toEqual(ids)
    expect(await countOf(run, { text: TEXT })).toBe(COUNT)
    expect(await run({ validate: 'c' })).toMatchObject({ valid: true, nrecords: COUNT })
  })

  it('are read together with older and changed documents, and after a crash', async () => {
    await insert(run, [-1], TEXT)
    await learnDictionary(run, TEXT)
    await fill()
    await run({ update: 'c', updates: [{ q: { _id: 5 }, u: { $set: { text: 'changed' } } }] })
    await run({ delete: 'c', deletes: [{ q: { _id: 6 }, limit: 1 }] })
    const again = await stores.start(killed(directory))
    const expected = [-1, ...ids.filter((id) => id !== 6)]
    expect(await idsOf(again)).toEqual(expected)
    expect(await countOf(again, { text: TEXT })).toBe(expected.length - 1)
    expect(await countOf(again, { text: 'changed' })).toBe(1)
    expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
    await insert(again, [COUNT], TEXT)
    expect(await idsOf(again)).toEqual([...expected, COUNT])
  })

  it('survive a restart, which compresses with the same dictionary', async () => {
    await learnDictionary(run, TEXT)
    await fill()
    const dictionary = store.lmdb.catalogue.get(DICTIONARY)
    await stores.closeLast()
    store = await stores.open(directory)
    run = await commandRunner(store)
    expect(store.lmdb.catalogue.get(DICTIONARY)).toBe(dictionary)
    const before = pagesOf(store)
    await insert(
      run,
      ids.map((id) => id + COUNT),
      TEXT,
    )
    expect(pagesOf(store) - before).toBeLessThan(COUNT / 12)
    expect(await countOf(run, { text: TEXT })).toBe(2 * COUNT)
  })

  it('that were removed are not in the dictionary after a rewrite of the files', async () => {
    await learnDictionary(run, 'a secret that is removed')
    await run({ delete: 'learnt', deletes: [{ q: {}, limit: 0 }] })
    await insert(run, ids, TEXT)
    await run({ compact: 'c' })
    expect(await idsOf(run)).toEqual(ids)
    expect(hasDictionary(store)).toBe(false)
    expect(readFileSync(store.lmdb.path).includes('a secret that is removed')).toBe(false)
    expect(await run({ validate: 'c' })).toMatchObject({ valid: true, nrecords: COUNT })
    await learnDictionary(run, TEXT)
    expect(hasDictionary(store)).toBe(true)
  })

  it('that are rewritten are compressed with a dictionary made from them', async () => {
    await insert(
      run,
      Array.from({ length: 8_000 }, (_, n) => n),
      TEXT,
    )
    const before = store.lmdb.catalogue.get(DICTIONARY)
    await run({ compact: 'c' })
    expect(hasDictionary(store)).toBe(true)
    expect(store.lmdb.catalogue.get(DICTIONARY)).not.toBe(before)
    expect(await countOf(run, { text: TEXT })).toBe(8_000)
  })
})
