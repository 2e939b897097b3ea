import { queryOptions } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { compareNames } from '../../lib/i18n/formats.ts'
import { KEYS } from '../../lib/queries.ts'
import type { MapPin } from '../../map-engine/index.ts'

/** Query for the monitors on a map. */
export const monitorsQuery = (mapId: string) =>
  queryOptions({
    queryKey: [KEYS.maps, 'monitors', mapId],
    queryFn: async ({ signal }): Promise<MonitorMark[]> =>
      (await api.call('markedMonitors', { params: { mapId }, signal })).data,
  })

/** Returns the monitor's id: its hierarchyId without the provider in front. */
export const monitorIdOf = ({ hierarchyId, provider }: MonitorMark): string =>
  hierarchyId.startsWith(`${provider}-`) ? hierarchyId.slice(provider.length + 1) : hierarchyId

/** Sorts monitors in the order of the list beside the map. */
export const inListOrder = (marks: readonly MonitorMark[]): MonitorMark[] =>
  [...marks].sort((a, b) => compareNames(a.hierarchyId, b.hierarchyId))

/** Returns a monitor's label on the map. */
export const monitorLabel = (mark: MonitorMark): string => `${monitorIdOf(mark)} · ${mark.provider}`

/** Returns a monitor in the format of the map. */
export const monitorPin = (mark: MonitorMark, highlighted: boolean): MapPin => ({
  id: mark.hierarchyId,
  kind: 'monitor',
  x: mark.xCoordinate,
  y: mark.yCoordinate,
  label: monitorLabel(mark),
  highlighted,
})
