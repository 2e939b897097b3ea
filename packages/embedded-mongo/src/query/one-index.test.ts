import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts'

// Enough documents to count the entries of one word in several portions.
const DOCUMENTS = 12_000
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-one-index-'))
let mongo: EmbeddedMongo
let client: MongoClient
let assets: Collection

const nameAt = (n: number) => `thing ${String((n * 7919) % DOCUMENTS).padStart(5, '0')}`

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(mongo.uri).connect()
  assets = client.db('one').collection('assets')
  await assets.createIndex({ words: 1, type: 1, name: 1 })
  await assets.createIndex({ room: 1, type: 1, name: 1 })
  await assets.createIndex({ type: 1, name: 1 })
  await assets.insertMany(
    Array.from({ length: DOCUMENTS }, (_, n) => ({
      type: n % 5 === 0 ? 'other' : 'thing',
      name: nameAt(n),
      room: n % 40,
      ...(n % 7 === 0 ? {} : { words: n % 3 === 0 ? ['pump', 'pumps'] : n % 3 === 1 ? ['pump'] : [] }),
    })),
  )
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function examined(filter: Document): Promise<{ keys: number; documents: number }> {
  const { executionStats } = await assets.find(filter).sort({ name: 1 }).limit(9).explain('executionStats')
  return { keys: executionStats.totalKeysExamined, documents: executionStats.totalDocsExamined }
}
const names = (found: Document[]) => found.map(({ name }) => name)

describe('a page that one index holds in its order', () => {
  it.each([
    ['in one run', { type: 'thing', room: 7 }],
    ['in several runs', { type: 'thing', room: { $in: [3, 6, 11, 39] } }],
    ['in runs that hold documents twice', { type: 'thing', words: { $in: ['pump', 'pumps', 'none'] } }],
  ])('is read from it alone, %s', async (_how, filter) => {
    const page = await assets.find(filter).sort({ name: 1 }).limit(9).toArray()
    const all = await assets
      .find(filter, { hint: { _id: 1 } })
      .sort({ name: 1 })
      .toArray()
    expect(names(page)).toEqual(names(all.slice(0, 9)))
    expect(await assets.countDocuments(filter)).toBe(all.length)
    const { keys, documents } = await examined(filter)
    expect(documents).toBe(9)
    expect(keys).toBeLessThan(80)
  })
})

describe('distinct values', () => {
  it('come from the index, without documents that lack the member', async () => {
    expect(await assets.distinct('words')).toEqual(['pump', 'pumps'])
    expect(await assets.distinct('type')).toEqual(['other', 'thing'])
    expect(await assets.distinct('room')).toEqual(Array.from({ length: 40 }, (_, n) => n))
  })

  it('count null only where it is stored, among documents that lack the member', async () => {
    const _id = 'null' as never
    await assets.insertOne({ _id, type: 'thing', name: 'last', words: [null, 'a\0b', 'a'] })
    expect(await assets.distinct('words')).toEqual([null, 'a', 'a\0b', 'pump', 'pumps'])
    await assets.deleteOne({ _id })
    expect(await assets.distinct('words')).toEqual(['pump', 'pumps'])
  })

  it('of a filter are the values of its documents', async () => {
    expect(await assets.distinct('room', { type: 'other', room: { $lt: 11 } })).toEqual([0, 5, 10])
  })
})
