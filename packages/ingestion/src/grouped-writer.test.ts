import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@wardtrack/service-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupedWriter } from './grouped-writer.ts'

const NEVER = Number.POSITIVE_INFINITY
const log = createLog({ service: 'test', level: 'silent' })

/** A write that the test ends by itself. */
function controlled() {
  const groups: { items: readonly number[]; end: (error?: Error) => void }[] = []
  const write = (items: readonly number[]) =>
    new Promise<number[]>((resolve, reject) => {
      const end = (error?: Error) => (error ? reject(error) : resolve(items.map((item) => item * 10)))
      groups.push({ items, end })
    })
  return { groups, write }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

describe('a grouped writer', () => {
  it('collects what comes while a write is under way and gives each its own results', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    const first = writer.submit([1])
    await turn()
    const queued = [writer.submit([2, 3]), writer.submit([4])]
    await turn()
    expect(groups.map((group) => group.items)).toEqual([[1]])
    expect(writer.depth()).toBe(4)
    groups[0]?.end()
    expect(await first).toEqual([10])
    await turn()
    await turn()
    expect(groups.map((group) => group.items)).toEqual([[1], [2, 3, 4]])
    groups[1]?.end()
    expect(await Promise.all(queued)).toEqual([[20, 30], [40]])
    expect(writer.depth()).toBe(0)
  })

  it('answers nobody before their own write is durable', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    let answered = false
    const waiting = writer.submit([1]).then(() => {
      answered = true
    })
    for (let n = 0; n < 5; n += 1) await turn()
    expect(answered).toBe(false)
    groups[0]?.end()
    await waiting
  })

  it('writes each of a group that failed alone, so that the others do not go down with the one to blame', async () => {
    const write = async (items: readonly number[]) => {
      if (items.includes(2)) throw new Error('a bad one')
      return items.map((item) => item * 10)
    }
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    const all = [writer.submit([1]), writer.submit([2]), writer.submit([3])]
    expect(await all[0]).toEqual([10])
    await expect(all[1]).rejects.toMatchObject({ code: 'unavailable' })
    expect(await all[2]).toEqual([30])
    expect(writer.depth()).toBe(0)
  })

  it('refuses all of a group with 503 when the store is out of reach, and goes on with the next', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    const failing = [writer.submit([1]), writer.submit([2])]
    await turn()
    groups[0]?.end(Object.assign(new Error('gone'), { name: 'MongoNetworkError' }))
    for (const entry of failing)
      await expect(entry).rejects.toMatchObject({ code: 'unavailable', retryAfter: 5 })
    const next = writer.submit([3])
    await turn()
    groups[1]?.end()
    expect(await next).toEqual([30])
  })

  it('overlaps two groups only when much is waiting, and bounds a group', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, maxGroup: 5, overlapFrom: 8, gatherFrom: NEVER })
    const submit = (size: number) => writer.submit(Array.from({ length: size }, (_, n) => n))
    const all = [submit(1)]
    await turn()
    all.push(submit(3), submit(3))
    await turn()
    expect(groups).toHaveLength(1)
    all.push(submit(3))
    await turn()
    expect(groups.map((group) => group.items.length)).toEqual([1, 3])
    all.push(submit(9))
    await turn()
    expect(groups).toHaveLength(2)
    for (let done = 0; done < 5; done += 1) {
      groups[done]?.end()
      await turn()
      await turn()
    }
    await Promise.all(all)
    expect(groups.map((group) => group.items.length)).toEqual([1, 3, 3, 3, 9])
  })

  it('lets others past a group that takes long', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, flushDelay: 20, gatherFrom: NEVER })
    const long = writer.submit([1])
    await turn()
    const laterSubmission = writer.submit([2])
    await turn()
    expect(groups.map((group) => group.items)).toEqual([[1]])
    await expect.poll(() => groups.length).toBe(2)
    groups[1]?.end()
    expect(await laterSubmission).toEqual([20])
    groups[0]?.end()
    expect(await long).toEqual([10])
    expect(writer.depth()).toBe(0)
  })

  it('sends half of those who come together at once, so that the halves take turns', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, fullFrom: 2, slowFrom: NEVER, gatherFrom: NEVER })
    const submit = (count: number) => Array.from({ length: count }, (_, n) => writer.submit([n]))
    const sizes = () => groups.map((group) => group.items.length)
    const first = submit(8)
    for (let n = 0; n < 6; n += 1) {
      await turn()
      for (const group of groups) group.end()
    }
    await Promise.all(first)
    await turn()
    const before = groups.length
    const second = submit(8)
    expect(sizes().slice(before)).toEqual([4, 4])
    groups[before]?.end()
    await Promise.all(second.slice(0, 4))
    await turn()
    const third = submit(4)
    expect(sizes().slice(before)).toEqual([4, 4, 4])
    for (const group of groups) group.end()
    await Promise.all([...second, ...third])
    expect(writer.depth()).toBe(0)
  })

  it('sends those who come together as one group when the store is slow', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, fullFrom: 2, slowFrom: 0, gatherFrom: NEVER })
    const all = Array.from({ length: 8 }, (_, n) => writer.submit([n]))
    expect(groups).toHaveLength(0)
    await turn()
    expect(groups.map((group) => group.items.length)).toEqual([8])
    groups[0]?.end()
    await Promise.all(all)
  })

  describe('where a write is slow', () => {
    /** A sender that needs some turns of the event loop to send again after it was answered. */
    const sendAgain = async (earlier: Promise<unknown>, send: () => Promise<unknown>) => {
      await earlier
      for (let n = 0; n < 3; n += 1) await turn()
      await send()
    }

    it('waits for those who were just answered, so that all go together', async () => {
      const { groups, write } = controlled()
      const writer = createGroupedWriter({ write, log, gatherFrom: 0 })
      const first = writer.submit([1])
      const again = sendAgain(first, () => writer.submit([4]))
      await turn()
      const others = [writer.submit([2]), writer.submit([3])]
      await sleep(200)
      groups[0]?.end()
      await expect.poll(() => groups.length).toBe(2)
      expect(groups[1]?.items).toEqual([2, 3, 4])
      groups[1]?.end()
      await Promise.all([again, ...others])
      expect(writer.depth()).toBe(0)
    })

    it('goes on without those who do not come again', async () => {
      const { groups, write } = controlled()
      const writer = createGroupedWriter({ write, log, gatherFrom: 0 })
      const first = writer.submit([1])
      await turn()
      const others = [writer.submit([2]), writer.submit([3])]
      await sleep(20)
      groups[0]?.end()
      await first
      await expect.poll(() => groups.map(({ items }) => items)).toEqual([[1], [2, 3]])
      groups[1]?.end()
      await Promise.all(others)
      const later = writer.submit([4])
      await expect.poll(() => groups.length).toBe(3)
      groups[2]?.end()
      expect(await later).toEqual([40])
    })
  })

  it('is flushed at once when nothing waits, and else when what was submitted so far is written', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    await writer.flushed()
    void writer.submit([1])
    let flushed = false
    const waiting = writer.flushed().then(() => {
      flushed = true
    })
    await turn()
    await turn()
    expect(flushed).toBe(false)
    groups[0]?.end()
    await waiting
  })

  it('is flushed under a load that never ends', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, gatherFrom: NEVER })
    const before = writer.submit([1])
    await turn()
    void writer.submit([2])
    let flushed = false
    const waiting = writer.flushed().then(() => {
      flushed = true
    })
    for (let n = 3; n < 20 && !flushed; n += 1) {
      void writer.submit([n])
      groups.at(-1)?.end()
      await turn()
      await turn()
    }
    expect(flushed).toBe(true)
    expect(writer.depth()).toBeGreaterThan(0)
    groups.at(-1)?.end()
    await Promise.all([before, waiting])
  })

  it('acknowledges nothing of a group that was written with a result missing', async () => {
    const writer = createGroupedWriter({
      write: async (items: readonly number[]) => items.slice(1),
      log,
      gatherFrom: NEVER,
    })
    await expect(writer.submit([1, 2])).rejects.toMatchObject({ code: 'unavailable' })
    expect(writer.depth()).toBe(0)
  })

  it('gives every submission exactly its results whatever the sizes, pauses and failures', async () => {
    const submission = fc.record({ size: fc.integer({ min: 0, max: 9 }), pause: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(
        fc.array(submission, { maxLength: 30 }),
        fc.integer({ min: 1, max: 12 }),
        async (all, maxGroup) => {
          let group = 0
          const write = async (items: readonly number[]) => {
            group += 1
            const failed = group % 5 === 0
            await turn()
            if (failed) throw new Error('once in a while')
            return items.map((item) => item + 1)
          }
          const writer = createGroupedWriter({
            write,
            log,
            maxGroup,
            overlapFrom: 6,
            fullFrom: 3,
            gatherFrom: 0,
          })
          const results: Promise<void>[] = []
          let next = 0
          for (const { size, pause } of all) {
            const items = Array.from({ length: size }, () => next++)
            results.push(
              writer.submit(items).then(
                (written) => expect(written).toEqual(items.map((item) => item + 1)),
                (error: unknown) => expect(error).toMatchObject({ code: 'unavailable' }),
              ),
            )
            if (pause) await turn()
          }
          await Promise.all(results)
          expect(writer.depth()).toBe(0)
          await writer.flushed()
        },
      ),
      { numRuns: 200 },
    )
  })
})
