import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-property-'))
let mongo: EmbeddedMongo
let client: MongoClient

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(mongo.uri).connect()
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const leaf = fc.oneof(
  fc.integer({ min: 0, max: 2 }),
  fc.constantFrom('a', 'ab', 'b', '', null, 1.5, true, new Date(0), new Date(5)),
)
const field = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.record({ x: leaf, y: leaf }, { requiredKeys: [] }),
  fc.array(fc.record({ x: leaf, y: leaf }, { requiredKeys: [] }), { maxLength: 3 }),
)
const few = fc.integer({ min: 0, max: 2 })
/** Pairs in arrays, which compound bounds must not mix up. */
const pairs = fc.array(fc.record({ x: few, y: few }), { minLength: 1, maxLength: 3 })
const document = fc.record({ p: fc.oneof(field, pairs), q: field, r: leaf }, { requiredKeys: [] })

const scalarCondition = fc.oneof(
  leaf,
  leaf.map(($ne) => ({ $ne })),
  fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), leaf).map(([op, value]) => ({ [op]: value })),
  fc.tuple(leaf, leaf).map(([$gte, $lt]) => ({ $gte, $lt })),
  fc.array(leaf, { maxLength: 3 }).map(($in) => ({ $in })),
  fc.array(leaf, { maxLength: 3 }).map(($nin) => ({ $nin })),
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map(($all) => ({ $all })),
  fc.boolean().map(($exists) => ({ $exists })),
  fc.constantFrom(/^a/, /^ab?/, /b/, /a?b/).map(($regex) => ({ $regex })),
  fc.tuple(leaf, leaf).map(([$gte, $lte]) => ({ $elemMatch: { $gte, $lte } })),
  leaf.map(($gte) => ({ $not: { $gte } })),
)
const pairCondition = fc.tuple(leaf, leaf).map(([x, y]) => ({ $elemMatch: { x, y: { $gte: y } } }))
const path = fc.constantFrom('p', 'q', 'r', 'p.x', 'p.y', 'q.x')
const simple = fc.dictionary(path, fc.oneof({ weight: 6, arbitrary: scalarCondition }, pairCondition), {
  maxKeys: 3,
})
const filter = fc.oneof(
  { weight: 4, arbitrary: simple },
  fc.tuple(simple, simple, simple).map(([a, b, c]) => ({ ...a, $or: [b, c] })),
  fc.tuple(few, few).map(([x, y]) => ({ 'p.x': x, 'p.y': y })),
  fc.tuple(few, few).map(([x, y]) => ({ p: { $elemMatch: { x, y } } })),
  // Alone, so that an index suffices: its lists are read in parallel, and documents with arrays occur more than once.
  fc.array(leaf, { minLength: 2, maxLength: 4 }).map(($in) => ({ p: { $in } })),
  fc.tuple(fc.array(leaf, { minLength: 2, maxLength: 4 }), leaf).map(([$in, r]) => ({ p: { $in }, r })),
  fc.tuple(simple, simple).map(($and) => ({ $and })),
  // Several lists of an index, each compared with the lists of the other array members.
  fc
    .tuple(...[1, 2].map((minLength) => fc.array(leaf, { minLength, maxLength: 3 })))
    .map(([$in, $all]) => ({ r: { $in }, p: { $all } })),
)
const sort = fc.constantFrom<[string, 1 | -1][]>(
  [],
  [['r', 1]],
  [
    ['r', -1],
    ['_id', 1],
  ],
  [
    ['p', 1],
    ['_id', -1],
  ],
  [
    ['r', 1],
    ['_id', -1],
  ],
)

const INDEXES: { key: Document; sparse?: boolean; unique?: boolean }[] = [
  { key: { p: 1 } },
  { key: { q: -1, r: 1 } },
  { key: { r: 1, p: 1 } },
  { key: { 'p.x': 1, 'p.y': 1 } },
  { key: { 'q.x': 1 }, sparse: true },
  { key: { r: -1, _id: 1 } },
  { key: { q: 1 } },
  { key: { p: 1, r: -1, _id: 1 } },
]

let collections = 0

async function fill(documents: Document[], indexed: boolean): Promise<Collection> {
  const collection = client.db('property').collection(`c${++collections}`)
  if (indexed) {
    for (const { key, ...options } of INDEXES) {
      await collection.createIndex(key, options)
    }
  }
  // Two arrays in one document cannot be indexed together (171): such documents stay out of both collections.
  const numbered = documents.map((fields, _id) => ({ _id: _id as never, ...fields }))
  await collection.insertMany(numbered, { ordered: false }).catch((error: { code?: number }) => {
    if (error.code !== 171) throw error
  })
  return collection
}

describe('a query', () => {
  it('gives the same documents, order and count with indexes and without', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 12 }),
        fc.array(fc.tuple(filter, sort), { minLength: 20, maxLength: 20 }),
        async (documents, questions) => {
          const indexed = await fill(documents, true)
          const kept = await indexed.find().toArray()
          if (kept.length === 0) return
          const plain = await fill(
            kept.map(({ _id, ...fields }) => ({ ...fields })),
            false,
          )
          const ids = new Map(kept.map(({ _id }, i) => [String(_id), i]))
          for (const [query, order] of questions) {
            const ties = order.length > 0 ? [['_id', 1] as const] : []
            const options = { sort: Object.fromEntries([...order, ...ties]) }
            const withIndex = (await indexed.find(query, options).toArray()).map(({ _id }) =>
              ids.get(String(_id)),
            )
            const without = (await plain.find(query, options).toArray()).map(({ _id }) => Number(_id))
            const sorted = (list: (number | undefined)[]) =>
              order.length > 0 ? list : [...list].sort((a, b) => Number(a) - Number(b))
            expect(sorted(withIndex)).toEqual(sorted(without))
            expect(await indexed.countDocuments(query)).toBe(without.length)
            const page = await indexed.find(query, { ...options, skip: 1, limit: 2 }).toArray()
            const expected =
              order.length > 0 ? without.slice(1, 3) : page.map(({ _id }) => ids.get(String(_id)))
            expect(page.map(({ _id }) => ids.get(String(_id)))).toEqual(expected)
          }
          for (const fieldName of ['p', 'q', 'r'])
            expect(await indexed.distinct(fieldName)).toEqual(await plain.distinct(fieldName))
          const checked = await client.db('property').command({ validate: indexed.collectionName })
          expect(checked['errors']).toEqual([])
        },
      ),
      { numRuns: 25 },
    )
  }, 120_000)

  it('gives the same after random updates and deletes, and every index stays exact', async () => {
    const change = fc.oneof(
      fc
        .tuple(simple, fc.constantFrom('p', 'q', 'r', 'p.x'), leaf)
        .map(([q, at, value]) => ({ q, u: { $set: { [at]: value } }, multi: true })),
      fc
        .tuple(simple, fc.constantFrom('p', 'q'))
        .map(([q, at]) => ({ q, u: { $unset: { [at]: 1 } }, multi: true })),
      fc.tuple(simple, leaf).map(([q, value]) => ({ q, u: { $push: { q: value } }, multi: false })),
      simple.map((q) => ({ q, limit: 1 })),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 3, maxLength: 10 }),
        fc.array(change, { maxLength: 8 }),
        async (documents, changes) => {
          const { collectionName } = await fill(documents, true)
          const db = client.db('property')
          for (const statement of changes) {
            if ('limit' in statement) await db.command({ delete: collectionName, deletes: [statement] })
            else await db.command({ update: collectionName, updates: [statement], ordered: false })
          }
          const checked = await db.command({ validate: collectionName })
          expect(checked['errors']).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)
})
