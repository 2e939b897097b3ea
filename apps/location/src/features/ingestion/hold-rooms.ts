import type { CachedAsset, IngestEvent } from '@wardtrack/ingestion'
import { isWithin, type PlaceLookup } from '@wardtrack/places'
import type { Position } from './resolve-position.ts'

type LocationEvent = IngestEvent<Position>

/**
 * Keeps assets in their room while their points are about its wall. Only points newer than the asset's place are
 * affected, in order of time, so a late event gets the room of its point. A repeat of the newest event stays in the
 * room that this event got.
 */
export function holdRooms(group: readonly LocationEvent[], lookup: PlaceLookup): readonly LocationEvent[] {
  const held = new Map<CachedAsset, { hierarchyId: string | undefined; time: number }>()
  for (const event of inOrder(group)) {
    const { asset, content, time } = event
    const before = held.get(asset) ?? placeOf(asset)
    if (before && time.getTime() < before.time) continue
    hold(content, before?.hierarchyId, lookup)
    if (group.length > 1) held.set(asset, { hierarchyId: content.hierarchyId, time: time.getTime() })
  }
  return group
}

const inOrder = (group: readonly LocationEvent[]): readonly LocationEvent[] =>
  group.length > 1 ? [...group].sort((a, b) => a.time.getTime() - b.time.getTime()) : group

const placeOf = ({ place: { location } }: CachedAsset) =>
  location && { hierarchyId: location.hierarchyId, time: location.time.getTime() }

/** The content is written in place: copying it costs more than the comparison. */
function hold(content: Position, held: string | undefined, lookup: PlaceLookup): void {
  const { mapId, x, y, precision, hierarchyId, named } = content
  if (held === undefined || held === hierarchyId || precision !== undefined) return
  const place = lookup.place(held)
  if (!place || mapId === null || x === null || y === null) return
  if (named && !isWithin(place, named)) return
  const found = lookup.rooms.roomAt(mapId, { x, y }, named)
  if (!lookup.rooms.holds(held, mapId, { x, y }, found)) return
  content.hierarchyId = held
  content.fullPath = place.fullPath
}
