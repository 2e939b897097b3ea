import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '@wardtrack/service-kit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGroupedWriter } from './grouped-writer.ts'

const NEVER = Number.POSITIVE_INFINITY
const log = createLog({ service: 'test', level: 'silent' })

/** A write that the test ends explicitly. */
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
  it('collects submissions during a write and returns to each its own results', async () => {
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

  it('answers a submission only when its own write is durable', async () => {
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

  it('writes each submission of a failed group alone, so that only the faulty one fails', async () => {
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

  it('refuses the whole group with 503 when the store is unreachable, and continues with the next', async () => {
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

  it('overlaps two groups only when many items wait, and limits the size of a group', async () => {
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

  it('lets other groups pass a slow one', async () => {
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

  it('sends half of the simultaneous submissions immediately, so that the halves alternate', async () => {
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

  it('sends simultaneous submissions as one group when the store is slow', async () => {
    const { groups, write } = controlled()
    const writer = createGroupedWriter({ write, log, fullFrom: 2, slowFrom: 0, gatherFrom: NEVER })
    const all = Array.from({ length: 8 }, (_, n) => writer.submit([n]))
    expect(groups).toHaveLength(0)
    await turn()
    expect(groups.map((group) => group.items.length)).toEqual([8])
    groups[0]?.end()
    await Promise.all(all)
  })

  describe('when writes are slow', () => {
    /** Simulates a sender that needs some turns of the event loop before it sends again. */
    const sendAgain = async (earlier: Promise<unknown>, send: () => Promise<unknown>) => {
      await earlier
      for (let n = 0; n < 3; n += 1) await turn()
      await send()
    }

    it('waits for senders that were just answered, so that all are written together', async () => {
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

    it('continues without senders that do not return', async () => {
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

  it('is flushed immediately when nothing waits, and otherwise when earlier submissions are written', async () => {
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

  it('is flushed under a continuous load', async () => {
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

  it('acknowledges nothing of a group with a missing result', async () => {
    const writer = createGroupedWriter({
      write: async (items: readonly number[]) => items.slice(1),
      log,
      gatherFrom: NEVER,
    })
    await expect(writer.submit([1, 2])).rejects.toMatchObject({ code: 'unavailable' })
    expect(writer.depth()).toBe(0)
  })

  it('returns exactly its results to every submission, for all sizes, pauses and failures', async () => {
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
