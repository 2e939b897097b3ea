import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, type Document, MongoClient, type Sort } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts'

const DOCUMENTS = 4_000
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-probes-'))
let mongo: EmbeddedMongo
let client: MongoClient
let assets: Collection

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(mongo.uri).connect()
  assets = client.db('probes').collection('assets')
  await assets.createIndex({ hidden: 1, grams: 1 })
  await assets.createIndex({ at: -1, _id: -1 })
  await assets.insertMany(
    Array.from({ length: DOCUMENTS }, (_, n) => ({
      _id: n as never,
      hidden: n % 4 === 0,
      at: (n * 7919) % DOCUMENTS,
      text: `thing ${n}`,
      grams: [`fifty${n % 50}`, `forty${n % 40 === 0 ? n % 40 : (n * 3) % 40}`, `odd${n % 3}`, 'all'],
    })),
  )
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

async function examined(filter: Document, sort: Sort): Promise<{ documents: number; plan: string }> {
  const { executionStats, queryPlanner } = await assets
    .find(filter)
    .sort(sort)
    .limit(6)
    .explain('executionStats')
  return { documents: executionStats.totalDocsExamined, plan: JSON.stringify(queryPlanner) }
}
const idsOf = (found: Document[]): unknown[] => found.map(({ _id }) => _id)

const GRAMS = ['fifty7', 'odd1', 'all', 'forty21']
const BOTH = { hidden: { $in: [false, true] }, grams: { $all: GRAMS } }

describe('several members of an array, beside a member that has one of several values', () => {
  it('find the same documents as without an index', async () => {
    for (const sort of [{ _id: 1 }, { at: -1, _id: -1 }, { hidden: -1, _id: 1 }, { hidden: 1, _id: -1 }]) {
      const found = await assets
        .find(BOTH)
        .sort(sort as never)
        .toArray()
      const all = await assets
        .find(BOTH, { hint: { _id: 1 } })
        .sort(sort as never)
        .toArray()
      expect(found.length).toBeGreaterThan(0)
      expect(idsOf(found)).toEqual(idsOf(all))
    }
    expect(await assets.countDocuments(BOTH)).toBe((await assets.find(BOTH).toArray()).length)
  })

  it('fetch only documents that have all of them, even if others come first in the requested order', async () => {
    const matches = await assets.countDocuments(BOTH)
    const { documents, plan } = await examined({ ...BOTH, text: /^thing/ }, { at: -1, _id: -1 })
    expect(plan).toContain('hidden_1_grams_1')
    expect(documents).toBe(matches)
  })
})
