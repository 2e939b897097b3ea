import type { LiveEvent } from '@wardtrack/contracts'
import { SseParser, type WireEvent } from './sse-parser.ts'

/** State of the stream for the header and the offline band. Times are milliseconds. */
export type StreamState =
  | { readonly kind: 'idle' | 'connecting' | 'live' }
  | { readonly kind: 'lost'; readonly since: number; readonly retryAt: number }

/** What the stream is made from; the tests put a fake network and clock in. */
export interface StreamOptions {
  readonly open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  readonly onEvents: (events: LiveEvent[]) => void
  /** The stream is back after a loss: what is on the page may have missed events. */
  readonly onBack: () => void
  /** False when trying again is pointless, as after a 401. */
  readonly mayRetry?: (cause: unknown) => boolean
  readonly now?: () => number
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The server sends a comment every 15 s; three missed ones mean a dead connection that nobody closed. */
const SILENCE_MS = 45_000

/** The live connection: reads events with fetch, because a bearer header is needed, and comes back after a loss. */
export class LiveStream {
  private state: StreamState = { kind: 'idle' }
  private readonly listeners = new Set<() => void>()
  private abort: AbortController | undefined
  private timer: ReturnType<typeof setTimeout> | undefined
  private silence: ReturnType<typeof setTimeout> | undefined
  private lastId = ''
  private failures = 0
  private lostSince: number | undefined
  private readonly options: StreamOptions

  constructor(options: StreamOptions) {
    this.options = options
  }

  getState = (): StreamState => this.state

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start(): void {
    if (this.state.kind !== 'idle') return
    this.lastId = ''
    this.failures = 0
    this.lostSince = undefined
    void this.connect()
  }

  stop(): void {
    this.clear()
    this.set({ kind: 'idle' })
  }

  retryNow(): void {
    if (this.state.kind !== 'lost') return
    void this.connect()
  }

  private async connect(): Promise<void> {
    this.clear()
    const abort = new AbortController()
    this.abort = abort
    if (this.lostSince === undefined) this.set({ kind: 'connecting' })
    else this.set({ kind: 'lost', since: this.lostSince, retryAt: this.now() })
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' }
      if (this.lastId) headers['last-event-id'] = this.lastId
      const response = await this.options.open(headers, abort.signal)
      await this.read(response, abort)
      this.lose(abort, undefined)
    } catch (cause) {
      this.lose(abort, cause)
    }
  }

  private async read(response: Response, abort: AbortController): Promise<void> {
    const reader = response.body?.getReader()
    if (!reader) return
    this.arrived()
    abort.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const parser = new SseParser()
    const text = new TextDecoder()
    for (;;) {
      this.watchSilence(abort)
      const chunk = await reader.read()
      if (chunk.done || abort.signal.aborted) return
      const events = parser
        .push(text.decode(chunk.value, { stream: true }))
        .flatMap((wire) => this.take(wire))
      if (events.length > 0) this.options.onEvents(events)
    }
  }

  private take(wire: WireEvent): LiveEvent[] {
    if (wire.id) this.lastId = wire.id
    const payload = parsed(wire.data)
    return payload === undefined ? [] : [{ id: wire.id, event: wire.event, data: payload } as LiveEvent]
  }

  private arrived(): void {
    const wasLost = this.lostSince !== undefined
    this.failures = 0
    this.lostSince = undefined
    this.set({ kind: 'live' })
    if (wasLost) this.options.onBack()
  }

  private lose(abort: AbortController, cause: unknown): void {
    if (abort.signal.aborted && this.abort !== abort) return
    clearTimeout(this.silence)
    if (this.options.mayRetry?.(cause) === false) {
      this.stop()
      return
    }
    this.lostSince ??= this.now()
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.failures)
    this.failures += 1
    this.set({ kind: 'lost', since: this.lostSince, retryAt: this.now() + wait })
    this.timer = setTimeout(() => void this.connect(), wait)
  }

  private watchSilence(abort: AbortController): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(() => abort.abort(), SILENCE_MS)
  }

  private clear(): void {
    clearTimeout(this.timer)
    clearTimeout(this.silence)
    const abort = this.abort
    this.abort = undefined
    abort?.abort()
  }

  private now(): number {
    return this.options.now?.() ?? Date.now()
  }

  private set(state: StreamState): void {
    this.state = state
    for (const listener of this.listeners) listener()
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
