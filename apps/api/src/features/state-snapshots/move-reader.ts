import type { Levels } from '@wardtrack/contracts'
import type { Database, PlacePaths, PlaceReference, Types } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { collectMoves, type SpanNumbers } from './collect-moves.ts'
import { type MovePlaces, placeKey } from './move-places.ts'
import { type MoveSpan, SPAN_MS, spanOf } from './move-span.ts'
import { readMoveSpans } from './move-spans.store.ts'
import { isCountedBy } from './packed-state.ts'
import { readProgress } from './snapshots.store.ts'
import { firstVisit } from './usage-days.store.ts'

/** Items with assigned numbers, counted from 0. */
type Known<Item> = { readonly size: number; get(item: Item): number | undefined }

/**
 * Assigned numbers, followed by temporary numbers for items without one. Temporary numbers are used for one query and
 * never stored. An item keeps its temporary number even when a real one is assigned meanwhile.
 */
class TemporaryNumbers<Item> {
  /** number of assigned numbers at the start of the query */
  readonly known: number
  /** items with temporary numbers, in number order */
  readonly added: Item[] = []
  private readonly numbers = new Map<string, number>()
  private readonly stored: Known<Item>
  private readonly keyOf: (item: Item) => string

  /** @param keyOf returns the key that identifies an item */
  constructor(stored: Known<Item>, keyOf: (item: Item) => string) {
    this.stored = stored
    this.known = stored.size
    this.keyOf = keyOf
  }

  get size(): number {
    return this.known + this.added.length
  }

  numberOf(item: Item): number {
    const storedNumber = this.stored.get(item)
    if (storedNumber !== undefined && storedNumber < this.known) return storedNumber
    const key = this.keyOf(item)
    const number = this.numbers.get(key) ?? this.size
    if (number === this.size) {
      this.numbers.set(key, number)
      this.added.push(item)
    }
    return number
  }
}

const DAY_MS = 86_400_000

/** Moves of a period, with numbers for assets and places. */
export type Moves = {
  /** returns 1 for assets with these hexadecimal `_id`s, or for all when omitted */
  marked(ids?: readonly string[]): Uint8Array
  /** `_id` of an asset, hexadecimal */
  idOf(asset: number): string
  pathOf(place: number): Levels
  /** returns 1 for assets that were infusing before the period */
  infusing(): Promise<Uint8Array>
  /** yields the spans that overlap the period, oldest first, whole at both ends; milliseconds since `begin` */
  spans(): AsyncGenerator<MoveSpan>
  /** start of the available history in milliseconds */
  earliest: number
  /**
   * yields the spans of up to `days` days before the period, newest first and without gaps, beginning with the span
   * that contains the period's start
   */
  spansBefore(days: number): AsyncGenerator<MoveSpan>
}

/** Reader of moves: spans up to `unpackedFrom`, visits after it. Visits take a hundred times as long to read. */
export type MoveReader = {
  unpackedFrom(): Promise<number>
  /** @param to exclusive end of the period, not in the future; milliseconds */
  open(period: { from: number; to: number }): Promise<Moves>
}

/** Data sources of moves. */
export type MoveParts = {
  db: Database
  numbers: AssetNumbers
  places: MovePlaces
  /** reads the present paths of places */
  readPaths(): Promise<PlacePaths>
  walk(
    assets: readonly string[],
    moments: readonly number[],
    stop: (words: Uint16Array) => void,
  ): Promise<void>
}

/** Creates a reader of moves. */
export const createMoveReader = (parts: MoveParts): MoveReader => ({
  unpackedFrom: async () => (await readProgress(parts.db))?.movesUntil?.getTime() ?? 0,
  open: (period) => openMoves(parts, period),
})

async function openMoves(
  { db, numbers, places, readPaths, walk }: MoveParts,
  { from, to }: { from: number; to: number },
): Promise<Moves> {
  const progress = await readProgress(db)
  const movesUntil = progress?.movesUntil?.getTime() ?? 0
  const snapshotsUntil = progress?.until?.getTime() ?? 0
  await numbers.load()
  await places.load()
  const numbering = new QueryNumbering(numbers, places)
  // Time between the last span and the period shows where assets were at the period's start.
  const begin = from - movesUntil < DAY_MS ? Math.min(spanOf(from), movesUntil) : spanOf(from)
  const unpackedTime = { begin: Math.max(begin, movesUntil), end: to, snapshotsUntil }
  const unpacked = unpackedTime.begin < to ? await collectMoves(db, numbering, unpackedTime) : []
  const ids = [...numbers.all().slice(0, numbering.assets.known), ...numbering.assets.added]
  const paths = await readPaths()
  const temporary = numbering.places
  return {
    marked: (assetIds) => {
      const bits = new Uint8Array(ids.length)
      if (!assetIds) return bits.fill(1)
      const marked = new Set(assetIds)
      for (const [number, id] of ids.entries()) if (marked.has(id)) bits[number] = 1
      return bits
    },
    idOf: (asset) => ids[asset] ?? '',
    pathOf: (number) => {
      const place =
        number < temporary.known ? places.placeOf(number) : temporary.added[number - temporary.known]
      return place ? paths.pathOf(place) : {}
    },
    infusing: async () => {
      const infusing = new Uint8Array(ids.length)
      await walk(ids, [from], (words) => {
        for (const [number, word] of words.entries()) infusing[number] = Number(isCountedBy('Infusing', word))
      })
      return infusing
    },
    spans: async function* spans() {
      const end = Math.min(to, movesUntil)
      if (from < end) yield* readMoveSpans(db, { from: spanOf(from), to: end })
      yield* unpacked.filter((span) => span.begin + SPAN_MS > from)
    },
    // The time between the last span and the visits read here is unknown.
    earliest: begin > movesUntil ? 0 : ((await firstVisit(db)) ?? from),
    spansBefore: async function* spansBefore(days) {
      yield* unpacked.filter((span) => span.begin < from).reverse()
      if (begin > movesUntil) return
      const end = Math.min(spanOf(from) + SPAN_MS, movesUntil)
      yield* readMoveSpans(db, { from: spanOf(from) - days * DAY_MS, to: end }, -1)
    },
  }
}

/** Asset and place numbers for one query. */
class QueryNumbering implements SpanNumbers {
  readonly assets: TemporaryNumbers<string>
  readonly places: TemporaryNumbers<PlaceReference>

  constructor(numbers: AssetNumbers, places: MovePlaces) {
    this.assets = new TemporaryNumbers<string>(numbers, (id) => id)
    this.places = new TemporaryNumbers<PlaceReference>(places, placeKey)
  }

  /** Temporary numbers are assigned on first use. */
  prepare = async (): Promise<void> => undefined
  asset(asset: Types.ObjectId): number {
    return this.assets.numberOf(asset.toHexString())
  }
  place(place: PlaceReference): number {
    return this.places.numberOf(place)
  }
}
