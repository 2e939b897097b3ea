import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, type Document, Long, MongoClient } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from './server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'embedded-server-'))
let mongo: EmbeddedMongo
let client: MongoClient
let db: Db

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false, expiryInterval: 50 })
  client = await new MongoClient(mongo.uri).connect()
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})
let databases = 0
beforeEach(() => {
  db = client.db(`server_${++databases}`)
})

const eventually = async (holds: () => Promise<boolean>) => {
  for (let i = 0; i < 1_000 && !(await holds()); i++) await new Promise((resolve) => setTimeout(resolve, 20))
}

describe('cursors', () => {
  it('that are not read to the end close with their connection and block no writes', async () => {
    await db.collection('c').insertMany(Array.from({ length: 1000 }, (_, i) => ({ i })))
    const other = await new MongoClient(mongo.uri).connect()
    const { cursor } = await other.db(db.databaseName).command({ find: 'c', batchSize: 1 })
    const next = () => db.command({ getMore: cursor.id, collection: 'c', batchSize: 1 })
    expect((await next())['cursor'].nextBatch).toHaveLength(1)
    for (let i = 0; i < 5; i++) await db.collection('c').updateMany({}, { $inc: { i: 1 } })
    await other.close()
    await eventually(() =>
      next().then(
        () => false,
        () => true,
      ),
    )
    await expect(next()).rejects.toMatchObject({ code: 43 })
  })

  it('give every document once over many batches while others write', async () => {
    await db.collection('c').insertMany(Array.from({ length: 3000 }, (_, i) => ({ i })))
    const seen = new Set<number>()
    for await (const { i } of db
      .collection('c')
      .find({ i: { $lt: 3000 } })
      .batchSize(100)) {
      expect(seen.has(i)).toBe(false)
      seen.add(i)
      if (i % 500 === 0) await db.collection('c').insertOne({ i: 5000 + i })
    }
    expect(seen.size).toBe(3000)
  })

  it('can be killed', async () => {
    await db.collection('c').insertMany(Array.from({ length: 300 }, (_, i) => ({ i })))
    const { cursor } = await db.command({ find: 'c', batchSize: 1 })
    const reply = await db.command({ killCursors: 'c', cursors: [cursor.id, Long.fromNumber(5)] })
    expect(reply['cursorsKilled']).toHaveLength(1)
    expect(reply['cursorsNotFound']).toHaveLength(1)
    await expect(db.command({ getMore: cursor.id, collection: 'c' })).rejects.toMatchObject({ code: 43 })
  })

  it('belong to the collection that they were opened on, and continue there', async () => {
    await db.collection('c').insertMany(Array.from({ length: 3 }, (_, i) => ({ i })))
    const { cursor } = await db.command({ find: 'c', batchSize: 1 })
    const next = (database: typeof db, collection: string) =>
      database.command({ getMore: cursor.id, collection, batchSize: 1 })
    await expect(next(db, 'other')).rejects.toMatchObject({ code: 43 })
    await expect(next(client.db('another'), 'c')).rejects.toMatchObject({ code: 43 })
    expect((await next(db, 'c'))['cursor'].nextBatch).toMatchObject([{ i: 1 }])
  })

  it('split replies at 16 MB', async () => {
    const text = 'x'.repeat(3_000_000)
    for (let i = 0; i < 8; i++) await db.collection('big').insertOne({ text, i })
    expect((await db.collection('big').find().batchSize(100).toArray()).map(({ i }) => i)).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7,
    ])
  })
})

describe('writes', () => {
  it('answer duplicates with E11000, value and index, ordered and unordered', async () => {
    const c = db.collection('u')
    await c.createIndex({ k: 1 }, { unique: true })
    const documents = [{ k: 1 }, { k: 1 }, { k: 2 }, { k: 2 }, { k: 3 }]
    await expect(c.insertMany(documents.map((d) => ({ ...d })))).rejects.toMatchObject({
      code: 11000,
      result: { insertedCount: 1 },
    })
    await c.deleteMany({})
    const error = await c
      .insertMany(
        documents.map((d) => ({ ...d })),
        { ordered: false },
      )
      .catch((e) => e)
    expect(error.result.insertedCount).toBe(3)
    expect(error.writeErrors.map((e: { index: number }) => e.index)).toEqual([1, 3])
    expect(error.writeErrors[0].errmsg).toContain(
      `E11000 duplicate key error collection: ${db.databaseName}.u index: k_1`,
    )
    await expect(c.insertOne({ k: 1 })).rejects.toMatchObject({ code: 11000 })
    expect(await c.countDocuments()).toBe(3)
  })

  it('of many documents work in portions and keep indexes exact', async () => {
    const c = db.collection('m')
    await c.createIndex({ n: 1 })
    await c.insertMany(Array.from({ length: 6000 }, (_, n) => ({ n })))
    expect(await c.updateMany({ n: { $gte: 0 } }, { $inc: { n: 10_000 } })).toMatchObject({
      matchedCount: 6000,
      modifiedCount: 6000,
    })
    expect(await c.countDocuments({ n: { $gte: 10_000 } })).toBe(6000)
    expect(await c.deleteMany({ n: { $gte: 10_500 } })).toMatchObject({ deletedCount: 5500 })
    expect(await db.command({ validate: 'm' })).toMatchObject({ valid: true, nrecords: 500 })
  })

  it('from many connections see each other, so counters lose no increment', async () => {
    const c = db.collection<{ _id: string; n: number }>('n')
    await Promise.all(
      Array.from({ length: 200 }, () =>
        c.findOneAndUpdate({ _id: 'x' }, { $inc: { n: 1 } }, { upsert: true }),
      ),
    )
    expect(await c.findOne({ _id: 'x' })).toEqual({ _id: 'x', n: 200 })
  })
})

describe('indexes', () => {
  it('keep unique and sparse apart, and are listed as they were made', async () => {
    const c = db.collection('i')
    await c.createIndexes([
      { key: { a: 1 }, unique: true, sparse: true },
      { key: { b: -1 }, sparse: true },
    ])
    await c.insertMany([{ x: 1 }, { x: 2 }, { b: 1 }, { b: 1, a: 1 }])
    await expect(c.insertOne({ a: 1 })).rejects.toMatchObject({ code: 11000 })
    expect(await c.countDocuments({ a: null })).toBe(3)
    expect(await c.countDocuments({ b: 1 })).toBe(2)
    const plan = async (filter: object) =>
      JSON.stringify((await c.find(filter).explain('queryPlanner'))['queryPlanner'].winningPlan)
    expect(await plan({ b: 1 })).toContain('b_-1')
    expect(await plan({ b: null })).toContain('COLLSCAN')
    // The beginning of a pattern is not used as a bound; a condition beside it is.
    expect(await plan({ b: /^x/ })).toContain('COLLSCAN')
    expect(await plan({ b: { $gte: 'x', $regex: /^x/ } })).toContain('b_-1')
    expect((await c.indexes()).map(({ name, unique, sparse }) => ({ name, unique, sparse }))).toEqual([
      { name: '_id_', unique: undefined, sparse: undefined },
      { name: 'a_1', unique: true, sparse: true },
      { name: 'b_-1', unique: undefined, sparse: true },
    ])
  })

  it('serve a page from equality and order without reading other documents', async () => {
    const c = db.collection('p')
    await c.createIndex({ t: 1, m: 1, name: 1 })
    await c.insertMany(
      Array.from({ length: 2000 }, (_, i) => ({ t: 'E', m: `m${i % 20}`, name: `n${(i * 7919) % 2000}` })),
    )
    const explained = await c.find({ t: 'E', m: 'm3' }).sort({ name: -1 }).limit(9).explain('executionStats')
    expect(explained['executionStats']).toMatchObject({ nReturned: 9, totalDocsExamined: 9 })
    const among = await c
      .find({ t: 'E', m: { $in: ['m3', 'm4'] } })
      .sort({ name: 1 })
      .limit(9)
      .explain('executionStats')
    expect(among['executionStats']).toMatchObject({ nReturned: 9, totalDocsExamined: 9 })
  })

  it('with a time to live remove documents in the background', async () => {
    const c = db.collection('ttl')
    await c.createIndex({ at: 1 }, { expireAfterSeconds: 60 })
    await c.insertMany([{ at: new Date(Date.now() - 3_600_000) }, { at: new Date() }, { at: 'never' }, {}])
    await eventually(async () => (await c.countDocuments()) === 3)
    expect(await c.countDocuments()).toBe(3)
  })

  it('built over existing documents hold them all, and a failed build leaves no index', async () => {
    const c = db.collection('b')
    await c.insertMany(Array.from({ length: 2500 }, (_, i) => ({ i, k: i === 2499 ? 0 : i })))
    await c.createIndex({ i: 1 })
    await expect(c.createIndex({ k: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 })
    expect((await c.indexes()).map(({ name }) => name)).toEqual(['_id_', 'i_1'])
    expect(await db.command({ validate: 'b' })).toMatchObject({ valid: true })
  })
})

describe('the wire', () => {
  it('presents a standalone server and closes a connection with invalid messages', async () => {
    const hello = await db.command({ hello: 1 })
    expect(hello).toMatchObject({ isWritablePrimary: true, maxWireVersion: 21 })
    expect(hello).not.toHaveProperty('topologyVersion')
    expect(hello).not.toHaveProperty('setName')
    for (const nonsense of [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.alloc(64, 0xff),
      Buffer.from([
        30, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 221, 7, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0, 1, 2, 3, 4, 5,
      ]),
    ]) {
      const closed = await new Promise<boolean>((resolve) => {
        const socket = connect(mongo.port, '127.0.0.1', () => socket.write(nonsense))
        socket.on('close', () => resolve(true))
      })
      expect(closed).toBe(true)
    }
    expect(await db.command({ ping: 1 })).toMatchObject({ ok: 1 })
  })

  it('refuses a command that is nested too deeply, and keeps the connection open', async () => {
    const singleConnection = await new MongoClient(mongo.uri, { maxPoolSize: 1 }).connect()
    const nested = (depth: number): Document => (depth === 0 ? {} : { a: nested(depth - 1) })
    const connections = async () =>
      (await singleConnection.db(db.databaseName).command({ hello: 1 }))['connectionId'] as number
    const before = await connections()
    await expect(
      singleConnection.db(db.databaseName).collection('t').insertOne(nested(300)),
    ).rejects.toMatchObject({
      code: 15,
    })
    await expect(
      singleConnection.db(db.databaseName).command({ find: 't', filter: nested(300) }),
    ).rejects.toMatchObject({
      code: 15,
    })
    expect(await singleConnection.db(db.databaseName).collection('t').countDocuments()).toBe(0)
    await singleConnection.db(db.databaseName).collection('t').insertOne(nested(170))
    expect(await connections()).toBe(before)
    await singleConnection.close()
  })

  it('refuses transactions', async () => {
    const session = client.startSession()
    session.startTransaction()
    await expect(db.collection('t').insertOne({ a: 1 }, { session })).rejects.toThrow(
      'Current topology does not support sessions',
    )
    await session.abortTransaction().catch(() => undefined)
    await session.endSession()
    expect(await db.collection('t').countDocuments()).toBe(0)
  })
})
