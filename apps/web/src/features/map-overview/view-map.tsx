import { useQuery } from '@tanstack/react-query'
import type { LocationHierarchy } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { RequireMap } from '../map-canvas/index.ts'
import { placeQuery } from '../places/index.ts'
import { MapOverview } from './map-overview.tsx'

/** The map of one place with its geofences and monitors. */
export function ViewMap({ hierarchyId }: { readonly hierarchyId: string }) {
  const { t } = useTranslation('map-overview')
  const place = useQuery(placeQuery(hierarchyId))
  if (place.isError && !place.data) return <QueryError query={place} boxed title={t('failed')} />
  const mapId = place.data?.mapId
  if (place.data && mapId === null) return <NoMap place={place.data} />
  return (
    <RequireMap mapId={mapId ?? undefined}>
      <MapOverview place={place.data} mapId={mapId ?? undefined} />
    </RequireMap>
  )
}

function NoMap({ place }: { readonly place: LocationHierarchy }) {
  const { t } = useTranslation('map-overview')
  const mayImport = useMayOpen('map-import')
  return (
    <EmptyState
      boxed
      title={place.fullName.join(' > ')}
      why={t('noMap')}
      action={
        mayImport ? (
          <Button type="primary" href={`#/map-import/${encodeURIComponent(place.hierarchyId)}`}>
            {t('importMap')}
          </Button>
        ) : null
      }
    />
  )
}
