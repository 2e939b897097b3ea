import { useState } from 'react'
import { FloorCanvas, MapNotice, MapSkeleton, ZoomControl } from '../map-canvas/index.ts'
import { AssetList } from './asset-list.tsx'
import styles from './assets-map.module.css'
import { FloorError, TruncationNote } from './floor-notes.tsx'
import { type FloorProps, mapLabel } from './floor-props.ts'
import { HeatLegend } from './heat-legend.tsx'
import { MapPager } from './map-header.tsx'
import { useMapScope } from './map-scope.ts'
import { PhoneSheet } from './phone-sheet.tsx'
import { useHeat } from './use-heat.ts'

const ignore = (): void => {}

/** The floor on a phone: the map fills the screen, and a sheet shows the chosen asset. */
export function PhoneFloor(props: FloorProps) {
  const {
    floors,
    plan,
    map,
    query,
    pointers,
    focused,
    highlighted,
    pointerOf,
    announcement,
    clusterMembers,
    onClusterClosed,
    onChoose,
  } = props
  const { engine } = map
  const scope = useMapScope()
  const [heat] = useHeat(engine, plan, pointers)
  const [listed, setListed] = useState(false)
  const name = floors.open?.name ?? ''
  const chosen = focused?.kind === 'marker' ? pointerOf(focused.id) : undefined
  const shown = clusterMembers.length > 0 ? clusterMembers : pointers
  const choose = (id: string): void => {
    setListed(false)
    onClusterClosed()
    onChoose(id)
  }
  const openList = (open: boolean): void => {
    setListed(open)
    if (!open) onClusterClosed()
  }
  return (
    <div className={styles.phone}>
      <FloorCanvas map={map} label={mapLabel(name, pointers.length, scope)} announcement={announcement}>
        {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
        <div className={styles.pager}>
          <MapPager
            name={name}
            index={floors.index}
            total={floors.list.length}
            shown={query.data ? pointers.length : undefined}
            onGoToMap={floors.goToMap}
          />
          {heat ? <HeatLegend kind={heat} pointers={pointers} /> : null}
        </div>
        <div className={styles.under}>
          <div className={styles.touchZoom}>
            <ZoomControl engine={engine} form="touch" />
          </div>
          {query.isError && !query.data ? (
            <FloorError query={query} />
          ) : (
            <PhoneSheet
              chosen={chosen}
              count={shown.length}
              listed={listed || clusterMembers.length > 0}
              onListed={openList}
              list={
                <AssetList
                  pointers={shown}
                  order="unit"
                  highlighted={highlighted}
                  onHighlight={ignore}
                  onChoose={choose}
                />
              }
            />
          )}
        </div>
      </FloorCanvas>
      {query.data?.truncated ? <TruncationNote count={query.data.pointers.length} /> : null}
    </div>
  )
}
