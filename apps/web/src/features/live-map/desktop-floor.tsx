import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { assetKey } from '../../lib/live/patch-asset.ts'
import { FloorCanvas, MapNotice, MapSkeleton, ZoomControl } from '../map-canvas/index.ts'
import styles from './assets-map.module.css'
import type { FloorMap } from './assets-map.query.ts'
import { ClusterList } from './cluster-list.tsx'
import { FloorList } from './floor-list.tsx'
import { FloorError, TruncationNote } from './floor-notes.tsx'
import { type FloorProps, mapLabel } from './floor-props.ts'
import { HeatLegend } from './heat-legend.tsx'
import { LayersMenu } from './layers-menu.tsx'
import { MapHeader } from './map-header.tsx'
import { MapLegend } from './map-legend.tsx'
import { useMapScope } from './map-scope.ts'
import { MarkerTooltip } from './marker-tooltip.tsx'
import { useHeat } from './use-heat.ts'

/** Splits `Tower A · Level 3` into its parts. The hospital chooses the separator. */
const partsOf = (name: string): string[] =>
  name
    .split(/[·>|/–—,]|\s-\s/)
    .map((part) => part.trim())
    .filter(Boolean)

/** Shortens a part: `Level 3` and `L3` → `L3`, `Ground floor` → `GF`, `Basement` → `B`. */
function initials(part: string): string {
  return part
    .split(/\s+/)
    .map((word) => (/\d/.test(word) ? word : (word[0] ?? '')))
    .join('')
    .slice(0, 4)
    .toUpperCase()
}

/** Returns the distinctive part of a building's name: `Tower A` → `A`. */
const buildingMark = (part: string): string => (part.split(/\s+/).at(-1) ?? '').slice(0, 3)

/**
 * Returns short names for a floor strip, in the order of the names. The building is omitted if there is only one.
 * Names that would be equal are replaced by their index in the list.
 */
export function shortFloorNames(names: readonly string[]): string[] {
  const parts = names.map(partsOf)
  const buildings = new Set(parts.map((path) => path.slice(0, -1).join()))
  const short = parts.map((path) => {
    const floor = initials(path.at(-1) ?? '')
    const building = buildings.size > 1 ? path.at(-2) : undefined
    return building ? `${buildingMark(building)} ${floor}` : floor
  })
  return short.map((name, i) =>
    name === '' || short.indexOf(name) !== short.lastIndexOf(name) ? String(i + 1) : name,
  )
}

/** Returns a map's name behind its building's name, unless the name contains both. */
const nameInBuilding = ({ name, place }: FloorMap): string => {
  const building = place?.at(-2)
  return building && partsOf(name).length < 2 ? `${building} · ${name}` : name
}

interface FloorStripProps {
  readonly maps: readonly FloorMap[]
  readonly open: string | undefined
  /** Current number of assets on the open map. */
  readonly openCount: number | undefined
  readonly onChoose: (mapId: string) => void
}

/** All floors with their counts, the highest on top. */
function FloorStrip({ maps, open, openCount, onChoose }: FloorStripProps) {
  const { t } = useTranslation('live-map')
  if (maps.length < 2) return null
  const names = shortFloorNames(maps.map(nameInBuilding))
  const floors = maps.map((map, i) => ({ map, short: names[i] ?? '' })).reverse()
  return (
    <nav className={styles.strip} aria-label={t('floors')}>
      {floors.map(({ map: { mapId, name, count }, short }) => {
        const shown = mapId === open ? (openCount ?? count) : count
        return (
          <button
            key={mapId}
            type="button"
            aria-current={mapId === open ? 'true' : undefined}
            title={name}
            onClick={() => onChoose(mapId)}
          >
            <b>{short}</b> <span>{shown}</span>
          </button>
        )
      })}
    </nav>
  )
}

/** Returns the full-screen state of an element, and a function that toggles it. */
function useFullScreen(element: HTMLElement | null): { full: boolean; toggle: () => void } {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const changed = (): void =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [element])
  // The browser may refuse; then nothing changes.
  const toggle = (): void => {
    if (full) void document.exitFullscreen().catch(() => {})
    else void element?.requestFullscreen().catch(() => {})
  }
  return { full, toggle }
}

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
          <MapLegend
            hasRooms={pointers.some(({ CurrentLocation }) => CurrentLocation.precision === 'room')}
          />
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
