import type { Database, PlaceReference, Types } from '@wardtrack/database'
import type { AssetNumbers } from './asset-numbers.ts'
import { collectMoves } from './collect-moves.ts'
import type { MovePlaces } from './move-places.ts'
import { type MoveSpan, SPAN_MS } from './move-span.ts'
import { insertMoveSpans, replaceMoveSpan } from './move-spans.store.ts'

type PackParts = { db: Database; numbers: AssetNumbers; places: MovePlaces }

/** Packs the moves of a period whose spans are not stored yet; its snapshots and visits are stored. */
export async function packMoveSpans(parts: PackParts, from: number, until: number): Promise<void> {
  await insertMoveSpans(parts.db, { from, until }, await collectSpans(parts, from, until))
}

/** Packs the moves of a span again. @param begin start of the span */
export async function repackMoveSpan(parts: PackParts, begin: number): Promise<void> {
  for (const span of await collectSpans(parts, begin, begin + SPAN_MS)) await replaceMoveSpan(parts.db, span)
}

function collectSpans({ db, numbers, places }: PackParts, begin: number, end: number): Promise<MoveSpan[]> {
  const given = {
    prepare: async (assets: readonly Types.ObjectId[], leftPlaces: readonly PlaceReference[]) => {
      await numbers.give(assets)
      await places.give(leftPlaces)
    },
    asset: (asset: Types.ObjectId) => numbers.get(asset.toHexString()) ?? 0,
    place: (place: PlaceReference) => places.get(place) ?? 0,
  }
  return collectMoves(db, given, { begin, end, snapshotsUntil: end })
}
