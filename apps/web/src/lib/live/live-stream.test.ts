import type { LiveEvent } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveBody } from '../../testing/fake-server.ts'
import { LiveStream } from './live-stream.ts'

/** Creates a stream whose connections the test answers one after the other. */
function harness(mayRetry?: (cause: unknown) => boolean) {
  const opened: Record<string, string>[] = []
  const events: LiveEvent[] = []
  const answers: (() => Promise<Response>)[] = []
  let gaps = 0
  const stream = new LiveStream({
    open: async (headers) => {
      opened.push(headers)
      const answer = answers.shift()
      if (!answer) throw new TypeError('unreachable')
      return answer()
    },
    onEvents: (batch) => events.push(...batch),
    onGap: () => {
      gaps += 1
    },
    random: () => 0,
    ...(mayRetry ? { mayRetry } : {}),
  })
  return { stream, opened, events, answers, gaps: () => gaps }
}

describe('the live stream', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('delivers events as they arrive and is live', async () => {
    const { stream, events, answers } = harness()
    const body = liveBody()
    answers.push(async () => body.response())
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    body.send('hello', { serverTime: 'now' })
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.state.read()).toEqual({ kind: 'live' })
    expect(events).toEqual([{ id: '1', event: 'hello', data: { serverTime: 'now' } }])
    stream.stop()
  })

  it('reconnects with the last event id and refetches nothing, because the server sends missed events', async () => {
    const { stream, opened, answers, gaps } = harness()
    const first = liveBody()
    const second = liveBody()
    answers.push(
      async () => first.response(),
      async () => second.response(),
    )
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    first.send('hello', {})
    await vi.advanceTimersByTimeAsync(0)
    first.end()
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.state.read().kind).toBe('lost')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(opened[0]).not.toHaveProperty('last-event-id')
    expect(opened[1]).toMatchObject({ 'last-event-id': '1' })
    expect(stream.state.read()).toEqual({ kind: 'live' })
    expect(gaps()).toBe(0)
    stream.stop()
  })

  it('waits longer after each failure and keeps the time of the loss', async () => {
    const { stream, opened } = harness()
    const started = Date.now()
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.state.read()).toEqual({ kind: 'lost', since: started, retryAt: started + 1_000 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stream.state.read()).toEqual({ kind: 'lost', since: started, retryAt: started + 3_000 })
    await vi.advanceTimersByTimeAsync(2_000 + 4_000)
    expect(opened).toHaveLength(4)
    stream.stop()
  })

  it('reports a gap on reconnecting if no event had arrived before the loss', async () => {
    const { stream, answers, gaps } = harness()
    answers.push(
      async () => new Response(new ReadableStream({ start: (body) => body.close() })),
      async () => liveBody().response(),
    )
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(gaps()).toBe(0)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(stream.state.read()).toEqual({ kind: 'live' })
    expect(gaps()).toBe(1)
    stream.stop()
  })

  it('spreads its retries, so that consoles do not reconnect at the same moment', async () => {
    const stream = new LiveStream({
      open: async () => {
        throw new TypeError('unreachable')
      },
      onEvents: () => undefined,
      onGap: () => undefined,
      random: () => 0.5,
    })
    const started = Date.now()
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.state.read()).toEqual({ kind: 'lost', since: started, retryAt: started + 1_250 })
    stream.stop()
  })

  it('retries immediately on request', async () => {
    const { stream, opened, answers } = harness()
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    answers.push(async () => liveBody().response())
    stream.retryNow()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(2)
    expect(stream.state.read()).toEqual({ kind: 'live' })
    stream.stop()
  })

  /** A server that accepts connections and never answers. */
  const unanswered = () => {
    const tries: AbortSignal[] = []
    const stream = new LiveStream({
      open: (_headers, signal) => {
        tries.push(signal)
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')))
        })
      },
      onEvents: () => undefined,
      onGap: () => undefined,
      random: () => 0,
    })
    return { stream, tries }
  }

  it('continues a try that has just begun, and restarts an unanswered one', async () => {
    const { stream, tries } = unanswered()
    stream.start()
    await vi.advanceTimersByTimeAsync(45_000 + 1_000)
    expect(tries.map(({ aborted }) => aborted)).toEqual([true, false])
    for (let press = 0; press < 4; press += 1) {
      stream.retryNow()
      stream.retryIfDue()
      await vi.advanceTimersByTimeAsync(1_000)
    }
    expect(tries.map(({ aborted }) => aborted)).toEqual([true, false])
    await vi.advanceTimersByTimeAsync(1_000)
    stream.retryIfDue()
    expect(tries).toHaveLength(2)
    stream.retryNow()
    expect(tries.map(({ aborted }) => aborted)).toEqual([true, true, false])
    stream.stop()
  })

  it('retries when the wait is over, not before', async () => {
    const { stream, opened, answers } = harness()
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    stream.retryIfDue()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(1)
    answers.push(async () => liveBody().response())
    vi.setSystemTime(Date.now() + 1_000)
    stream.retryIfDue()
    await vi.advanceTimersByTimeAsync(0)
    expect(opened).toHaveLength(2)
    expect(stream.state.read()).toEqual({ kind: 'live' })
    stream.stop()
  })

  it('stops when retrying is pointless', async () => {
    const { stream, opened } = harness(() => false)
    stream.start()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(opened).toHaveLength(1)
    expect(stream.state.read()).toEqual({ kind: 'idle' })
  })

  it('treats a connection that is silent for too long as lost', async () => {
    const { stream, answers } = harness()
    answers.push(async () => liveBody().response())
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(stream.state.read()).toEqual({ kind: 'live' })
    await vi.advanceTimersByTimeAsync(45_000)
    expect(stream.state.read().kind).toBe('lost')
    stream.stop()
  })

  it('delivers no events after it was stopped', async () => {
    const { stream, opened } = harness()
    stream.start()
    await vi.advanceTimersByTimeAsync(0)
    stream.stop()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(opened).toHaveLength(1)
    expect(stream.state.read()).toEqual({ kind: 'idle' })
  })
})
