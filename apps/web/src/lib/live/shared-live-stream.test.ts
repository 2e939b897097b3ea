import type { LiveEvent } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveBody } from '../../testing/fake-server.ts'
import { SharedLiveStream, type TabSharing } from './shared-live-stream.ts'
import { VisibleLiveStream } from './visible-live-stream.ts'

/** Simulates the tabs of one browser: a lock with one holder, and channels to all other tabs by name. */
function fakeBrowser() {
  const queues = new Map<string, (() => Promise<void>)[]>()
  const channels = new Map<string, Set<FakeChannel>>()
  class FakeChannel {
    #receive: (event: { data: unknown }) => void = () => undefined
    readonly #name: string
    constructor(name: string) {
      this.#name = name
      channels.set(name, (channels.get(name) ?? new Set()).add(this))
    }
    addEventListener(_type: 'message', receive: (event: { data: unknown }) => void): void {
      this.#receive = receive
    }
    postMessage(data: unknown): void {
      const copy: unknown = structuredClone(data)
      for (const channel of channels.get(this.#name) ?? [])
        if (channel !== this) void Promise.resolve().then(() => channel.#receive({ data: copy }))
    }
    close(): void {
      channels.get(this.#name)?.delete(this)
    }
  }
  const next = (name: string): void => void queues.get(name)?.[0]?.()
  const request = (
    name: string,
    { signal }: { signal: AbortSignal },
    callback: () => Promise<void>,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const queue = queues.get(name) ?? []
      queues.set(name, queue)
      let isGranted = false
      const grant = async (): Promise<void> => {
        isGranted = true
        await callback()
        queue.shift()
        next(name)
        resolve()
      }
      signal.addEventListener('abort', () => {
        if (isGranted) return
        queue.splice(queue.indexOf(grant), 1)
        reject(new DOMException('left', 'AbortError'))
      })
      if (queue.push(grant) === 1) void grant()
    })
  return {
    locks: { request } as unknown as TabSharing['locks'],
    openChannel: (name) => new FakeChannel(name) as unknown as BroadcastChannel,
  } satisfies TabSharing
}

/** Opens tabs that share one stream, and records their connections. */
function openTabs(count: number, session: (tab: number) => string = () => 's-1') {
  const sharing = fakeBrowser()
  const connections: { tab: number; headers: Record<string, string>; body: ReturnType<typeof liveBody> }[] =
    []
  let reachable = true
  let answerMs = 0
  let tries = 0
  const tabs = Array.from({ length: count }, (_, tab) => {
    const events: LiveEvent[] = []
    let gaps = 0
    const stream = new SharedLiveStream({
      sharing,
      sessionId: () => session(tab),
      open: async (headers, signal) => {
        tries += 1
        if (!reachable) throw new TypeError('unreachable')
        if (answerMs > 0) await new Promise((resolve) => setTimeout(resolve, answerMs))
        signal.throwIfAborted()
        const body = liveBody()
        connections.push({ tab, headers, body })
        return body.response()
      },
      onEvents: (batch) => events.push(...batch),
      onGap: () => {
        gaps += 1
      },
      random: () => 0,
    })
    stream.start()
    return { stream, events, gaps: () => gaps }
  })
  return {
    tabs,
    connections,
    setReachable: (next: boolean) => {
      reachable = next
    },
    answerAfter: (ms: number) => {
      answerMs = ms
    },
    tries: () => tries,
  }
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

describe('the stream that the tabs of a session share', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is one connection for twelve tabs, and each of them receives every event', async () => {
    const { tabs, connections } = openTabs(12)
    await settle()
    expect(connections).toHaveLength(1)
    connections[0]?.body.send('hello', { serverTime: 'now' })
    await settle()
    for (const { events, stream } of tabs) {
      expect(events.map(({ event }) => event)).toEqual(['hello'])
      expect(stream.state.read()).toEqual({ kind: 'live' })
    }
  })

  it('continues in another tab after the last event when the reading tab is closed', async () => {
    const { tabs, connections } = openTabs(3)
    await settle()
    connections[0]?.body.send('hello', { serverTime: 'now' })
    await settle()
    tabs[0]?.stream.stop()
    await settle()
    expect(connections.map(({ tab }) => tab)).toEqual([0, 1])
    expect(connections[1]?.headers).toMatchObject({ 'last-event-id': '1' })
    connections[1]?.body.send('reset', {})
    await settle()
    expect(tabs[2]?.events.map(({ event }) => event)).toEqual(['hello', 'reset'])
    expect(tabs[1]?.gaps()).toBe(0)
  })

  it('sends the current state to a tab that opens later', async () => {
    const { tabs, connections } = openTabs(2)
    tabs[1]?.stream.stop()
    await settle()
    connections[0]?.body.send('hello', { serverTime: 'now' })
    await settle()
    tabs[1]?.stream.start()
    await settle()
    expect(connections).toHaveLength(1)
    expect(tabs[1]?.stream.state.read()).toEqual({ kind: 'live' })
  })

  it('is retried immediately at the request of any tab', async () => {
    const { tabs, connections, setReachable } = openTabs(2)
    await settle()
    setReachable(false)
    connections[0]?.body.end()
    await settle()
    expect(tabs[1]?.stream.state.read()).toMatchObject({ kind: 'lost' })
    setReachable(true)
    tabs[1]?.stream.retryNow()
    await settle()
    expect(connections).toHaveLength(2)
    expect(tabs[1]?.stream.state.read()).toEqual({ kind: 'live' })
  })

  it('waits for a server that recovers slowly, however many tabs are open', async () => {
    const { tabs, connections, setReachable, answerAfter, tries } = openTabs(4)
    await settle()
    setReachable(false)
    connections[0]?.body.end()
    await settle()
    setReachable(true)
    answerAfter(3_000)
    const before = tries()
    await vi.advanceTimersByTimeAsync(1_000 + 3_000)
    expect(tries() - before).toBe(1)
    for (const { stream } of tabs) expect(stream.state.read()).toEqual({ kind: 'live' })
  })

  it('is not shared with another session', async () => {
    const { connections } = openTabs(2, (tab) => `s-${tab}`)
    await settle()
    expect(connections.map(({ tab }) => tab)).toEqual([0, 1])
  })
})

describe('the stream of a tab that cannot share one', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('is closed while the tab is hidden and continues after the last event', async () => {
    const opened: Record<string, string>[] = []
    const body = liveBody()
    const stream = new VisibleLiveStream({
      open: async (headers) => {
        opened.push(headers)
        return opened.length === 1 ? body.response() : liveBody().response()
      },
      onEvents: () => undefined,
      onGap: () => undefined,
    })
    stream.start()
    await settle()
    body.send('hello', {})
    await settle()
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(stream.state.read()).toEqual({ kind: 'idle' })
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(opened).toHaveLength(2)
    expect(opened[1]).toMatchObject({ 'last-event-id': '1' })
    expect(stream.state.read()).toEqual({ kind: 'live' })
    stream.stop()
  })
})
