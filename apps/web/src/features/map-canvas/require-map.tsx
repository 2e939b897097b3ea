import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { QueryError } from '../../ui/query-state.tsx'
import { mapInfoQuery } from './plan.query.ts'

interface RequireMapProps {
  /** Undefined while it is not known yet which map it is. */
  readonly mapId: string | undefined
  readonly children: ReactNode
}

/** A page about one map, or what became of asking for it: without the map there is nothing to work on. */
export function RequireMap({ mapId, children }: RequireMapProps) {
  const { t } = useTranslation('map-canvas')
  const info = useQuery({ ...mapInfoQuery(mapId ?? ''), enabled: mapId !== undefined })
  if (!info.isError) return children
  return <QueryError query={info} boxed title={t('failed')} action={<WaysToMaps />} />
}

/** The lists that lead to every map, since an address may name one that is not there. */
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
