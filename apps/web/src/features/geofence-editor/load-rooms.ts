import type { RoomOutline } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { RoomChoice } from './drawing/room-choice.ts'

const PAGE_SIZE = 500
/** Maximum number of pages of rooms, more than any floor has; further rooms are not offered. */
const MAX_PAGES = 4

/** Loads the rooms of a map that a geofence can use. */
export async function loadRooms(mapId: string, signal: AbortSignal): Promise<RoomChoice> {
  const outlines: RoomOutline[] = []
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = { page, pagesize: PAGE_SIZE }
    const { data, count } = await api.call('roomOutlines', { params: { mapId }, query, signal })
    outlines.push(...data)
    if (data.length === 0 || outlines.length >= count) break
  }
  return new RoomChoice(outlines)
}
