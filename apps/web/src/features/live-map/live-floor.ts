import type { QueryClient } from '@tanstack/react-query'
import type { AssetPointer } from '@wardtrack/contracts'
import { patchQueries } from '../../lib/live/patch-query.ts'
import { keepNewer, type PointersOnMap } from './assets-map.query.ts'

/** Text, counts and lists take over what has moved this often; markers move at once. Milliseconds. */
export const readEveryMs = 250

type Pointers = readonly AssetPointer[]

/**
 * The assets of the open map between the live stream and the query cache. Hundreds of moves a second go straight
 * to the markers; the cache, and with it everything that React renders, hears of them a few times a second.
 */
export class LiveFloor {
  readonly #client: QueryClient
  readonly #key: readonly unknown[]
  readonly #listeners = new Set<(pointers: Pointers) => void>()
  /** What has moved and is not in the cache yet, and what the cache held when that began. */
  #pending: { pointers: Pointers; readonly base: Pointers } | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param key of the query that reads the map's assets */
  constructor(client: QueryClient, key: readonly unknown[]) {
    this.#client = client
    this.#key = key
  }

  /** The assets as they are now; undefined until they have been read. */
  get latest(): Pointers | undefined {
    return this.#pending?.pointers ?? this.#cached?.pointers
  }

  /** Takes over what live events have made of `latest`, and tells at once. */
  move(pointers: Pointers): void {
    const base = this.#cached?.pointers
    if (!base) return
    this.#pending = { pointers, base: this.#pending?.base ?? base }
    this.#timer ??= setTimeout(() => this.flush(), readEveryMs)
    for (const listener of this.#listeners) listener(pointers)
  }

  /** Writes what has moved into the cache, now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const pending = this.#pending
    const cached = this.#cached
    this.#pending = undefined
    if (!pending || !cached) return
    // The map may have been read anew meanwhile: then that prevails, but for positions that are newer still.
    const next =
      cached.pointers === pending.base
        ? { ...cached, pointers: pending.pointers }
        : keepNewer({ ...cached, pointers: pending.pointers }, cached)
    patchQueries<PointersOnMap>(this.#client, this.#key, () => next)
  }

  /** Calls back at every move, many times a second. Returns unsubscribe. */
  onMove(listener: (pointers: Pointers) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get #cached(): PointersOnMap | undefined {
    return this.#client.getQueryData<PointersOnMap>(this.#key)
  }
}
