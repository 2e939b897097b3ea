import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { MongoClient } from 'mongodb'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type SpawnedMongo, spawnEmbeddedMongo } from './spawn.ts'

const packageDir = fileURLToPath(new URL('..', import.meta.url))
let dataDir: string
let running: SpawnedMongo[]

const start = async () => {
  const mongo = await spawnEmbeddedMongo({ dataDir })
  running.push(mongo)
  return mongo
}
const connect = (mongo: SpawnedMongo) =>
  new MongoClient(mongo.uri, { serverSelectionTimeoutMS: 2000, maxPoolSize: 4 }).connect()

beforeAll(() => {
  // The child is the compiled store.
  execFileSync('npx', ['tsc', '-b'], { cwd: packageDir, stdio: 'ignore' })
}, 120_000)
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-spawn-'))
  running = []
})
afterEach(async () => {
  for (const mongo of running) await mongo.close()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('signing in', () => {
  const answerOf = async (uri: string) => {
    const client = new MongoClient(uri, { serverSelectionTimeoutMS: 2000 })
    try {
      return await client.db('wardtrack').collection('users').find().toArray()
    } catch (error) {
      return (error as { code?: number }).code
    } finally {
      await client.close()
    }
  }

  it('lets nobody read without the secret that only the owner of the directory can read', async () => {
    const mongo = await start()
    const secret = readFileSync(join(dataDir, 'secret'), 'utf8').trim()
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
    expect(await answerOf(`mongodb://127.0.0.1:${mongo.port}/wardtrack?directConnection=true`)).toBe(13)
    expect(await answerOf(mongo.uri.replace(secret, 'a'.repeat(48)))).toBe(18)
    expect(await answerOf(mongo.uri.replace('wardtrack:', 'somebody:'))).toBe(18)
    expect(await answerOf(mongo.uri)).toEqual([])
  })

  it('keeps the secret over a restart', async () => {
    const first = await start()
    await first.close()
    const second = await start()
    expect(second.uri.replace(String(second.port), '')).toBe(first.uri.replace(String(first.port), ''))
  })
})

describe('the child process', () => {
  it('publishes its port, keeps what was written over an orderly end, and gives the lock back', async () => {
    const first = await start()
    expect(readFileSync(join(dataDir, 'embedded-mongo.port'), 'utf8')).toBe(String(first.port))
    const client = await connect(first)
    await client
      .db('t')
      .collection('c')
      .insertOne({ _id: 1 as never, x: 1 })
    await client.close()
    await first.close()
    expect(await first.exited).toBe(0)
    expect(existsSync(join(dataDir, 'embedded-mongo.lock'))).toBe(false)
    const second = await start()
    const again = await connect(second)
    expect(await again.db('t').collection('c').find().toArray()).toEqual([{ _id: 1, x: 1 }])
    await again.close()
  })

  it('is refused on a directory that another process holds, with a line that names it', async () => {
    const first = await start()
    await expect(spawnEmbeddedMongo({ dataDir })).rejects.toThrow(
      `The data directory ${dataDir} is in use by the embedded store of process ${first.pid}`,
    )
    const client = await connect(first)
    expect(await client.db('t').command({ ping: 1 })).toMatchObject({ ok: 1 })
    await client.close()
  })

  it('takes over a lock whose process is gone, or whose number now belongs to another', async () => {
    writeFileSync(join(dataDir, 'embedded-mongo.lock'), '999999999 1')
    await (await start()).close()
    writeFileSync(join(dataDir, 'embedded-mongo.lock'), `${process.pid} 1`)
    const mongo = await start()
    expect(readFileSync(join(dataDir, 'embedded-mongo.lock'), 'utf8')).toContain(`${mongo.pid} `)
  })

  it('takes over the lock of a process that has ended without its parent taking notice', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = Number((await once(parent.stdout, 'data')).toString())
    const statusOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    while (statusOf()[2] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 10))
    writeFileSync(join(dataDir, 'embedded-mongo.lock'), `${pid} ${statusOf()[21]}`)
    const mongo = await start()
    expect(readFileSync(join(dataDir, 'embedded-mongo.lock'), 'utf8')).toContain(`${mongo.pid} `)
    parent.kill()
  })

  it('tells writers that the disk takes no more, goes on reading, and writes again when there is room', async () => {
    // A limit on the size of files stands for the end of the disk: the kernel refuses to write past it in the same way.
    const store = join(packageDir, 'dist', 'main.js')
    const limited = 'ulimit -S -f 40000; exec "$0" "$1" --data "$2" --journal 8'
    const child = spawn('sh', ['-c', limited, process.execPath, store, dataDir], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'exit')
    const uri = (await once(child.stdout, 'data')).toString().trim()
    const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 2000 }).connect()
    const c = client.db('wardtrack').collection<{ _id: number; text?: string }>('c')
    await c.createIndex({ text: 1 }, { sparse: true })
    const acknowledged: number[] = []
    const fill = async () => {
      for (let next = 0; next < 2000; next += 2) {
        const ids = [next, next + 1]
        await Promise.all(ids.map((_id) => c.insertOne({ _id, text: 'x'.repeat(50_000) })))
        acknowledged.push(...ids)
      }
    }
    await expect(fill()).rejects.toThrow(/nothing was written: /)
    expect(acknowledged.length).toBeGreaterThan(50)
    const found = async () => (await c.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id)
    expect(await found()).toEqual(expect.arrayContaining(acknowledged))
    // A collection that the failed commit would have made is not there either.
    const many = Array.from({ length: 200 }, (_, i) => ({ i, text: 'x'.repeat(50_000) }))
    await expect(client.db('wardtrack').collection('new').insertMany(many)).rejects.toThrow(
      /nothing was written: /,
    )

    execFileSync('prlimit', [`--pid=${child.pid}`, '--fsize=unlimited:'])
    await c.insertOne({ _id: -1 })
    await client.db('wardtrack').collection('new').insertMany(many)
    expect(await found()).toEqual(expect.arrayContaining([-1, ...acknowledged]))
    expect(await client.db('wardtrack').command({ validate: 'c' })).toMatchObject({ valid: true })
    expect(await client.db('wardtrack').command({ validate: 'new' })).toMatchObject({
      valid: true,
      nrecords: 200,
    })
    await client.close()
    child.kill()
    expect(await ended).toEqual([0, null])
    const again = await start()
    const reopened = await connect(again)
    expect(await reopened.db('wardtrack').collection('new').countDocuments()).toBe(200)
    await reopened.close()
  })

  it('loses nothing that was acknowledged and doubles nothing when it is killed while writing', async () => {
    const rounds = 20
    let next = 0
    const acknowledged = new Set<number>()
    const increments = new Map<number, number>()
    for (let round = 0; round < rounds; round++) {
      const mongo = await start()
      const client = await connect(mongo)
      const collection = client
        .db('t')
        .collection<{ _id: number; key: string; tags: string[]; n: number }>('events')
      if (round === 0)
        await collection.createIndexes([{ key: { key: 1 }, unique: true }, { key: { tags: 1, n: -1 } }])
      const writer = async (worker: number) => {
        for (;;) {
          const ids = Array.from({ length: 20 }, () => next++)
          await collection.insertMany(
            ids.map((_id) => ({ _id, key: `k${_id}`, tags: [`t${_id % 7}`, `w${worker}`], n: 0 })),
          )
          for (const id of ids) acknowledged.add(id)
          await collection.bulkWrite(
            ids.map((_id) => ({ updateOne: { filter: { _id }, update: { $inc: { n: 1 } } } })),
          )
          for (const id of ids) increments.set(id, 1)
        }
      }
      const writers = Promise.allSettled([0, 1, 2].map(writer))
      await new Promise((resolve) => setTimeout(resolve, 40 + Math.random() * 160))
      process.kill(mongo.pid, 'SIGKILL')
      await mongo.exited
      await writers
      await client.close()
    }
    const mongo = await start()
    const client = await connect(mongo)
    const stored = await client.db('t').collection('events').find().toArray()
    const byId = new Map(stored.map((document) => [document._id as unknown as number, document]))
    expect(byId.size).toBe(stored.length)
    expect(acknowledged.size).toBeGreaterThan(rounds)
    expect([...acknowledged].filter((id) => !byId.has(id))).toEqual([])
    expect([...increments].filter(([id, n]) => byId.get(id)?.['n'] !== n)).toEqual([])
    expect(stored.filter((document) => document['n'] > 1)).toEqual([])
    const checked = await client.db('t').command({ validate: 'events' })
    expect(checked['errors']).toEqual([])
    await client.close()
  }, 120_000)
})
