import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { MongoClient } from 'mongodb'
import { expect, it } from 'vitest'
import { packageDir, setUpStoreProcesses } from './testing/store-processes.ts'

const processes = setUpStoreProcesses()

it('refuses writes on a full disk, still reads, and writes again when there is room', async () => {
  // A limit on file sizes simulates a full disk: the kernel refuses further writes in the same way.
  const store = join(packageDir, 'dist', 'main.js')
  const limited = 'ulimit -S -f 24000; exec "$0" "$1" --data "$2" --settings "$3"'
  const settings = JSON.stringify({ journalMb: 8 })
  const child = spawn('sh', ['-c', limited, process.execPath, store, processes.dataDir(), settings], {
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
  // The failed commit did not create its new collection either.
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
  const again = await processes.start()
  const reopened = await processes.connect(again)
  expect(await reopened.db('wardtrack').collection('new').countDocuments()).toBe(200)
  await reopened.close()
})
