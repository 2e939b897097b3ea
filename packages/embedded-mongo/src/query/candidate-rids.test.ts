import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts'

const DOCUMENTS = 6000
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-sieve-'))
let mongo: EmbeddedMongo
let client: MongoClient
let indexed: Collection
let plain: Collection

/** Names sort by kind, so that documents of a late kind come late in their order. */
const documentAt = (n: number): Document => {
  const kind = Math.floor(n / 300)
  return {
    _id: n,
    type: n % 5 === 0 ? 'other' : 'thing',
    name: `kind ${String(kind).padStart(2, '0')} ${String((n * 7919) % DOCUMENTS).padStart(5, '0')}`,
    grams: [
      `k${kind}`,
      `odd${n % 3}`,
      `n${n % 7}`,
      'all',
      ...(n % 10 === 0 ? [] : ['most']),
      ...(n < 900 ? ['early'] : []),
    ],
    room: n % 40,
    level: n % 4,
  }
}

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(mongo.uri).connect()
  indexed = client.db('sieve').collection('indexed')
  plain = client.db('sieve').collection('plain')
  for (const key of [
    { type: 1, name: 1 },
    { type: 1, level: 1, name: 1 },
    { grams: 1 },
    { room: 1, type: 1 },
  ] as const)
    await indexed.createIndex(key)
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => documentAt(n))
  for (const collection of [indexed, plain]) await collection.insertMany(documents)
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const FILTERS: [string, Document][] = [
  ['two array members', { type: 'thing', grams: { $all: ['k19', 'odd1'] } }],
  ['two array members and a pattern', { type: 'thing', grams: { $all: ['k17', 'n3'] }, name: /1/ }],
  ['members of many documents', { grams: { $all: ['odd1', 'n3', 'all'] } }],
  ['members that nearly all have', { grams: { $all: ['most', 'all'] } }],
  ['members of which one ends early', { grams: { $all: ['n3', 'early', 'odd2'] } }],
  ['a member of few and those of many', { grams: { $all: ['most', 'k5', 'all', 'odd0', 'n1'] } }],
  ['a range of array members', { type: 'thing', grams: { $elemMatch: { $gte: 'k18', $lt: 'k19x' } } }],
  ['two members that no document has together', { type: 'thing', grams: { $all: ['k3', 'k19'] } }],
  ['several rooms and a level', { type: 'thing', room: { $in: [3, 6, 39] }, level: 2, name: /^kind 1/ }],
  ['one room', { type: 'thing', room: 7 }],
]

describe('a page in the order of an index', () => {
  it.each(FILTERS)('holds the same documents as without indexes for %s', async (_name, filter) => {
    for (const way of [1, -1] as const)
      for (const skip of [0, 5, 40]) {
        const page = { sort: { name: way }, skip, limit: 9 }
        const wanted = await plain.find(filter, page).toArray()
        expect(await indexed.find(filter, page).toArray()).toEqual(wanted)
        const walked = await indexed.find(filter, { ...page, hint: { type: 1, name: 1 } }).toArray()
        expect(walked).toEqual(wanted)
      }
    expect(await indexed.countDocuments(filter)).toBe(await plain.countDocuments(filter))
  })

  it('fetches few documents that cannot be on the page, however late its own come', async () => {
    const late = { type: 'thing', grams: 'k19', level: { $gte: 0 } }
    const walked = await indexed.find(late).sort({ name: 1 }).limit(9).explain('executionStats')
    expect(walked['executionStats'].nReturned).toBe(9)
    expect(walked['executionStats'].totalDocsExamined).toBeLessThan(600)
  })

  it('fetches few documents that another index excludes, in any order', async () => {
    const rooms = { type: 'thing', level: 2, room: { $in: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] } }
    const found = await indexed.find(rooms).explain('executionStats')
    expect(found['executionStats'].nReturned).toBe(await plain.countDocuments(rooms))
    expect(found['executionStats'].totalDocsExamined).toBeLessThan(500)
    expect(await indexed.countDocuments(rooms)).toBe(await plain.countDocuments(rooms))
  })

  it('fetches no other document if one index names all documents that can be on the page', async () => {
    for (const [room, way] of [
      [7, 1],
      [23, -1],
    ] as const) {
      const filter = { type: 'thing', room }
      const page = { sort: { name: way }, skip: 4, limit: 9 }
      const explained = await indexed.find(filter, page).explain('executionStats')
      expect(explained['executionStats'].totalDocsExamined).toBeLessThan(20)
      expect(await indexed.find(filter, page).toArray()).toEqual(await plain.find(filter, page).toArray())
    }
  })

  it('uses the most selective index, not one that only gives the order', async () => {
    const explained = await indexed
      .find({ type: 'thing', room: 7, level: 3 })
      .sort({ name: 1 })
      .limit(9)
      .explain('executionStats')
    expect(explained['executionStats'].totalDocsExamined).toBeLessThan(200)
  })
})
