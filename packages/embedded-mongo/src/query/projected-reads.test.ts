import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Collection, type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EmbeddedMongo, startEmbeddedMongo } from '../index.ts'

// Enough documents for chunks of each size on one index, and for several chunks of ranges.
const DOCUMENTS = 1_500
const dataDir = mkdtempSync(join(tmpdir(), 'embedded-projected-'))
let mongo: EmbeddedMongo
let client: MongoClient
let assets: Collection<Document & { _id: number }>

const thingAt = (n: number) => ({
  _id: n,
  name: `thing ${(n * 7919) % DOCUMENTS}`,
  room: n % 3,
  floor: n % 4,
  Fields: { namé: `ü${n}`, level: n, other: { deep: n } },
  list: [1, { at: n, from: n + 1 }, [{ at: 2 }], 'text'],
})
const ASSETS = Array.from({ length: DOCUMENTS }, (_, n) => thingAt(n))

beforeAll(async () => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false })
  client = await new MongoClient(mongo.uri).connect()
  assets = client.db('projected').collection('assets')
  await assets.createIndex({ room: 1 })
  await assets.createIndex({ floor: 1 })
  await assets.insertMany(ASSETS)
})
afterAll(async () => {
  await client.close()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

type Thing = (typeof ASSETS)[number]
const PROJECTIONS: [string, Document, (thing: Thing) => Document][] = [
  [
    'fields in, members of members too',
    { room: 1, 'Fields.namé': 1, 'Fields.other.deep': 1, 'list.at': 1, none: 1 },
    ({ _id, room, Fields: { namé, other }, list: [, item] }) => ({
      _id,
      room,
      Fields: { namé, other },
      list: [{ at: (item as { at: number }).at }, [{ at: 2 }]],
    }),
  ],
  [
    'fields out, members of members too',
    { _id: 0, name: 0, 'Fields.namé': 0, 'list.at': 0 },
    ({ room, floor, Fields: { level, other }, list: [, item] }) => ({
      room,
      floor,
      Fields: { level, other },
      list: [1, { from: (item as { from: number }).from }, [{}], 'text'],
    }),
  ],
]
const READS: [string, Document, (thing: Thing) => boolean][] = [
  ['of everything', {}, () => true],
  ['of a collection that is read through', { name: { $ne: 'thing 5' } }, ({ name }) => name !== 'thing 5'],
  ['along one range of an index', { room: 1 }, ({ room }) => room === 1],
  ['along several ranges', { room: { $in: [0, 2] } }, ({ room }) => room !== 1],
  [
    'along several indexes',
    { $or: [{ room: 1 }, { floor: 2 }] },
    ({ room, floor }) => room === 1 || floor === 2,
  ],
  ['of nothing', { room: 9 }, () => false],
]
const byBytes = (found: Document[]) => found.map((document) => JSON.stringify(document)).sort()

describe.each(PROJECTIONS)('%s', (_what, projection, expected) => {
  it.each(READS)('equal the projection of each document, %s', async (_how, filter, meets) => {
    const matching = ASSETS.filter(meets)
    const found = await assets.find(filter, { projection }).toArray()
    expect(byBytes(found)).toEqual(byBytes(matching.map(expected)))
    const inOrder = await assets.find(filter, { projection }).sort({ name: -1 }).skip(3).limit(400).toArray()
    const order = [...matching].sort((a, b) => (a.name < b.name ? 1 : -1)).slice(3, 403)
    expect(inOrder).toEqual(order.map(expected))
  })
})
