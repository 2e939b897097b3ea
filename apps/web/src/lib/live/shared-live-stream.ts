import type { LiveEvent } from '@wardtrack/contracts'
import { createStore, type ReadableStore } from '../create-store.ts'
import { type LiveSource, LiveStream, type StreamOptions, type StreamState } from './live-stream.ts'

/** Message between the tabs of a session. */
type TabMessage =
  | { readonly kind: 'events'; readonly events: LiveEvent[] }
  | { readonly kind: 'state'; readonly state: StreamState; readonly lastEventId: string }
  | { readonly kind: 'gap' }
  /** Asks for the state; sent by a tab that has just joined. */
  | { readonly kind: 'ask' }
  /** Asks for an immediate retry. */
  | { readonly kind: 'retry' }
  /** Reports that the wait is over, because the leader's own timers may be slow. */
  | { readonly kind: 'due' }

/** Browser functions for electing a leader tab and for messages between tabs. */
export interface TabSharing {
  readonly locks: Pick<LockManager, 'request'>
  readonly openChannel: (name: string) => BroadcastChannel
}

/** Options of a shared stream. */
export interface SharedStreamOptions extends StreamOptions {
  readonly sharing: TabSharing
  /** Returns the session id. Tabs share a stream only within a session, because permissions belong to a session. */
  readonly sessionId: () => string
}

/** Extra time in milliseconds for the leader's own retry, because timers of a hidden tab are slow. */
const LEADER_GRACE_MS = 500

/** Returns the browser's functions, or undefined if one is missing: Web Locks need HTTPS or localhost. */
export const tabSharing = (): TabSharing | undefined =>
  'locks' in navigator && navigator.locks !== undefined && 'BroadcastChannel' in window
    ? { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) }
    : undefined

/**
 * One stream for all tabs of a session. Over HTTP/1.1 a browser opens only six connections to a host, and one stream
 * per tab would use them up. The tab that holds the lock reads the stream and passes its messages on. When that tab
 * closes, the browser gives the lock to another tab, which continues after its last event.
 */
export class SharedLiveStream implements LiveSource {
  readonly #state = createStore<StreamState>({ kind: 'idle' })
  readonly #options: SharedStreamOptions
  #channel: BroadcastChannel | undefined
  #leave: AbortController | undefined
  #stream: LiveStream | undefined
  #lastEventId = ''
  #nudgeTimer: ReturnType<typeof setTimeout> | undefined

  constructor(options: SharedStreamOptions) {
    this.#options = options
  }

  get state(): ReadableStore<StreamState> {
    return this.#state
  }

  start(lastEventId = ''): void {
    if (this.#channel) return
    const { sharing, sessionId } = this.#options
    const name = `wardtrack.live.${sessionId()}`
    const leave = new AbortController()
    this.#lastEventId = lastEventId
    this.#leave = leave
    this.#state.write({ kind: 'connecting' })
    this.#channel = sharing.openChannel(name)
    this.#channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.#receive(data))
    this.#send({ kind: 'ask' })
    sharing.locks
      .request(name, { signal: leave.signal }, () => this.#lead(leave.signal))
      .catch((cause: unknown) => {
        // A tab that left while waiting for the lock stops here. After any other failure, a separate stream is better
        // than none.
        if (!leave.signal.aborted) void this.#lead(leave.signal)
        else if (!(cause instanceof DOMException && cause.name === 'AbortError')) throw cause
      })
  }

  stop(): void {
    clearTimeout(this.#nudgeTimer)
    this.#leave?.abort()
    this.#leave = undefined
    this.#stream?.stop()
    this.#stream = undefined
    this.#channel?.close()
    this.#channel = undefined
    this.#state.write({ kind: 'idle' })
  }

  retryNow(): void {
    if (this.#stream) this.#stream.retryNow()
    else this.#send({ kind: 'retry' })
  }

  /** Reads the stream until this tab leaves. The lock is held while the promise is pending. */
  #lead(leaveSignal: AbortSignal): Promise<void> {
    if (leaveSignal.aborted) return Promise.resolve()
    clearTimeout(this.#nudgeTimer)
    const stream = new LiveStream({
      ...this.#options,
      onEvents: (events) => {
        this.#send({ kind: 'events', events })
        this.#options.onEvents(events)
      },
      onGap: () => {
        this.#send({ kind: 'gap' })
        this.#options.onGap()
      },
    })
    this.#stream = stream
    stream.state.subscribe(() => {
      if (leaveSignal.aborted) return
      this.#state.write(stream.state.read())
      this.#sendState(stream)
    })
    stream.start(this.#lastEventId)
    return new Promise((resolve) => leaveSignal.addEventListener('abort', () => resolve()))
  }

  #receive(message: TabMessage): void {
    if (this.#stream) {
      if (message.kind === 'ask') this.#sendState(this.#stream)
      if (message.kind === 'retry') this.#stream.retryNow()
      if (message.kind === 'due') this.#stream.retryIfDue()
      return
    }
    if (message.kind === 'events') {
      this.#lastEventId = message.events.at(-1)?.id || this.#lastEventId
      this.#options.onEvents(message.events)
    }
    if (message.kind === 'gap') this.#options.onGap()
    if (message.kind === 'state') this.#follow(message.state, message.lastEventId)
  }

  #follow(state: StreamState, lastEventId: string): void {
    this.#lastEventId = lastEventId || this.#lastEventId
    this.#state.write(state)
    clearTimeout(this.#nudgeTimer)
    if (state.kind !== 'lost') return
    const wait = Math.max(0, state.retryAt - Date.now()) + LEADER_GRACE_MS
    this.#nudgeTimer = setTimeout(() => this.#send({ kind: 'due' }), wait)
  }

  #sendState(stream: LiveStream): void {
    this.#send({ kind: 'state', state: stream.state.read(), lastEventId: stream.lastEventId })
  }

  #send(message: TabMessage): void {
    this.#channel?.postMessage(message)
  }
}
