import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deserialize, EJSON, serialize } from 'bson'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../../index.ts'
import { EXPRESSIONS, PIPELINES } from './aggregation-probes.ts'
import { COMMANDS } from './command-probes.ts'
import { FILTERS } from './filter-probes.ts'
import { FINDS } from './find-probes.ts'
import { LIMITS } from './limit-probes.ts'
import { REFUSALS, WRITE_REFUSALS } from './refusal-probes.ts'
import { UPDATES } from './update-probes.ts'

const realServer = process.env['WARDTRACK_TEST_MONGODB_URI']
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-probes-'))
let embedded: EmbeddedMongo | undefined
let client: MongoClient
let databases = 0

/** Each set of documents gets a new database, because the store cannot drop one. */
const database = () => client.db(`embedded_probes_${databases}`)
const probe = (): Collection => database().collection('probe')
const typed = { promoteValues: false, promoteLongs: false, promoteBuffers: false }
/** Converts documents to canonical extended JSON, which shows every type. */
const shown = (documents: unknown[]) =>
  documents.map((document) => EJSON.stringify(document, { relaxed: false }))
const expectedForm = (documents: Document[]) =>
  shown(documents.map((document) => deserialize(serialize(document), { ...typed, bsonRegExp: true })))
const numbered = (documents: Document[]) =>
  documents.map((document, i) => ('_id' in document ? document : { _id: i + 1, ...document }))

async function load(documents: Document[]): Promise<void> {
  if (realServer) await database().dropDatabase()
  databases++
  // As a plain command: the driver's insert would replace an `_id` that is null.
  if (documents.length > 0) await database().command({ insert: 'probe', documents: numbered(documents) })
}

async function codeOf(command: Document): Promise<number | undefined> {
  try {
    const reply = await database().command(command)
    return reply['writeErrors']?.[0]?.code
  } catch (error) {
    return (error as { code?: number }).code
  }
}

beforeAll(async () => {
  if (!realServer) embedded = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(realServer ?? embedded!.uri).connect()
})

afterAll(async () => {
  if (realServer) await database().dropDatabase()
  await client.close()
  await embedded?.close()
  rmSync(dataDir, { recursive: true, force: true })
})

function pathsOf(filter: Document): string[] {
  return Object.entries(filter).flatMap(([key, value]) =>
    key.startsWith('$')
      ? Array.isArray(value)
        ? value.flatMap((part) => pathsOf(part as Document))
        : []
      : [key],
  )
}

it('the table runs against the server that the environment names, or the embedded store', async () => {
  const { storageEngines } = await database().command({ buildInfo: 1 })
  expect((storageEngines as string[]).includes('lmdb')).toBe(realServer === undefined)
})

describe('filters', () => {
  it.each(FILTERS)('%s, with and without an index', async (_name, documents, filter, ids) => {
    await load(documents)
    const find = async () =>
      shown(
        (
          await probe()
            .find(filter, { ...typed, projection: { _id: 1 } })
            .toArray()
        ).map(({ _id }) => ({
          _id,
        })),
      ).sort()
    const expected = expectedForm(ids.map((_id) => ({ _id }))).sort()
    expect(await find()).toEqual(expected)
    expect(await probe().countDocuments(filter)).toBe(ids.length)
    for (const path of new Set(pathsOf(filter))) {
      // Indexes on positions in arrays are refused.
      if (path === '_id' || /\.\d/.test(path)) continue
      for (const direction of [1, -1] as const) {
        await load(documents)
        await probe().createIndex({ [path]: direction })
        expect(await find()).toEqual(expected)
        expect(await probe().countDocuments(filter)).toBe(ids.length)
      }
    }
  })
})

describe('find', () => {
  it.each(FINDS)('%s', async (_name, documents, options, expected) => {
    await load(documents)
    const { filter = {}, ...rest } = options
    const find = async () =>
      shown(
        await probe()
          .find(filter, { ...typed, ...rest })
          .toArray(),
      )
    expect(await find()).toEqual(expectedForm(expected))
    // Repeats the find with an index for the requested order.
    await probe().createIndex(rest['sort'] ?? { _id: 1 })
    expect(await find()).toEqual(expectedForm(expected))
  })
})

describe('update', () => {
  it.each(UPDATES)('%s', async (_name, documents, statement, expected) => {
    await load(documents)
    const reply = await database().command({ update: 'probe', updates: [statement] })
    expect(reply['writeErrors']).toBeUndefined()
    expect(
      shown(
        await probe()
          .find({}, { ...typed, sort: { _id: 1 } })
          .toArray(),
      ),
    ).toEqual(expectedForm(expected))
  })
})

describe('aggregation', () => {
  it.each(PIPELINES)('%s', async (_name, documents, pipeline, expected) => {
    await load(documents)
    expect(shown(await probe().aggregate(pipeline, typed).toArray())).toEqual(expectedForm(expected))
  })

  it.each(EXPRESSIONS.map((row) => [EJSON.stringify(row[0]), ...row] as const))(
    '%s',
    async (_name, expression, document, expected) => {
      await load([document])
      const rows = await probe()
        .aggregate([{ $project: { _id: 0, v: expression } }], typed)
        .toArray()
      expect(shown(rows)).toEqual(expectedForm([{ v: expected }]))
    },
  )
})

describe('commands', () => {
  it.each(COMMANDS)('%s', async (_name, documents, command, reply) => {
    await load(documents)
    expect(await database().command(command)).toMatchObject(reply)
  })
})

describe('refusals', () => {
  const ownLimits = realServer ? [] : LIMITS
  it.each([...REFUSALS, ...WRITE_REFUSALS, ...ownLimits])('%s', async (_name, documents, command, code) => {
    await load(documents)
    const present = async () =>
      shown(
        await probe()
          .find({}, { sort: { _id: 1 } })
          .toArray(),
      )
    const before = await present()
    expect(await codeOf(command)).toBe(code)
    expect(await present()).toEqual(before)
  })
})
