import { Button, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDelayed } from '../../lib/use-delayed.ts'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryError } from '../../ui/query-state.tsx'
import styles from './assets-map.module.css'
import { FloorWorkspace } from './floor-workspace.tsx'
import { type MapScope, MapScopeContext, useMapScope } from './map-scope.ts'
import { useFloorMaps } from './use-floor-maps.ts'
import { useHiddenTypes, useShownTypes } from './use-type-filter.ts'

interface AssetsOnFloorsProps {
  readonly scope: MapScope
  /** Search text, ignored under two characters. */
  readonly search: string
  /** Tools above the map, before the type chips. */
  readonly tools?: ReactNode
  /** Removes search and filters, if no asset matches. */
  readonly onShowAll?: (() => void) | undefined
}

/** Assets that match a search, on their floors: one map at a time, live, with a list of the same assets. */
export function AssetsOnFloors({ scope, search, tools, onShowAll }: AssetsOnFloorsProps) {
  // The tools stay mounted whatever the result, so that typing in them keeps the focus.
  const [types, setTypes] = useState<HTMLElement | null>(null)
  return (
    <MapScopeContext value={scope}>
      {tools ? (
        <div className={styles.tools}>
          {tools}
          <div ref={setTypes} className={styles.types} />
        </div>
      ) : null}
      <Floors search={search} types={types} onShowAll={onShowAll} />
    </MapScopeContext>
  )
}

interface FloorsProps extends Pick<AssetsOnFloorsProps, 'search' | 'onShowAll'> {
  /** Element for the type chips of the open map. */
  readonly types: HTMLElement | null
}

function Floors({ search, types, onShowAll }: FloorsProps) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const hiding = useHiddenTypes(scope)
  const floors = useFloorMaps(scope, search, useShownTypes(hiding.hidden))
  const { maps, open } = floors
  if (maps.isError && !maps.data)
    return (
      <div className={styles.alone}>
        <QueryError query={maps} boxed title={t('failed')} />
      </div>
    )
  if (!maps.data) return <FloorsSkeleton />
  if (!open) return <NoAssets search={search} onShowAll={onShowAll} />
  return <FloorWorkspace floors={floors} search={search} hiding={hiding} chips={types} />
}

function NoAssets({ search, onShowAll }: Pick<AssetsOnFloorsProps, 'search' | 'onShowAll'>) {
  const { t } = useTranslation('live-map')
  const scope = useMapScope()
  const searched = search.length >= 2
  const filtered = scope.conditions !== undefined
  return (
    <div className={styles.alone}>
      <EmptyState
        boxed
        title={
          searched
            ? t(`${scope.name}.noMatch`, { search })
            : t(filtered ? `${scope.name}.noneFiltered` : `${scope.name}.none`)
        }
        why={searched ? t('noMatchWhy') : t(filtered ? 'noneFilteredWhy' : 'noneWhy')}
        action={
          onShowAll && (searched || filtered) ? (
            <Button onClick={onShowAll}>{t('showEverything')}</Button>
          ) : null
        }
      />
    </div>
  )
}

/** Empty areas in the final sizes, shown only if loading is slow. */
function FloorsSkeleton() {
  const late = useDelayed(150)
  const phone = usePhone()
  return (
    <div className={phone ? styles.phone : styles.desktop} aria-busy="true">
      {late ? <Skeleton.Node active className={styles.skeletonPanel ?? ''} /> : null}
      {late && !phone ? <Skeleton.Node active className={styles.skeletonPanel ?? ''} /> : null}
    </div>
  )
}
