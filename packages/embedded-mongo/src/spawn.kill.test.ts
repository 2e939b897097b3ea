import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { compareOnce, noteFaultRuns } from './testing/fault-runs.ts'
import { setUpStoreProcesses } from './testing/store-processes.ts'

const processes = setUpStoreProcesses()

it('a child process that is killed while writing loses and repeats no acknowledged write', async () => {
  const rounds = Number(process.env['WARDTRACK_STORE_KILLS'] ?? 20)
  let next = 0
  const acknowledged = new Set<number>()
  const increments = new Map<number, number>()
  for (let round = 0; round < rounds; round++) {
    const mongo = await processes.start()
    const client = await processes.connect(mongo)
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
    const before = acknowledged.size
    const writers = Promise.allSettled([0, 1, 2].map(writer))
    while (acknowledged.size === before) await sleep(10)
    await sleep(40 + Math.random() * 160)
    process.kill(mongo.pid, 'SIGKILL')
    await mongo.exited
    await writers
    await client.close()
  }
  const mongo = await processes.start()
  const client = await processes.connect(mongo)
  const stored = await client.db('t').collection('events').find().toArray()
  const byId = new Map(stored.map((document) => [document._id as unknown as number, document]))
  expect(byId.size).toBe(stored.length)
  expect(acknowledged.size).toBeGreaterThan(rounds)
  expect([...acknowledged].filter((id) => !byId.has(id))).toEqual([])
  expect([...increments].filter(([id, n]) => byId.get(id)?.['n'] !== n)).toEqual([])
  expect(stored.filter((document) => document['n'] > 1)).toEqual([])
  const checked = await client.db('t').command({ validate: 'events' })
  const written = [...byId.keys()].filter((id) => acknowledged.has(id)).map(String)
  noteFaultRuns({
    kind: 'kill -9: the store, by itself',
    runs: rounds,
    ...compareOnce([...acknowledged].map(String), written),
    invalid: checked['valid'] ? 0 : 1,
  })
  expect(checked['errors']).toEqual([])
  await client.close()
}, 600_000)
