import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { QueryError } from '../../ui/query-state.tsx'
import { mapInfoQuery } from './plan.query.ts'

interface RequireMapProps {
  /** Undefined while the map is unknown. */
  readonly mapId: string | undefined
  readonly children: ReactNode
}

/** A page about one map, or the state of loading the map, which the page needs. */
export function RequireMap({ mapId, children }: RequireMapProps) {
  const { t } = useTranslation('map-canvas')
  const info = useQuery({ ...mapInfoQuery(mapId ?? ''), enabled: mapId !== undefined })
  if (!info.isError) return children
  return <QueryError query={info} boxed title={t('failed')} action={<WaysToMaps />} />
}

/** Links to the lists of all maps, for an address that names an unknown map. */
function WaysToMaps() {
  const { t } = useTranslation('map-canvas')
  const mayOpenPlaces = useMayOpen('hierarchy-list-two')
  const mayOpenFences = useMayOpen('geofencelist')
  return (
    <>
      {mayOpenPlaces ? <Link to="/hierarchy-list-two">{t('toPlaces')}</Link> : null}
      {mayOpenFences ? <Link to="/geofencelist">{t('toFences')}</Link> : null}
    </>
  )
}
