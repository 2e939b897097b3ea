import { useQuery } from '@tanstack/react-query'
import type { LocationHierarchy } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useMayOpen } from '../../lib/access.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { RequireMap } from '../map-canvas/index.ts'
import { placeQuery } from '../places/index.ts'
import { MapOverview } from './map-overview.tsx'

/** The map of one place with its geofences and monitors. */
export function ViewMap({ hierarchyId }: { readonly hierarchyId: string }) {
  const place = useQuery(placeQuery(hierarchyId))
  if (place.isError && !place.data)
    return <QueryError query={place} boxed title="This place could not be loaded" />
  const mapId = place.data?.mapId
  if (place.data && mapId === null) return <NoMap place={place.data} />
  return (
    <RequireMap mapId={mapId ?? undefined}>
      <MapOverview place={place.data} mapId={mapId ?? undefined} />
    </RequireMap>
  )
}

function NoMap({ place }: { readonly place: LocationHierarchy }) {
  const mayImport = useMayOpen('map-import')
  return (
    <EmptyState
      boxed
      title={place.fullName.join(' > ')}
      why="This place has no map yet."
      action={
        mayImport ? (
          <Button type="primary" href={`#/map-import/${encodeURIComponent(place.hierarchyId)}`}>
            Import a map
          </Button>
        ) : null
      }
    />
  )
}
