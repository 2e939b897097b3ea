import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CallBudget, type CallTurn, createCallBudget } from './call-budget.ts'
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

/** Asks for a turn, and notes in `started` when it comes. */
function ask(budget: CallBudget, caller: string, started: string[], cancelled = never): Promise<CallTurn> {
  const turn = budget.enter(caller, cancelled)
  turn.then(
    () => started.push(caller),
    () => undefined,
  )
  return turn
}
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('calls at once', () => {
  test('of one caller wait while as many run as it may have, and go on in their order', async () => {
    const budget = createCallBudget({ limits, now })
    const started: string[] = []
    const [first, second] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    const third = ask(budget, 'a', started)
    await settle()
    expect(started).toEqual(['a', 'a'])
    ;(await second).leave()
    await settle()
    expect(started).toEqual(['a', 'a', 'a'])
    for (const turn of [first, third]) (await turn).leave()
  })

  test('of all callers wait too, and those who wait take turns', async () => {
    const budget = createCallBudget({ limits: { ...limits, allCalls: 1 }, now })
    const started: string[] = []
    const running = await ask(budget, 'first', started)
    const waiting = [ask(budget, 'a', started), ask(budget, 'a', started), ask(budget, 'b', started)]
    running.leave()
    for (const turn of [waiting[0], waiting[2], waiting[1]]) (await turn)?.leave()
    expect(started).toEqual(['first', 'a', 'b', 'a'])
  })

  test('are refused with 429 beyond those that may wait', async () => {
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

  test('of which nobody waits for the answer any more lose their turn', async () => {
    const budget = createCallBudget({ limits: { ...limits, allCalls: 1 }, now })
    const started: string[] = []
    const running = await ask(budget, 'a', started)
    const cancelled = new AbortController()
    const turn = ask(budget, 'a', started, cancelled.signal)
    const next = ask(budget, 'a', started)
    cancelled.abort()
    await expect(turn).rejects.toMatchObject({ code: 'overloaded' })
    running.leave()
    running.leave()
    ;(await next).leave()
    expect(started).toEqual(['a', 'a'])
  })
})

describe('a caller that asks for more than pages do', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('has one call worked on at a time and rests after it, until no more wait than may', async () => {
    const budget = createCallBudget({ limits: { ...limits, waitingCalls: 9, crowdingCalls: 1 }, now })
    const started: string[] = []
    const turns = Array.from({ length: 5 }, () => ask(budget, 'a', started))
    await settle()
    expect(started).toHaveLength(2)
    time += 40
    for (const turn of turns.slice(0, 2)) (await turn).leave()
    await settle()
    expect(started).toHaveLength(2)
    ;(await ask(budget, 'b', started)).leave()
    expect(started).toEqual(['a', 'a', 'b'])
    vi.advanceTimersByTime(60)
    await settle()
    expect(started.slice(3)).toEqual(['a'])
    // Two wait, and are begun together when the third is over: no more than one would wait behind them.
    time += 10
    ;(await turns[2])?.leave()
    vi.advanceTimersByTime(30)
    await settle()
    expect(started.slice(3)).toEqual(['a', 'a', 'a'])
    for (const turn of turns.slice(3)) (await turn).leave()
  })

  test('has so too when half of the work of a minute is used up, and rests a second at most', async () => {
    const budget = createCallBudget({ limits, now })
    const turn = await budget.enter('a', never)
    time += 6_000
    turn.leave()
    const started: string[] = []
    const [next, last] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    await settle()
    expect(started).toEqual([])
    vi.advanceTimersByTime(1_000)
    await settle()
    expect(started).toEqual(['a'])
    ;(await next).leave()
    vi.advanceTimersByTime(0)
    await settle()
    expect(started).toEqual(['a', 'a'])
    ;(await last).leave()
    time += 60_000
    vi.advanceTimersByTime(0)
    const [first, second] = [ask(budget, 'a', started), ask(budget, 'a', started)]
    await settle()
    expect(started).toHaveLength(4)
    for (const running of [first, second]) (await running).leave()
  })
})

describe('the work of a minute', () => {
  test('that is used up is refused with 429 until it has come back, and others are not concerned', async () => {
    const budget = createCallBudget({ limits, now })
    const turn = await budget.enter('a', never)
    time += 13_000
    turn.leave()
    await expect(budget.enter('a', never)).rejects.toMatchObject(refused(18))
    expect((await budget.enter('b', never)).leave()).toBeUndefined()
    time += 17_500
    await expect(budget.enter('a', never)).rejects.toMatchObject(refused(1))
    time += 501
    expect((await budget.enter('a', never)).leave()).toBeUndefined()
  })

  test('is shared among the calls that run at the same time', async () => {
    const budget = createCallBudget({ limits, now })
    const [firstTurn, otherTurn] = [await budget.enter('a', never), await budget.enter('b', never)]
    time += 19_000
    firstTurn.leave()
    otherTurn.leave()
    for (const caller of ['a', 'b']) await expect(budget.enter(caller, never)).resolves.toBeDefined()
  })

  test('never costs more than a minute of waiting, and those that waited are refused with it', async () => {
    const budget = createCallBudget({ limits: { ...limits, concurrentCalls: 1 }, now })
    const running = await budget.enter('a', never)
    const waiting = budget.enter('a', never)
    time += 3_600_000
    running.leave()
    await expect(waiting).rejects.toMatchObject(refused(60))
  })
})

test('the answers of a minute are bounded in bytes', async () => {
  const budget = createCallBudget({ limits, now })
  const turn = await budget.enter('a', never)
  turn.answered(1_500)
  turn.leave()
  await expect(budget.enter('a', never)).rejects.toMatchObject(refused(30))
  expect(() => budget.enterStream('a')).toThrow(expect.objectContaining(refused(30)))
})

test('a file that is streamed waits for no call and no call for it; there are few of them at a time', async () => {
  const budget = createCallBudget({ limits: { ...limits, allCalls: 1, concurrentCalls: 1 }, now })
  const call = await budget.enter('a', never)
  const stream = budget.enterStream('a')
  expect(() => budget.enterStream('a')).toThrow(expect.objectContaining(refused(5)))
  call.leave()
  ;(await budget.enter('a', never)).leave()
  stream.leave()
  budget.enterStream('a').leave()
})
