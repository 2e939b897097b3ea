import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapActions, MapPin, Point } from '../../map-engine/index.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  useMapEngine,
  useOpenPlan,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './nearest.module.css'

interface RouteFloorProps {
  readonly mapId: string
  /** Corners of the route on this floor, in pixels of the plan. */
  readonly points: readonly Point[]
  /** Start of the route, if it is on this floor. */
  readonly from: Point | undefined
  /** Destination of the route, if it is on this floor. */
  readonly to: Point | undefined
  readonly name: string
}

const actions: MapActions = {}
/** Minimum width in metres, so that the rooms around give orientation. */
const MIN_METRES = 30
/** Ratio of the shown area to the route, with space for the pins above their points. */
const MARGIN = 1.6

/** Returns the part of a floor that shows the given points well; undefined if there are none. */
function viewOf(points: readonly Point[], width: number, metres: number | undefined) {
  if (points.length === 0 || width === 0) return undefined
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const least = metres ? (width / metres) * MIN_METRES : width / 3
  const span = Math.min(width, Math.max(least, (right - left) * MARGIN, (bottom - top) * 2 * MARGIN))
  return { span, centre: { x: (left + right) / 2, y: (top + bottom) / 2 } }
}

/** A floor plan with the route on it. */
export function RouteFloor({ mapId, points, from, to, name }: RouteFloorProps) {
  const { t } = useTranslation('nearest')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions, 'with-control')
  const { engine } = map
  const width = plan?.size.width ?? 0
  const metres = plan?.metres
  const view = useMemo(
    () => viewOf([...points, ...(from ? [from] : []), ...(to ? [to] : [])], width, metres),
    [points, from, to, width, metres],
  )
  useEffect(() => {
    if (engine && view) engine.setFit({ kind: 'span', mapPixels: view.span })
  }, [engine, view])
  useShownPlan(engine, plan)
  const pins = useMemo(
    (): readonly MapPin[] => [
      ...(from ? [{ id: 'start', kind: 'home' as const, x: from.x, y: from.y, label: t('you') }] : []),
      ...(to ? [{ id: 'asset', kind: 'pin' as const, x: to.x, y: to.y, label: name }] : []),
    ],
    [from, to, name, t],
  )
  const trail = useMemo(
    () => (points.length > 1 ? { points, reached: points.length - 1 } : undefined),
    [points],
  )
  // Opening a plan removes everything on it, so the route is added afterwards.
  useEffect(() => {
    engine?.setPins(pins)
    engine?.setTrail(trail)
    if (view) engine?.centreOn(view.centre)
  }, [engine, plan?.mapId, width, pins, trail, view])
  return (
    <div className={styles.floor}>
      <FloorCanvas map={map} label={t('plan', { name, floor: plan?.name ?? '' })} announcement="">
        {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
        <div className={styles.zoom}>
          <ZoomControl engine={engine} form="steps" />
        </div>
      </FloorCanvas>
    </div>
  )
}
