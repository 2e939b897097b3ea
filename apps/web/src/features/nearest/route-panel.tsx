import { useQuery } from '@tanstack/react-query'
import type { ResponseOf, RouteLeg, StartPoint } from '@wardtrack/contracts'
import { CornerDownRight, Flag, Footprints, type LucideIcon, MoveVertical } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatWholeMetres } from '../../lib/i18n/formats.ts'
import { placeOf } from '../../lib/place.ts'
import type { MapActions, MapPin, Point } from '../../map-engine/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
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
import { nearestRouteQuery } from './nearest.query.ts'

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
function RouteFloor({ mapId, points, from, to, name }: RouteFloorProps) {
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

type FoundRoute = ResponseOf<'nearestRoute'>

/** Route to one piece of equipment: on the plan of each floor, and in words. */
export function RoutePanel({ start, assetId }: { readonly start: StartPoint; readonly assetId: string }) {
  const { t } = useTranslation('nearest')
  const route = useQuery(nearestRouteQuery(start, assetId))
  return (
    <div className={styles.route}>
      <QueryState query={route} failed={t('routeFailed')}>
        {(found) => <Route key={assetId} route={found} />}
      </QueryState>
    </div>
  )
}

function Route({ route }: { readonly route: FoundRoute }) {
  const { t } = useTranslation('nearest')
  const { legs, asset } = route
  const [chosen, setChosen] = useState(0)
  const index = Math.min(chosen, Math.max(0, legs.length - 1))
  const leg = legs[index]
  const name = asset.AssetName ?? asset.AssetId
  return (
    <>
      {legs.length > 1 ? (
        <div className={styles.legs} role="group" aria-label={t('floors')}>
          {legs.map((choice, number) => (
            <button
              key={legKey(choice)}
              type="button"
              aria-pressed={number === index}
              onClick={() => setChosen(number)}
            >
              {choice.mapName}
            </button>
          ))}
        </div>
      ) : null}
      <RouteFloor
        mapId={leg?.mapId ?? asset.mapId}
        points={leg?.points ?? []}
        from={index === 0 && leg ? route.start : undefined}
        to={leg === legs.at(-1) ? asset : undefined}
        name={name}
      />
      <ol className={styles.steps}>
        {legs.map((step) => (
          <Step key={legKey(step)} leg={step} />
        ))}
        <StepLine
          Icon={Flag}
          text={t('arrive', { place: placeOf(asset.fullPath).place || asset.mapName, name })}
        />
      </ol>
      <Note route={route} />
    </>
  )
}

/** Note about the precision of the route (along lanes, straight line, or unknown) and of the start. */
function Note({ route: { asset, start } }: { readonly route: FoundRoute }) {
  const { t } = useTranslation('nearest')
  const metres = asset.metres === null ? '' : formatWholeMetres(asset.metres)
  return (
    <p className={styles.note}>
      {asset.metres === null
        ? t('noWay', { floor: asset.mapName })
        : asset.alongLanes
          ? t('alongLanes', { metres })
          : t('straightLine', { metres })}
      {start.precision === 'map' ? ` ${t('fromMiddle', { floor: start.mapName })}` : ''}
    </p>
  )
}

/** Returns a unique key: a route visits a point of a map only once. */
const legKey = ({ mapId, points: [first] }: RouteLeg): string => `${mapId} ${first?.x} ${first?.y}`

const VIA = { lift: 'via.lift', stairs: 'via.stairs', passage: 'via.passage' } as const

function Step({ leg: { via, mapName } }: { readonly leg: RouteLeg }) {
  const { t } = useTranslation('nearest')
  if (!via) return <StepLine Icon={Footprints} text={t('walk', { floor: mapName })} />
  return (
    <StepLine
      Icon={via === 'passage' ? CornerDownRight : MoveVertical}
      text={t(VIA[via], { floor: mapName })}
    />
  )
}

function StepLine({ Icon, text }: { readonly Icon: LucideIcon; readonly text: string }) {
  return (
    <li>
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      {text}
    </li>
  )
}
