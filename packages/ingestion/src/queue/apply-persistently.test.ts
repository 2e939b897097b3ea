import { createLog } from '@wardtrack/service-kit'
import { expect, it } from 'vitest'
import { applyPersistently } from './apply-persistently.ts'
import type { QueuedEvent } from './queued-event.ts'

const events = ['a', 'b', 'c'].map((key) => ({ key }) as QueuedEvent)
const { signal } = new AbortController()

/** Creates a store of keys that throws the result of `fails`. */
function createStore(fails: (keys: string[], call: number) => Error | undefined, isWell = true) {
  const stored: string[] = []
  const givenUp: string[] = []
  let calls = 0
  return {
    stored,
    givenUp,
    calls: () => calls,
    options: {
      apply: async (part: readonly QueuedEvent[]) => {
        calls += 1
        const keys = part.map(({ key }) => key)
        const error = fails(keys, calls)
        if (error) throw error
        stored.push(...keys)
      },
      isStoreWell: async () => isWell,
      giveUp: async ({ key }: QueuedEvent) => {
        givenUp.push(key)
      },
      log: createLog({ service: 'test', level: 'silent' }),
      attempts: { together: 2, alone: 2 },
    },
  }
}

it('gives up only the event that cannot be stored, and stores the others', async () => {
  const store = createStore((keys) => (keys.includes('b') ? new Error('poison') : undefined))
  await applyPersistently(events, store.options, signal)
  expect([store.stored, store.givenUp]).toEqual([['a', 'c'], ['b']])
})

it('gives up no event while the store is unreachable, or its disk is full', async () => {
  const away = createStore((_keys, call) => (call < 5 ? new Error('away') : undefined), false)
  await applyPersistently(events, away.options, signal)
  expect([away.stored, away.givenUp]).toEqual([['a', 'b', 'c'], []])
  const full = createStore((_keys, call) =>
    call < 5 ? Object.assign(new Error('disk full'), { code: 14_031 }) : undefined,
  )
  await applyPersistently(events, full.options, signal)
  expect([full.stored, full.givenUp]).toEqual([['a', 'b', 'c'], []])
})

it('ends immediately on a stop signal', async () => {
  const stopping = new AbortController()
  const store = createStore(() => {
    stopping.abort()
    return new Error('away')
  })
  await expect(applyPersistently(events, store.options, stopping.signal)).rejects.toThrow('aborted')
  expect([store.calls(), store.stored, store.givenUp]).toEqual([1, [], []])
})
