import { queryOptions } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import type { MapPin } from '../../map-engine/index.ts'

/** The monitors marked on a map. */
export const monitorsQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'monitors', mapId],
    queryFn: async ({ signal }): Promise<MonitorMark[]> =>
      (await api.call('markedMonitors', { params: { mapId }, signal })).data,
  })

/** The monitor's own id: its hierarchyId without the provider in front. */
export const monitorIdOf = ({ hierarchyId, provider }: MonitorMark): string =>
  hierarchyId.startsWith(`${provider}-`) ? hierarchyId.slice(provider.length + 1) : hierarchyId

/** A monitor as the map draws it. */
export const monitorPin = (mark: MonitorMark, highlighted: boolean): MapPin => ({
  id: mark.hierarchyId,
  kind: 'monitor',
  x: mark.xCoordinate,
  y: mark.yCoordinate,
  label: `${monitorIdOf(mark)} · ${mark.provider}`,
  highlighted,
})
