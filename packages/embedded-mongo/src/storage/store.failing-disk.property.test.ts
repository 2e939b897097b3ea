import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Disk, machineDisk } from './disk.ts'
import type { Store } from './store.ts'
import { diskWritingBy } from './testing/disk-writing-by.ts'
import { commandRunner } from './testing/run-commands.ts'
import { killed, type Run, TestStores } from './testing/test-stores.ts'

const DOCUMENTS = 6
const WRITES = 20
/** Bytes of a write larger than a journal file, which a checkpoint then makes durable. */
const LARGE = 140_000
const LIMITS = { journalBytes: 1024 ** 2, checkpointInterval: 3 }

let stores: TestStores
beforeEach(() => {
  stores = new TestStores()
})
afterEach(() => stores.end())

type Fault = { random: () => number; share: number }

/** A slow disk that refuses a share of the writes to the journal. */
const failingDisk = (fault: Fault): Disk => {
  const attempt = async (): Promise<void> => {
    await (fault.random() < 0.8 ? nextTurn() : sleep(1))
    if (fault.random() < fault.share) throw new Error('the disk is broken')
  }
  return {
    ...diskWritingBy(async ({ file, path, bytes, position }) => {
      if (path.endsWith('.journal')) {
        // A refused write may still be on the disk.
        if (fault.random() < 0.5) await file.write(bytes, position)
        await attempt()
      }
      await file.write(bytes, position)
    }),
    create: async (path, size) => {
      await attempt()
      await machineDisk.create(path, size)
    },
  }
}

/** Refuses a share of LMDB's commits, because LMDB writes its file without the store's disk. */
function refuseCommits({ lmdb }: Store, fault: Fault): void {
  const commit = lmdb.commit.bind(lmdb)
  lmdb.commit = async (through) => {
    if (fault.random() >= fault.share / 2) return commit(through)
    await lmdb.abort()
    throw new Error('the disk is broken')
  }
}

/** Acknowledged and refused writes of a document, whose `n` is the number of its write. */
type Known = { acknowledged: number; refused: Set<number> }
type Seen = { _id: number; n: number }

async function changeDocument(run: Run, known: Known[], _id: number, fault: Fault): Promise<void> {
  const outcome = known[_id]!
  for (let n = 1; n <= WRITES; n++) {
    const text = 'x'.repeat(fault.random() < 0.05 ? LARGE : fault.random() * 2000)
    const u = { $set: { n, text } }
    const { ok, writeErrors } = await run({ update: 'c', updates: [{ q: { _id }, u, upsert: true }] })
    if (ok === 1 && !writeErrors) outcome.acknowledged = n
    else outcome.refused.add(n)
    if (fault.random() < 0.3) await nextTurn()
  }
}

async function read(run: Run, fault: Fault, options: object): Promise<Seen[]> {
  const filter = fault.random() < 0.5 ? {} : { n: { $gt: 0 } }
  const projection = { n: 1 }
  const reply = await run({ find: 'c', filter, projection, batchSize: 1_000, ...options })
  expect(reply).toMatchObject({ ok: 1 })
  return (reply['cursor'] as { firstBatch: Seen[] }).firstBatch
}

const countOf = (seen: readonly Seen[], id: number): number => seen.find(({ _id }) => _id === id)?.n ?? 0

/** Reads until the run ends. @returns all values that were seen */
async function readAll(
  run: Run,
  known: readonly Known[],
  { fault, isEnded, options = {} }: { fault: Fault; isEnded: () => boolean; options?: object },
): Promise<Seen[]> {
  const all: Seen[] = []
  while (!isEnded()) {
    const before = known.map(({ acknowledged, refused }) => ({ acknowledged, refused: new Set(refused) }))
    const seen = await read(run, fault, options)
    all.push(...seen)
    const stale = before.flatMap(({ acknowledged, refused }, id) => {
      const n = countOf(seen, id)
      return n < acknowledged || refused.has(n) ? [{ id, n, acknowledged }] : []
    })
    expect(stale).toEqual([])
    await nextTurn()
  }
  return all
}

it('reads see all acknowledged and no refused writes; majority reads see no write that is refused later', async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.double({ min: 0.05, max: 0.4, noNaN: true }), async (seed, share) => {
      const directory = join(stores.home, `run-${++runs}`)
      const fault = { random: randomOf(seed), share: 0 }
      const store = await stores.open(directory, { disk: failingDisk(fault), limits: LIMITS })
      const run = await commandRunner(store)
      await run({ createIndexes: 'c', indexes: [{ key: { n: 1 }, name: 'n' }] })
      refuseCommits(store, fault)
      const known = Array.from({ length: DOCUMENTS }, () => ({ acknowledged: 0, refused: new Set<number>() }))
      fault.share = share
      let isEnded = false
      const reading = readAll(run, known, { fault, isEnded: () => isEnded })
      const options = { readConcern: { level: 'majority' } }
      const readingDurable = readAll(run, known, { fault, isEnded: () => isEnded, options })
      const writing = Promise.all(known.map((_, id) => changeDocument(run, known, id, fault)))
      await writing.finally(() => {
        isEnded = true
      })
      await reading
      const durable = await readingDurable
      expect(durable.filter(({ _id, n }) => known[_id]!.refused.has(n))).toEqual([])
      fault.share = 0
      const acknowledged = known.map((outcome) => outcome.acknowledged)
      const stored = async (of: Run) => {
        const seen = await read(of, fault, {})
        return known.map((_, id) => countOf(seen, id))
      }
      expect(await stored(run)).toEqual(acknowledged)
      await run({ insert: 'other', documents: [{ _id: 1 }] })
      const again = await stores.start(killed(directory))
      expect(await stored(again)).toEqual(acknowledged)
      expect(await again({ validate: 'c' })).toMatchObject({ valid: true })
    }),
    { numRuns: 2 },
  )
})

/** Creates random numbers from 0 to 1 from a seed. */
function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
