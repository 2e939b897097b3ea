import type { QueryClient } from '@tanstack/react-query'
import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import { patchQueries } from '../../lib/live/patch-query.ts'
import { keepNewer, type PointersOnMap } from './assets-map.query.ts'
import type { MapScope } from './map-scope.ts'
import { AssetsOnMap, type PointerChange } from './patch-pointers.ts'

/** Interval in milliseconds in which text, counts and lists are updated; markers move immediately. */
export const cacheWriteMs = 250

type Pointers = readonly AssetPointer[]
type ChangeListener = (change: PointerChange) => void

/** Query of a map's assets, and its filter. */
export interface LivePointersSource {
  readonly queryKey: readonly unknown[]
  readonly mapId: string
  readonly scope: MapScope
}

/**
 * Assets of the open map between the live stream and the query cache. Hundreds of moves per second go straight to the
 * markers, as the changes of each batch. The cache, and with it everything that React renders, is updated a few times
 * per second.
 */
export class LivePointers {
  readonly #client: QueryClient
  readonly #source: LivePointersSource
  readonly #listeners = new Set<ChangeListener>()
  /** Current assets, and the cached data they are based on. */
  #assets: { readonly onMap: AssetsOnMap; readonly base: Pointers } | undefined
  /** True if there are changes that are not in the cache yet. */
  #unwritten = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, source: LivePointersSource) {
    this.#client = client
    this.#source = source
  }

  /** Current assets; undefined before the first fetch. */
  get latest(): Pointers | undefined {
    const cached = this.#cached?.pointers
    return cached && this.#unwritten ? this.#assets?.onMap.pointers : cached
  }

  /** Returns true if these cached assets were written from live events; every listener knows them then. */
  hasWritten(pointers: Pointers): boolean {
    return this.#assets?.base === pointers
  }

  /** Applies live events and reports their changes immediately; returns undefined before the first fetch. */
  apply(events: readonly LiveEvent[]): PointerChange | undefined {
    return this.#change((onMap) => onMap.apply(events))
  }

  /** Adds assets that were fetched because live events named them. */
  merge(fetched: Pointers): void {
    this.#change((onMap) => onMap.merge(fetched))
  }

  /** Writes pending changes to the cache now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const cached = this.#cached
    const assets = this.#assets
    if (!this.#unwritten || !cached || !assets) return
    this.#unwritten = false
    // If the map was refetched meanwhile, the fetched data wins, except for newer positions.
    const live = { ...cached, pointers: assets.onMap.pointers }
    const isBase = cached.pointers === assets.base
    const next = isBase ? live : keepNewer(live, cached)
    patchQueries<PointersOnMap>(this.#client, this.#source.queryKey, () => next)
    const written = this.#cached?.pointers
    this.#assets = isBase && written ? { onMap: assets.onMap, base: written } : undefined
  }

  /** Calls back at every change, many times per second. Returns the function that unsubscribes. */
  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #change(make: (onMap: AssetsOnMap) => PointerChange): PointerChange | undefined {
    const cached = this.#cached?.pointers
    if (!cached) return undefined
    if (!this.#assets || (!this.#unwritten && this.#assets.base !== cached)) {
      const { mapId, scope } = this.#source
      this.#assets = { onMap: new AssetsOnMap(mapId, scope, cached), base: cached }
    }
    const change = make(this.#assets.onMap)
    if (change.changed.length === 0 && change.removedKeys.length === 0) return change
    this.#unwritten = true
    this.#timer ??= setTimeout(() => this.flush(), cacheWriteMs)
    for (const listener of this.#listeners) listener(change)
    return change
  }

  get #cached(): PointersOnMap | undefined {
    return this.#client.getQueryData<PointersOnMap>(this.#source.queryKey)
  }
}
