import { useQueries } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useMemo } from 'react'
import { mapInfoQuery } from '../map-canvas/index.ts'

/** The names of the maps that fences are drawn on, as far as they are known yet. */
export function useMapNames(fences: readonly Geofence[]): ReadonlyMap<string, string> {
  const mapIds = useMemo(() => [...new Set(fences.map(({ MapId }) => MapId))], [fences])
  return useQueries({
    queries: mapIds.map((mapId) => mapInfoQuery(mapId)),
    combine: (answers) =>
      new Map(answers.flatMap(({ data }): [string, string][] => (data ? [[data.mapId, data.name]] : []))),
  })
}
