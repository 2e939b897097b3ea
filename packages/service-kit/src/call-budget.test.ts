import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CallBudget, type CallSlot, createCallBudget } from './call-budget.ts'
import { createMetrics } from './metrics.ts'

let time = 0
const now = (): number => time
beforeEach(() => {
  time = 0
})
const never = new AbortController().signal
const limits = {
  concurrentCalls: 2,
  allCalls: 3,
  waitingCalls: 2,
  concurrentStreams: 1,
  workMs: 10_000,
  answerBytes: 1_000,
}
const refused = (retryAfter: number) => ({ code: 'overloaded', status: 429, retryAfter })

/** Asks for a turn, and records it in `started` when it begins. */
function ask(budget: CallBudget, caller: string, started: string[], cancelled = never): Promise<CallSlot> {
  const turn = budget.enter(caller, cancelled)
  turn.then(
    () => started.push(caller),
    () => undefined,
  )
  return turn
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('concurrent calls', () => {
  test('of one caller wait beyond its limit and continue in their order', async () => {
    const budget = createCallBudget({ limits, now })
    const started: string[] = []
    const [first, second] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    const third = ask(budget, 'a', started)
    await settle()
    expect(started).toEqual(['a', 'a'])
    ;(await second).release()
    await settle()
    expect(started).toEqual(['a', 'a', 'a'])
    for (const turn of [first, third]) (await turn).release()
  })

  test('of all callers wait beyond the total limit, and waiting callers take turns', async () => {
    const budget = createCallBudget({ limits: { ...limits, allCalls: 1 }, now })
    const started: string[] = []
    const running = await ask(budget, 'first', started)
    const waiting = [ask(budget, 'a', started), ask(budget, 'a', started), ask(budget, 'b', started)]
    running.release()
    for (const turn of [waiting[0], waiting[2], waiting[1]]) (await turn)?.release()
    expect(started).toEqual(['first', 'a', 'b', 'a'])
  })

  test('are refused with 429 when too many wait', async () => {
    const metrics = createMetrics()
    const budget = createCallBudget({ limits, now, metrics })
    for (let n = 0; n < 4; n += 1) void budget.enter('a', never)
    await expect(budget.enter('a', never)).rejects.toMatchObject(refused(1))
    await expect(budget.enter('b', never)).resolves.toBeDefined()
    expect(await metrics.registry.metrics()).toContain(
      'wardtrack_session_calls_refused_total{reason="calls"} 1',
    )
    expect(await metrics.registry.metrics()).toContain('wardtrack_session_calls_waiting 2')
  })

  test('lose their turn when nobody waits for the answer any more', async () => {
    const budget = createCallBudget({ limits: { ...limits, allCalls: 1 }, now })
    const started: string[] = []
    const running = await ask(budget, 'a', started)
    const cancelled = new AbortController()
    const turn = ask(budget, 'a', started, cancelled.signal)
    const next = ask(budget, 'a', started)
    cancelled.abort()
    await expect(turn).rejects.toMatchObject({ code: 'overloaded' })
    running.release()
    running.release()
    ;(await next).release()
    expect(started).toEqual(['a', 'a'])
  })
})

test('refuses a call whose turn does not come within 20 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const budget = createCallBudget({ limits: { ...limits, allCalls: 1 }, now })
    const started: string[] = []
    const running = await ask(budget, 'a', started)
    const turn = ask(budget, 'a', started)
    await Promise.all([expect(turn).rejects.toMatchObject(refused(1)), vi.advanceTimersByTimeAsync(20_000)])
    running.release()
    ;(await ask(budget, 'a', started)).release()
    expect(started).toEqual(['a', 'a'])
  } finally {
    vi.useRealTimers()
  }
})

describe('a caller that makes more calls than pages do', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('gets one call at a time with rests in between, until few enough calls wait', async () => {
    const budget = createCallBudget({ limits: { ...limits, waitingCalls: 9, crowdingCalls: 1 }, now })
    const started: string[] = []
    const turns = Array.from({ length: 5 }, () => ask(budget, 'a', started))
    await settle()
    expect(started).toHaveLength(2)
    time += 40
    for (const turn of turns.slice(0, 2)) (await turn).release()
    await settle()
    expect(started).toHaveLength(2)
    ;(await ask(budget, 'b', started)).release()
    expect(started).toEqual(['a', 'a', 'b'])
    vi.advanceTimersByTime(60)
    await settle()
    expect(started.slice(3)).toEqual(['a'])
    // Two calls wait. Both begin when the third ends, because no more than one call would wait after them.
    time += 10
    ;(await turns[2])?.release()
    vi.advanceTimersByTime(30)
    await settle()
    expect(started.slice(3)).toEqual(['a', 'a', 'a'])
    for (const turn of turns.slice(3)) (await turn).release()
  })

  test("is also slowed down after half of a minute's work, with rests of at most a second", async () => {
    const budget = createCallBudget({ limits, now })
    const turn = await budget.enter('a', never)
    time += 6_000
    turn.release()
    const started: string[] = []
    const [next, last] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    await settle()
    expect(started).toEqual([])
    vi.advanceTimersByTime(1_000)
    await settle()
    expect(started).toEqual(['a'])
    ;(await next).release()
    vi.advanceTimersByTime(0)
    await settle()
    expect(started).toEqual(['a', 'a'])
    ;(await last).release()
    time += 60_000
    vi.advanceTimersByTime(0)
    const [first, second] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    await settle()
    expect(started).toHaveLength(4)
    for (const running of [first, second]) (await running).release()
  })
})

describe('the work of a minute', () => {
  test('is refused with 429 once used up until it refills, without affecting others', async () => {
    const budget = createCallBudget({ limits, now })
    const turn = await budget.enter('a', never)
    time += 13_000
    turn.release()
    await expect(budget.enter('a', never)).rejects.toMatchObject(refused(18))
    expect((await budget.enter('b', never)).release()).toBeUndefined()
    time += 17_500
    await expect(budget.enter('a', never)).rejects.toMatchObject(refused(1))
    time += 501
    expect((await budget.enter('a', never)).release()).toBeUndefined()
  })

  test('is shared among the calls that run at the same time', async () => {
    const budget = createCallBudget({ limits, now })
    const [firstTurn, otherTurn] = [await budget.enter('a', never), await budget.enter('b', never)]
    time += 19_000
    firstTurn.release()
    otherTurn.release()
    for (const caller of ['a', 'b']) await expect(budget.enter(caller, never)).resolves.toBeDefined()
  })

  test('never costs more than a minute of waiting, and waiting calls are refused once it is used up', async () => {
    const budget = createCallBudget({ limits: { ...limits, concurrentCalls: 1 }, now })
    const running = await budget.enter('a', never)
    const waiting = budget.enter('a', never)
    time += 3_600_000
    running.release()
    await expect(waiting).rejects.toMatchObject(refused(60))
  })
})

test("limits the bytes of a minute's answers", async () => {
  const budget = createCallBudget({ limits, now })
  const turn = await budget.enter('a', never)
  turn.answered(1_500)
  turn.release()
  await expect(budget.enter('a', never)).rejects.toMatchObject(refused(30))
  expect(() => budget.enterStream('a')).toThrow(expect.objectContaining(refused(30)))
})

test('limits the bytes of answers that nobody reads, of one caller and of all', async () => {
  const budget = createCallBudget({
    limits: { ...limits, answerBytes: 1_000_000, unreadBytes: 100, allUnreadBytes: 150 },
    now,
  })
  const answer = async (caller: string, bytes: number): Promise<() => void> => {
    const turn = await budget.enter(caller, never)
    const isRead = turn.answered(bytes)
    turn.release()
    return isRead
  }
  const isRead = await answer('a', 101)
  await expect(budget.enter('a', never)).rejects.toMatchObject(refused(5))
  await answer('b', 50)
  // Together more than all may leave unread: whoever leaves nothing unread continues.
  await expect(budget.enter('b', never)).rejects.toMatchObject(refused(5))
  ;(await answer('c', 10))()
  isRead()
  isRead()
  await answer('a', 10)
  await answer('b', 10)
})

test('streams files without waiting for calls or delaying them, a few at a time', async () => {
  const budget = createCallBudget({ limits: { ...limits, allCalls: 1, concurrentCalls: 1 }, now })
  const call = await budget.enter('a', never)
  const stream = budget.enterStream('a')
  expect(() => budget.enterStream('a')).toThrow(expect.objectContaining(refused(5)))
  call.release()
  ;(await budget.enter('a', never)).release()
  stream.release()
  budget.enterStream('a').release()
})
