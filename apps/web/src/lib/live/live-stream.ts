import type { LiveEvent } from '@wardtrack/contracts'
import { createStore, type ReadableStore } from '../create-store.ts'
import { SseParser, type WireEvent } from './sse-parser.ts'

/** State of the stream for the header and the offline band. Times are milliseconds. */
export type StreamState =
  | { readonly kind: 'idle' | 'connecting' | 'live' }
  | { readonly kind: 'lost'; readonly since: number; readonly retryAt: number }

/** What the stream is made from; the tests put a fake network and clock in. */
export interface StreamOptions {
  readonly open: (headers: Record<string, string>, signal: AbortSignal) => Promise<Response>
  readonly onEvents: (events: LiveEvent[]) => void
  /** The stream is back after a loss and could not name the last event: what is on the page may have missed some. */
  readonly onGap: () => void
  /** False when trying again is pointless, as after a 401. */
  readonly mayRetry?: (cause: unknown) => boolean
  readonly now?: () => number
  /** 0 to 1: spreads the tries of many consoles that lost their server at once. */
  readonly random?: () => number
}

/** A source of live events: a connection of its own, or a share in one. */
export interface LiveSource {
  readonly state: ReadableStore<StreamState>
  /** Begins; does nothing while it runs. @param lastEventId the last event that is known, to go on after it */
  readonly start: (lastEventId?: string) => void
  readonly stop: () => void
  /** Tries at once to reach the server again; a try that has just begun goes on. */
  readonly retryNow: () => void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
/** The server sends a comment every 15 s; three missed ones mean a dead connection that nobody closed. */
const SILENCE_MS = 45_000

/** A try that nobody has answered for so long is given up for a new one when somebody asks for it. */
const SLOW_TRY_MS = 5_000

/**
 * The live connection: reads events with fetch, because a bearer header is needed, and comes back after a loss. The
 * server sends again what was missed since the last event, or `reset` when it cannot.
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
  /** when the try began that is not answered yet */
  #tryingSince: number | undefined

  constructor(options: StreamOptions) {
    this.#options = options
  }

  get state(): ReadableStore<StreamState> {
    return this.#state
  }

  /** The last event that was read; empty before the first. */
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
    // Asked again and again, a server that answers slowly would never be waited for.
    if (this.#tryingSince !== undefined && this.#now() - this.#tryingSince < SLOW_TRY_MS) return
    void this.#connect()
  }

  /** Tries again if the wait is over and no try is under way: for a tab whose own timers are slow. */
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
    const shortest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures)
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
