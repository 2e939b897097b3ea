import type { ReadableStore } from '../create-store.ts'
import { type LiveSource, LiveStream, type StreamOptions, type StreamState } from './live-stream.ts'

/**
 * A stream for one tab that is open only while the tab is visible, for browsers that cannot share a stream. When the
 * tab is visible again, the stream continues after its last event.
 */
export class VisibleLiveStream implements LiveSource {
  readonly #stream: LiveStream
  #stopWatching: (() => void) | undefined

  constructor(options: StreamOptions) {
    this.#stream = new LiveStream(options)
  }

  get state(): ReadableStore<StreamState> {
    return this.#stream.state
  }

  start(lastEventId = ''): void {
    if (this.#stopWatching) return
    const follow = (from: string): void => {
      if (document.visibilityState === 'hidden') this.#stream.stop()
      else this.#stream.start(from)
    }
    const onChange = (): void => follow(this.#stream.lastEventId)
    document.addEventListener('visibilitychange', onChange)
    this.#stopWatching = () => document.removeEventListener('visibilitychange', onChange)
    follow(lastEventId)
  }

  stop(): void {
    this.#stopWatching?.()
    this.#stopWatching = undefined
    this.#stream.stop()
  }

  retryNow(): void {
    this.#stream.retryNow()
  }
}
