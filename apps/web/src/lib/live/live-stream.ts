import type { LiveEvent } from '@wardtrack/contracts'
import { createStore, type ReadableStore } from '../create-store.ts'

/** A server-sent event as received. */
interface WireEvent {
  readonly event: string
  readonly data: string
  /** Last id of the stream, which may come from an earlier event. */
  readonly id: string
}

/**
 * Incremental parser of `text/event-stream` (HTML standard, section 9.2). It takes text in any pieces and returns
 * complete events.
 */
export class SseParser {
  private unread = ''
  private event = ''
  private lines: string[] = []
  private id = ''
  private swallowLineFeed = false

  push(text: string): WireEvent[] {
    const events: WireEvent[] = []
    let input = this.unread + text
    if (this.swallowLineFeed && input !== '') {
      if (input.startsWith('\n')) input = input.slice(1)
      this.swallowLineFeed = false
    }
    let start = 0
    for (let end = lineEnd(input, start); end !== -1; end = lineEnd(input, start)) {
      const event = this.line(input.slice(start, end))
      if (event) events.push(event)
      start = end + 1
      if (input[end] === '\r') {
        if (input[start] === '\n') start += 1
        // A carriage return at the end of a piece may be the first half of a CRLF pair.
        else if (start === input.length) this.swallowLineFeed = true
      }
    }
    this.unread = input.slice(start)
    return events
  }

  private line(line: string): WireEvent | undefined {
    if (line === '') return this.dispatch()
    const colon = line.indexOf(':')
    if (colon === 0) return undefined
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.event = value
    else if (field === 'data') this.lines.push(value)
    else if (field === 'id' && !value.includes('\0')) this.id = value
    return undefined
  }

  private dispatch(): WireEvent | undefined {
    const { event, lines } = this
    this.event = ''
    this.lines = []
    return lines.length === 0 ? undefined : { event: event || 'message', data: lines.join('\n'), id: this.id }
  }
}

const lineEnd = (text: string, from: number): number => {
  const feed = text.indexOf('\n', from)
  const carriage = text.indexOf('\r', from)
  if (feed === -1) return carriage
  return carriage === -1 ? feed : Math.min(feed, carriage)
}

/** State of the stream for the header and the offline band. Times are milliseconds. */
export type StreamState =
  | { readonly kind: 'idle' | 'connecting' | 'live' }
  | { readonly kind: 'lost'; readonly since: number; readonly retryAt: number }

/** Options of the stream; tests provide a fake network and clock. */
export interface StreamOptions {
  readonly open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  readonly onEvents: (events: LiveEvent[]) => void
  /** Called when the stream reconnects without a last event id, so that the page may have missed events. */
  readonly onGap: () => void
  /** Returns false when retrying is pointless, as after a 401. */
  readonly mayRetry?: (cause: unknown) => boolean
  readonly now?: () => number
  /** Returns a number from 0 to 1 that spreads the retries of many consoles. */
  readonly random?: () => number
}

/** A source of live events, with its own or a shared connection. */
export interface LiveSource {
  readonly state: ReadableStore<StreamState>
  /** Starts the source, unless it runs already. @param lastEventId last known event, to continue after it */
  readonly start: (lastEventId?: string) => void
  readonly stop: () => void
  /** Retries immediately; a try that has just begun continues. */
  readonly retryNow: () => void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000
/**
 * Silence after which a connection counts as dead. The server sends a comment every 15 s, so three are missing then.
 */
const SILENCE_MS = 45_000

/** Time after which a requested retry replaces an unanswered one. */
const SLOW_TRY_MS = 5_000

/**
 * Live connection that reads events with fetch, because the call needs a bearer header. It reconnects after a loss.
 * The server then resends events missed since the last one, or sends `reset` if it cannot.
 */
export class LiveStream implements LiveSource {
  readonly #state = createStore<StreamState>({ kind: 'idle' })
  readonly #options: StreamOptions
  #abort: AbortController | undefined
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  #silenceTimer: ReturnType<typeof setTimeout> | undefined
  #lastEventId = ''
  #failures = 0
  #lostSince: number | undefined
  /** start of the try in progress */
  #tryingSince: number | undefined

  constructor(options: StreamOptions) {
    this.#options = options
  }

  get state(): ReadableStore<StreamState> {
    return this.#state
  }

  /** Id of the last event; empty before the first. */
  get lastEventId(): string {
    return this.#lastEventId
  }

  start(lastEventId = ''): void {
    if (this.#state.read().kind !== 'idle') return
    this.#lastEventId = lastEventId
    this.#failures = 0
    this.#lostSince = undefined
    void this.#connect()
  }

  stop(): void {
    this.#clear()
    this.#state.write({ kind: 'idle' })
  }

  retryNow(): void {
    if (this.#state.read().kind !== 'lost') return
    // Restarting on every request would abort each slow answer of the server.
    if (this.#tryingSince !== undefined && this.#now() - this.#tryingSince < SLOW_TRY_MS) return
    void this.#connect()
  }

  /** Retries if the wait is over and no try is in progress, for a tab whose own timers are slow. */
  retryIfDue(): void {
    const state = this.#state.read()
    if (state.kind !== 'lost' || this.#tryingSince !== undefined || this.#now() < state.retryAt) return
    void this.#connect()
  }

  async #connect(): Promise<void> {
    this.#clear()
    const abort = new AbortController()
    this.#abort = abort
    this.#tryingSince = this.#now()
    this.#watchSilence(abort)
    if (this.#lostSince === undefined) this.#state.write({ kind: 'connecting' })
    else this.#state.write({ kind: 'lost', since: this.#lostSince, retryAt: this.#now() })
    try {
      const headers: Record<string, string> = { accept: 'text/event-stream' }
      if (this.#lastEventId) headers['last-event-id'] = this.#lastEventId
      const response = await this.#options.open(headers, abort.signal)
      await this.#read(response, abort)
      this.#handleLoss(abort, undefined)
    } catch (cause) {
      this.#handleLoss(abort, cause)
    }
  }

  async #read(response: Response, abort: AbortController): Promise<void> {
    const reader = response.body?.getReader()
    if (!reader) return
    this.#handleConnected()
    abort.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined))
    const parser = new SseParser()
    const text = new TextDecoder()
    for (;;) {
      this.#watchSilence(abort)
      const chunk = await reader.read()
      if (chunk.done || abort.signal.aborted) return
      const events = parser
        .push(text.decode(chunk.value, { stream: true }))
        .flatMap((wire) => this.#toLiveEvent(wire))
      if (events.length > 0) this.#options.onEvents(events)
    }
  }

  #toLiveEvent(wire: WireEvent): LiveEvent[] {
    if (wire.id) this.#lastEventId = wire.id
    const payload = parseJson(wire.data)
    return payload === undefined ? [] : [{ id: wire.id, event: wire.event, data: payload } as LiveEvent]
  }

  #handleConnected(): void {
    const unresumable = this.#lostSince !== undefined && this.#lastEventId === ''
    this.#failures = 0
    this.#tryingSince = undefined
    this.#lostSince = undefined
    this.#state.write({ kind: 'live' })
    if (unresumable) this.#options.onGap()
  }

  #handleLoss(abort: AbortController, cause: unknown): void {
    if (abort.signal.aborted && this.#abort !== abort) return
    clearTimeout(this.#silenceTimer)
    this.#tryingSince = undefined
    if (this.#options.mayRetry?.(cause) === false) {
      this.stop()
      return
    }
    this.#lostSince ??= this.#now()
    const shortest = Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures)
    const wait = Math.round(shortest * (1 + (this.#options.random ?? Math.random)() / 2))
    this.#failures += 1
    this.#state.write({ kind: 'lost', since: this.#lostSince, retryAt: this.#now() + wait })
    this.#retryTimer = setTimeout(() => void this.#connect(), wait)
  }

  #watchSilence(abort: AbortController): void {
    clearTimeout(this.#silenceTimer)
    this.#silenceTimer = setTimeout(() => abort.abort(), SILENCE_MS)
  }

  #clear(): void {
    clearTimeout(this.#retryTimer)
    clearTimeout(this.#silenceTimer)
    const abort = this.#abort
    this.#abort = undefined
    this.#tryingSince = undefined
    abort?.abort()
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
