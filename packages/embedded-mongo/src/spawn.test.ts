import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { spawnEmbeddedMongo } from './spawn.ts'
import { setUpStoreProcesses } from './testing/store-processes.ts'

const processes = setUpStoreProcesses()

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

  it('allows no reads without the secret, which only the owner of the directory can read', async () => {
    const mongo = await processes.start()
    const secret = readFileSync(join(processes.dataDir(), 'secret'), 'utf8').trim()
    expect(statSync(join(processes.dataDir(), 'secret')).mode & 0o777).toBe(0o600)
    expect(await answerOf(`mongodb://127.0.0.1:${mongo.port}/wardtrack?directConnection=true`)).toBe(13)
    expect(await answerOf(mongo.uri.replace(secret, 'a'.repeat(48)))).toBe(18)
    expect(await answerOf(mongo.uri.replace('wardtrack:', 'somebody:'))).toBe(18)
    expect(await answerOf(mongo.uri)).toEqual([])
  })

  it('keeps the secret over a restart', async () => {
    const first = await processes.start()
    await first.close()
    const second = await processes.start()
    expect(second.uri.replace(String(second.port), '')).toBe(first.uri.replace(String(first.port), ''))
  })
})

describe('the child process', () => {
  it('publishes its port, keeps its data over a clean shutdown, and releases the lock', async () => {
    const first = await processes.start()
    expect(readFileSync(join(processes.dataDir(), 'embedded-mongo.port'), 'utf8')).toBe(String(first.port))
    const client = await processes.connect(first)
    await client
      .db('t')
      .collection('c')
      .insertOne({ _id: 1 as never, x: 1 })
    await client.close()
    await first.close()
    expect(await first.exited).toBe(0)
    expect(existsSync(join(processes.dataDir(), 'embedded-mongo.lock'))).toBe(false)
    const second = await processes.start()
    const again = await processes.connect(second)
    expect(await again.db('t').collection('c').find().toArray()).toEqual([{ _id: 1, x: 1 }])
    await again.close()
  })

  it('is refused on a directory that another process holds, with a message that names the process', async () => {
    const first = await processes.start()
    await expect(spawnEmbeddedMongo({ dataDir: processes.dataDir() })).rejects.toThrow(
      `The data directory ${processes.dataDir()} is in use by the embedded store of process ${first.pid}`,
    )
    const client = await processes.connect(first)
    expect(await client.db('t').command({ ping: 1 })).toMatchObject({ ok: 1 })
    await client.close()
  })

  it('takes over the lock of a dead process, also if its number now belongs to another process', async () => {
    writeFileSync(join(processes.dataDir(), 'embedded-mongo.lock'), '999999999 1')
    await (await processes.start()).close()
    writeFileSync(join(processes.dataDir(), 'embedded-mongo.lock'), `${process.pid} 1`)
    const mongo = await processes.start()
    expect(readFileSync(join(processes.dataDir(), 'embedded-mongo.lock'), 'utf8')).toContain(`${mongo.pid} `)
  })

  it('takes over the lock of a zombie process', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = Number((await once(parent.stdout, 'data')).toString())
    const statusOf = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')
    while (statusOf()[2] !== 'Z') await new Promise((resolve) => setTimeout(resolve, 10))
    writeFileSync(join(processes.dataDir(), 'embedded-mongo.lock'), `${pid} ${statusOf()[21]}`)
    const mongo = await processes.start()
    expect(readFileSync(join(processes.dataDir(), 'embedded-mongo.lock'), 'utf8')).toContain(`${mongo.pid} `)
    parent.kill()
  })
})
