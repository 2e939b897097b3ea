import { Button } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { MapActions, MapPin, MapTrail, Point } from '../../map-engine/index.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  type OpenPlan,
  useMapEngine,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './asset-location-map.module.css'

interface PinnedFloorProps {
  /** Content of the map, for screen readers. */
  readonly label: string
  readonly pins: readonly MapPin[]
  /** Trail to the current position, on this floor. */
  readonly trail?: MapTrail
  /** Centre of the view; undefined shows the whole floor. */
  readonly centre: Point | undefined
  /** Kind of the pin, for the button that returns to it. */
  readonly kind: 'asset' | 'home'
  readonly plan: OpenPlan | undefined
  /** `card` shows the surroundings, `dialog` the whole floor. */
  readonly form: 'card' | 'dialog'
}

/** Width of a card in metres: the room, its neighbours and the corridor. */
const metresAcross = 22
const actions: MapActions = {}
const none = { top: 0, right: 0, bottom: 0, left: 0 }
/** Free space around the view's content. The pin is above its point, so the top needs more. */
const room = { top: 56, right: 24, bottom: 56, left: 24 }

/** A floor plan with pins that follow their assets. */
export function PinnedFloor({ label, pins, trail, centre, kind, plan, form }: PinnedFloorProps) {
  const { t } = useTranslation('asset-location')
  const map = useMapEngine(actions, form === 'card' ? 'with-control' : 'always')
  const { engine } = map
  const { x, y } = centre ?? {}
  const mapId = plan?.mapId
  const width = plan?.size.width ?? 0
  const metres = plan?.metres
  const close = form === 'card' && centre !== undefined
  useEffect(() => {
    if (!engine || width === 0) return
    const span = metres ? (width / metres) * metresAcross : width / 3
    engine.setFit(close ? { kind: 'span', mapPixels: span } : { kind: 'contain' }, close ? none : room)
  }, [engine, close, width, metres])
  useShownPlan(engine, plan)
  useEffect(() => {
    engine?.setPins(pins)
  }, [engine, mapId, width, pins])
  useEffect(() => {
    engine?.setTrail(trail)
  }, [engine, mapId, width, trail])
  useEffect(() => {
    // A card shows the surroundings, so the plan moves with the asset.
    if (close && x !== undefined && y !== undefined) engine?.centreOn({ x, y })
  }, [engine, close, mapId, width, x, y])
  return (
    <FloorCanvas map={map} label={label} announcement="">
      {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
      <div className={styles.tools}>
        {centre ? (
          <Button
            className={styles.find ?? ''}
            aria-label={t(`centreOn.${kind}`)}
            title={t(`centreOn.${kind}`)}
            onClick={() => engine?.centreOn(centre)}
            icon={<LocateFixed size={16} strokeWidth={1.8} aria-hidden />}
          />
        ) : null}
        <ZoomControl engine={engine} form={form === 'card' ? 'steps' : 'slider'} />
      </div>
    </FloorCanvas>
  )
}
