import { queryOptions } from '@tanstack/react-query'
import type { MapConnection, MapLanes } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import type { LaneDrawing } from './drawing/lane-drawing.ts'

/** Query for the lanes and stops of a map. */
export const mapLanesQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.mapLanes, mapId],
    queryFn: async ({ signal }): Promise<MapLanes> =>
      (await api.call('getMapLanes', { params: { mapId }, signal })).data,
  })

/** Query for all lifts, stairs and passages with their stops on all maps. */
export const connectionsQuery = () =>
  queryOptions({
    queryKey: [KEYS.mapLanes, 'connections', 'all'],
    queryFn: async ({ signal }): Promise<MapConnection[]> => (await api.call('connections', { signal })).data,
  })

/** Returns the stored lanes of a map as a drawing. */
export const drawingOf = ({ lanes, stops }: MapLanes): LaneDrawing => ({
  lanes: lanes.map(({ points }) => points),
  stops,
  open: undefined,
})
