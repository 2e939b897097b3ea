import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialize } from 'bson'
import { MongoClient } from 'mongodb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { UnauthenticatedLimits } from './connections.ts'
import { type EmbeddedMongo, startEmbeddedMongo } from './server.ts'

let dataDir: string
let mongo: EmbeddedMongo
const sockets: Socket[] = []

const start = async (unauthenticated: Partial<UnauthenticatedLimits>) => {
  mongo = await startEmbeddedMongo({ dataDir, sync: false, secret: 'a secret of letters', unauthenticated })
}
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-connections-'))
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const message = (command: object): Buffer => {
  const body = Buffer.concat([Buffer.alloc(4), Buffer.of(0), serialize({ ...command, $db: 'admin' })])
  const header = Buffer.alloc(16)
  header.writeInt32LE(16 + body.length, 0)
  header.writeInt32LE(2013, 12)
  return Buffer.concat([header, body])
}
const HELLO = message({ hello: 1 })
const open = async (): Promise<Socket> => {
  const socket = connect(mongo.port, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
/** Resolves true when the store answers hello on a connection, false when it ends the connection. */
const isServed = (socket: Socket): Promise<boolean> =>
  new Promise((resolve) => {
    socket.once('data', () => resolve(true))
    socket.once('close', () => resolve(false))
    if (socket.destroyed) resolve(false)
    socket.write(HELLO)
  })
const ended = async (socket: Socket): Promise<true> => {
  if (!socket.destroyed) await once(socket, 'close')
  return true
}
const signedIn = () => new MongoClient(mongo.uri, { serverSelectionTimeoutMS: 3_000, maxPoolSize: 1 })

it('limits connections without a sign-in, but not signed-in connections', async () => {
  await start({ connections: 5 })
  const client = await signedIn().connect()
  await client.db('t').collection('c').insertOne({ x: 1 })
  const strangers: boolean[] = []
  for (let n = 0; n < 8; n += 1) strangers.push(await isServed(await open()))
  // The driver's monitoring connection does not sign in and counts as one of the five.
  expect(strangers).toEqual([true, true, true, true, false, false, false, false])
  expect(await client.db('t').collection('c').countDocuments()).toBe(1)
  await client.close()
  await expect.poll(async () => isServed(await open())).toBe(true)
})

it('closes an idle connection for a new one', async () => {
  await start({ connections: 2, idleMs: 0 })
  const first = await open()
  expect(await isServed(first)).toBe(true)
  expect(await isServed(await open())).toBe(true)
  expect(await isServed(await open())).toBe(true)
  expect(await ended(first)).toBe(true)
})

it('ends a connection that sends no command', async () => {
  await start({ firstCommandMs: 50 })
  const silent = await open()
  expect(await ended(silent)).toBe(true)
  const client = await signedIn().connect()
  await client.close()
})

it('ends a connection that announces a long message before it has signed in', async () => {
  await start({})
  const socket = await open()
  const announced = Buffer.alloc(16)
  announced.writeInt32LE(40_000_000, 0)
  socket.write(announced)
  expect(await ended(socket)).toBe(true)
})

it('accepts a long message of a signed-in connection', async () => {
  await start({})
  const client = await signedIn().connect()
  await client
    .db('t')
    .collection('c')
    .insertOne({ text: 'x'.repeat(200_000) })
  expect(await client.db('t').collection('c').countDocuments()).toBe(1)
  await client.close()
})

it('ends a connection that, before signing in, sends commands without reading the answers', async () => {
  await start({})
  const eager = await open()
  eager.write(Buffer.concat(Array.from({ length: 50 }, () => HELLO)))
  expect(await ended(eager)).toBe(true)
  const client = await signedIn().connect()
  expect(await client.db('t').command({ ping: 1 })).toMatchObject({ ok: 1 })
  await client.close()
})
