import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { FloorCanvas, MapNotice, MapSkeleton, ZoomControl } from '../map-canvas/index.ts'
import styles from './assets-map.module.css'
import { ClusterList } from './cluster-list.tsx'
import { FloorList } from './floor-list.tsx'
import { FloorError, TruncationNote } from './floor-notes.tsx'
import { type FloorProps, mapLabel } from './floor-props.ts'
import { FloorStrip } from './floor-strip.tsx'
import { HeatLegend } from './heat-legend.tsx'
import { LayersMenu } from './layers-menu.tsx'
import { MapHeader } from './map-header.tsx'
import { MapLegend } from './map-legend.tsx'
import { useMapScope } from './map-scope.ts'
import { MarkerTooltip } from './marker-tooltip.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useHeat } from './use-heat.ts'

/** The floor on a wide screen: the map card, and the list beside it. */
export function DesktopFloor(props: FloorProps) {
  const { t } = useTranslation('live-map')
  const {
    floors,
    plan,
    map,
    query,
    pointers,
    target,
    highlighted,
    pointerOf,
    announcement,
    clusterMembers,
    onClusterClosed,
  } = props
  const { engine } = map
  const scope = useMapScope()
  const [card, setCard] = useState<HTMLElement | null>(null)
  const { full, toggle } = useFullScreen(card)
  const [original, setOriginal] = useState(false)
  const [heat, setHeat] = useHeat(engine, plan, pointers)
  const name = floors.open?.name ?? ''
  const count = query.data ? pointers.length : undefined
  const point = useCallback(
    (id: string | undefined, by: 'pointer' | 'focus') => {
      engine?.focusMarker(id)
      if (id !== undefined && by === 'focus') engine?.revealMarker(id)
    },
    [engine],
  )
  return (
    <div className={styles.desktop}>
      <section className={styles.card} ref={setCard} aria-label={t('map')}>
        <MapHeader
          name={name}
          index={floors.index}
          total={floors.list.length}
          shown={count}
          onGoToMap={floors.goToMap}
          full={full}
          onFull={toggle}
          layers={
            <LayersMenu
              heat={heat}
              onHeat={setHeat}
              originalColours={original}
              onOriginalColours={(next) => {
                setOriginal(next)
                engine?.setOriginalColours(next)
              }}
              container={() => card ?? document.body}
            />
          }
        />
        <FloorCanvas map={map} label={mapLabel(name, pointers.length, scope)} announcement={announcement}>
          {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
          <FloorStrip
            maps={floors.list}
            open={floors.open?.mapId}
            openCount={count}
            onChoose={floors.choose}
          />
          <MapLegend />
          <div className={styles.zoom}>
            <ZoomControl engine={engine} form="slider" />
          </div>
          {clusterMembers.length > 0 ? (
            <ClusterList
              key={clusterMembers[0] && assetKey(clusterMembers[0])}
              engine={engine}
              members={clusterMembers}
              onClose={onClusterClosed}
            />
          ) : (
            <MarkerTooltip engine={engine} target={target} pointerOf={pointerOf} heat={heat} />
          )}
        </FloorCanvas>
        {heat ? <HeatLegend kind={heat} pointers={pointers} /> : null}
      </section>
      {query.isError && !query.data ? (
        <FloorError query={query} />
      ) : (
        <FloorList
          key={floors.open?.mapId}
          pointers={pointers}
          highlighted={highlighted}
          onHighlight={point}
        />
      )}
      {query.data?.truncated ? <TruncationNote count={query.data.pointers.length} /> : null}
    </div>
  )
}
