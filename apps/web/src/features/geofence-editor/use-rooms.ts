import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { RoomOutline } from '@wardtrack/contracts'
import { useEffect } from 'react'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'
import type { ShapeKind } from './drawing/fence-shape.ts'
import type { FenceTool } from './drawing/fence-tool.ts'
import { RoomChoice } from './drawing/room-choice.ts'

const PAGE_SIZE = 500
/** Maximum number of pages of rooms, more than any floor has; further rooms are not offered. */
const MAX_PAGES = 4

/** Loads the rooms of a map that a geofence can use. */
async function loadRooms(mapId: string, signal: AbortSignal): Promise<RoomChoice> {
  const outlines: RoomOutline[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { page, pagesize: PAGE_SIZE }
    const { data, count } = await api.call('roomOutlines', { params: { mapId }, query, signal })
    outlines.push(...data)
    if (data.length === 0 || outlines.length >= count) break
  }
  return new RoomChoice(outlines)
}

/**
 * Gives a tool the rooms of a map.
 * @param onTaken called after the drawing has become the outline of a room
 */
export function useRooms(
  mapId: string,
  tool: FenceTool,
  onTaken: (kind: ShapeKind) => void,
): UseQueryResult<RoomChoice> {
  const rooms = useQuery({
    queryKey: [KEYS.maps, 'rooms', mapId],
    queryFn: ({ signal }) => loadRooms(mapId, signal),
  })
  useEffect(() => tool.setRooms(rooms.data, onTaken), [tool, rooms.data, onTaken])
  return rooms
}

/** Returns the reason why no room can be chosen; undefined if there are rooms. */
export function roomsMissing({ data, isError }: UseQueryResult<RoomChoice>): string | undefined {
  if (data) return data.rooms.length > 0 ? undefined : translate('geofence-editor:room.none')
  return translate(isError ? 'geofence-editor:room.failed' : 'geofence-editor:room.loading')
}

/** Returns the text for screen readers about the room reached by Tab; undefined without one. */
export function roomAnnouncement(
  rooms: RoomChoice | undefined,
  chosen: FenceTool['state']['chosen'],
): string | undefined {
  const room = rooms?.roomOf(chosen)
  if (!rooms || !room) return undefined
  const { name, above } = room
  const place = { name, above, number: rooms.rooms.indexOf(room) + 1, count: rooms.rooms.length }
  return translate('geofence-editor:room.chosen', place)
}
