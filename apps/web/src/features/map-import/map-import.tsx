import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import { MapSkeleton, mapInfoQuery } from '../map-canvas/index.ts'
import { placeQuery } from '../places/index.ts'
import { ImportWorkspace } from './import-workspace.tsx'
import styles from './map-import.module.css'

/** Import of a map image for one place of the hierarchy. */
export function MapImport({ hierarchyId }: { readonly hierarchyId: string }) {
  const { t } = useTranslation('map-import')
  const place = useQuery(placeQuery(hierarchyId))
  const mapId = place.data?.mapId ?? undefined
  // A place may name a map without an image; then there is nothing to replace.
  const info = useQuery({ ...mapInfoQuery(mapId ?? ''), enabled: mapId !== undefined, retry: false })
  // The place gets a map while its first image is sent. The form stays mounted, so that its message about the import
  // is kept.
  const isLoaded = place.data !== undefined && (mapId === undefined || !info.isPending)
  const [isOpen, setOpen] = useState(isLoaded)
  if (isLoaded && !isOpen) setOpen(true)
  if (place.error instanceof CallError && place.error.status === 404)
    return <EmptyState boxed title={t('unknownPlace.title')} why={t('unknownPlace.why', { hierarchyId })} />
  if (place.isError && !place.data) return <QueryError query={place} boxed title={t('placeFailed')} />
  if (!place.data || !isOpen)
    return (
      <div className={styles.loading}>
        <MapSkeleton />
      </div>
    )
  return <ImportWorkspace key={place.data.hierarchyId} place={place.data} present={info.data} />
}
