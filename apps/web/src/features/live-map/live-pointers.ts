import type { QueryClient } from '@tanstack/react-query'
import type { AssetPointer, LiveEvent } from '@wardtrack/contracts'
import { patchQueries } from '../../lib/live/patch-query.ts'
import { keepNewer, type PointersOnMap } from './assets-map.query.ts'
import type { MapScope } from './map-scope.ts'
import { AssetsOnMap, type PointerChange } from './patch-pointers.ts'

/** Text, counts and lists take over what has moved this often; markers move at once. Milliseconds. */
export const cacheWriteMs = 250

type Pointers = readonly AssetPointer[]
type ChangeListener = (change: PointerChange) => void

/** The query that reads a map's assets, and which assets it reads. */
export interface LivePointersSource {
  readonly queryKey: readonly unknown[]
  readonly mapId: string
  readonly scope: MapScope
}

/**
 * The assets of the open map between the live stream and the query cache. Hundreds of moves a second go straight
 * to the markers, each batch as what it changed; the cache, and with it everything that React renders, takes them
 * over a few times a second.
 */
export class LivePointers {
  readonly #client: QueryClient
  readonly #source: LivePointersSource
  readonly #listeners = new Set<ChangeListener>()
  /** The assets as they are now, and what the cache held when they were taken from there. */
  #assets: { readonly onMap: AssetsOnMap; readonly base: Pointers } | undefined
  /** Something has changed that is not in the cache yet. */
  #unwritten = false
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient, source: LivePointersSource) {
    this.#client = client
    this.#source = source
  }

  /** The assets as they are now; undefined until they have been read. */
  get latest(): Pointers | undefined {
    const cached = this.#cached?.pointers
    return cached && this.#unwritten ? this.#assets?.onMap.pointers : cached
  }

  /** Whether the cache holds these because live events were written there: then every listener knows them. */
  hasWritten(pointers: Pointers): boolean {
    return this.#assets?.base === pointers
  }

  /** Applies live events, and reports what they changed at once; undefined until the assets have been read. */
  apply(events: readonly LiveEvent[]): PointerChange | undefined {
    return this.#change((onMap) => onMap.apply(events))
  }

  /** Adds assets that were fetched because live events named them. */
  merge(fetched: Pointers): void {
    this.#change((onMap) => onMap.merge(fetched))
  }

  /** Writes what has changed into the cache, now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const cached = this.#cached
    const assets = this.#assets
    if (!this.#unwritten || !cached || !assets) return
    this.#unwritten = false
    // The map may have been read again meanwhile: then that prevails, but for positions that are newer still.
    const live = { ...cached, pointers: assets.onMap.pointers }
    const isBase = cached.pointers === assets.base
    const next = isBase ? live : keepNewer(live, cached)
    patchQueries<PointersOnMap>(this.#client, this.#source.queryKey, () => next)
    const written = this.#cached?.pointers
    this.#assets = isBase && written ? { onMap: assets.onMap, base: written } : undefined
  }

  /** Calls back at every change, many times a second. Returns unsubscribe. */
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
