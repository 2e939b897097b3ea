import { type MoveSpanDoc, summaryId } from '@wardtrack/database'
import { bytesOf, copyOf } from './packed-bytes.ts'

/** How long a span lasts. */
export const SPAN_MS = 10_800_000
/** Moves, and changes of infusions, of one document: it stays far below the store's largest. */
const PART_ROWS = 200_000

/** Where the span of a moment begins, milliseconds. */
export const spanOf = (moment: number): number => moment - (moment % SPAN_MS)

/** Moves in the order of time, in columns. @see MoveSpanDoc */
export type MoveColumns = {
  /** milliseconds since the span began */
  times: Uint32Array
  assets: Uint32Array
  /** the number of the place that was left */
  places: Uint32Array
  /** the place of the asset's type among the types of the span */
  types: Uint16Array
  /** number of the first level that differs; 0 where nobody knows where the asset was before */
  levels: Uint8Array
}

/** When assets began and ended to infuse, in the order of time, in columns. */
export type InfusionColumns = {
  /** milliseconds since the span began */
  times: Uint32Array
  assets: Uint32Array
  /** 1 where it infuses from then on */
  begins: Uint8Array
}

/** What happened in a span; `begin` in milliseconds. */
export type MoveSpan = {
  begin: number
  types: readonly string[]
  moves: MoveColumns
  infusions: InfusionColumns
}

/** The documents that a span is stored as, none where nothing happened. */
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

/** The span that documents hold. @param parts all of one span in any order, at least one, as read with `promoteBuffers` */
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
