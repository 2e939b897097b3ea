import { type MoveSpanDoc, summaryId } from '@wardtrack/database'
import { bytesOf, copyOf } from './packed-bytes.ts'

/** Length of a span. */
export const SPAN_MS = 10_800_000
/**
 * Maximum number of moves and infusion changes in one document, which keeps it far below the store's document limit.
 */
const PART_ROWS = 200_000

/** Returns the start of the span that contains a moment, in milliseconds. */
export const spanOf = (moment: number): number => moment - (moment % SPAN_MS)

/** Moves in time order, as columns. @see MoveSpanDoc */
export type MoveColumns = {
  /** milliseconds since the span's start */
  times: Uint32Array
  assets: Uint32Array
  /** numbers of the places that assets left */
  places: Uint32Array
  /** indexes of the assets' types among the types of the span */
  types: Uint16Array
  /** number of the first level that differs; 0 when the previous place is unknown */
  levels: Uint8Array
}

/** Starts and ends of infusions in time order, as columns. */
export type InfusionColumns = {
  /** milliseconds since the span's start */
  times: Uint32Array
  assets: Uint32Array
  /** 1 when the infusion starts, 0 when it ends */
  begins: Uint8Array
}

/** Moves and infusion changes of a span; `begin` in milliseconds. */
export type MoveSpan = {
  begin: number
  types: readonly string[]
  moves: MoveColumns
  infusions: InfusionColumns
}

/** Converts a span to documents; an empty span has none. */
export function toSpanDocuments({ begin, types, moves, infusions }: MoveSpan): MoveSpanDoc[] {
  const from = new Date(begin)
  const rows = Math.max(moves.times.length, infusions.times.length)
  return Array.from({ length: Math.ceil(rows / PART_ROWS) }, (_, part) => {
    const range = [part * PART_ROWS, (part + 1) * PART_ROWS] as const
    return {
      _id: part === 0 ? summaryId(from) : summaryId(from, String(part)),
      from,
      types: [...types],
      moveTimes: bytesOf(moves.times.subarray(...range)),
      moveAssets: bytesOf(moves.assets.subarray(...range)),
      movePlaces: bytesOf(moves.places.subarray(...range)),
      moveTypes: bytesOf(moves.types.subarray(...range)),
      moveLevels: bytesOf(moves.levels.subarray(...range)),
      infusionTimes: bytesOf(infusions.times.subarray(...range)),
      infusionAssets: bytesOf(infusions.assets.subarray(...range)),
      infusionBegins: bytesOf(infusions.begins.subarray(...range)),
    }
  })
}

/**
 * Converts documents to a span. @param parts all documents of one span in any order, at least one, read with
 * `promoteBuffers`
 */
export function toMoveSpan(parts: readonly MoveSpanDoc[]): MoveSpan {
  const inOrder = parts.toSorted((a, b) => a._id.length - b._id.length || (a._id < b._id ? -1 : 1))
  const [first] = inOrder
  const column = (name: ColumnName): ArrayBuffer => {
    const [bytes] = inOrder
    return copyOf(
      parts.length === 1 && bytes ? bytes[name] : Buffer.concat(inOrder.map((part) => part[name])),
    )
  }
  return {
    begin: first?.from.getTime() ?? 0,
    types: first?.types ?? [],
    moves: {
      times: new Uint32Array(column('moveTimes')),
      assets: new Uint32Array(column('moveAssets')),
      places: new Uint32Array(column('movePlaces')),
      types: new Uint16Array(column('moveTypes')),
      levels: new Uint8Array(column('moveLevels')),
    },
    infusions: {
      times: new Uint32Array(column('infusionTimes')),
      assets: new Uint32Array(column('infusionAssets')),
      begins: new Uint8Array(column('infusionBegins')),
    },
  }
}

type ColumnName = Exclude<keyof MoveSpanDoc, '_id' | 'from' | 'types'>
