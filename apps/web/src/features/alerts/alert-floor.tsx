import type { GeofenceAlert } from '@wardtrack/contracts'
import { MapPin } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { pathText } from '../../lib/place.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Insets, MapActions, MapEngine, Point } from '../../map-engine/index.ts'
import { alertSummary } from '../alert-notices/index.ts'
import { mapFenceOf } from '../geofences/index.ts'
import {
  FloorCanvas,
  MapNotice,
  MapSkeleton,
  type OpenPlan,
  useMapEngine,
  useShownPlan,
  ZoomControl,
} from '../map-canvas/index.ts'
import styles from './alert-map.module.css'

interface AlertFloorProps {
  readonly alert: GeofenceAlert
  readonly plan: OpenPlan | undefined
  /** Place on this map where the asset was seen. */
  readonly pin: Point | undefined
  /** False on another floor than the geofence's. */
  readonly showFence: boolean
  /** Number of requests to centre on the pin. */
  readonly centreWish: number
}

const actions: MapActions = {}
/** Insets for the pin, the geofence's name, and the controls at the lower edge. */
const room: Insets = { top: 44, right: 20, bottom: 64, left: 20 }
/** Minimum width in metres shown on a phone. */
const closestMetres = 22
const pixelsPerMetre = 25
/** Half the height covered by the controls at the lower edge of a phone, as a share of the map's width. */
const PIN_FOOT_SHARE = 0.09

/** A floor plan with the geofence in red and a pin where the asset was. */
export function AlertFloor({ alert, plan, pin, showFence, centreWish }: AlertFloorProps) {
  const { t } = useTranslation('alerts')
  const phone = usePhone()
  const map = useMapEngine(actions)
  const { engine } = map
  const summary = alertSummary(alert)
  const { LinkedGeofence: fence } = alert
  const { x, y, w, h } = fence.Coordinates
  useShownPlan(engine, plan)
  useLook(engine, plan, phone, { x, y, w, h }, pin)
  const mapId = plan?.mapId
  const width = plan?.size.width
  useEffect(
    () => engine?.setFences(showFence ? [mapFenceOf(fence)] : []),
    [engine, mapId, width, showFence, fence],
  )
  const [pinX, pinY] = [pin?.x, pin?.y]
  useEffect(() => {
    if (pinX === undefined || pinY === undefined) engine?.setPins([])
    else engine?.setPins([{ id: 'asset', kind: 'pin', x: pinX, y: pinY, label: summary }])
  }, [engine, mapId, width, pinX, pinY, summary])
  useEffect(() => {
    if (centreWish > 0 && pinX !== undefined && pinY !== undefined) engine?.centreOn({ x: pinX, y: pinY })
  }, [engine, centreWish, pinX, pinY])
  return (
    <FloorCanvas map={map} label={`${summary}: ${pathText(alert.LinkedLocation.fullPath)}`} announcement="">
      {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
      <ul className={styles.legend} aria-label={t('map.legend')}>
        <li>
          <span className={styles.swatch} aria-hidden />
          {t('column.geofence')}
        </li>
        <li>
          <MapPin size={16} strokeWidth={2.1} className={styles.pin} aria-hidden />
          {t('column.asset')}
        </li>
      </ul>
      <div className={styles.zoom}>
        <ZoomControl engine={engine} form={phone ? 'steps' : 'slider'} />
      </div>
    </FloorCanvas>
  )
}

interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/**
 * Sets the camera: the whole floor on a desktop. On a phone, where that would be unreadable, the geofence and the
 * pin.
 */
function useLook(
  engine: MapEngine | undefined,
  plan: OpenPlan | undefined,
  phone: boolean,
  fence: Box,
  pin: Point | undefined,
): void {
  const { x, y, w, h } = fence
  const { x: pinX = x + w / 2, y: pinY = y + h / 2 } = pin ?? {}
  const width = plan?.size.width ?? 0
  const perMetre = plan?.metres ? width / plan.metres : pixelsPerMetre
  const mapId = plan?.mapId
  useEffect(() => {
    if (!engine || width === 0) return
    if (!phone) {
      engine.setFit({ kind: 'contain' }, room)
      return
    }
    const [left, top] = [Math.min(x, pinX), Math.min(y, pinY)]
    const [right, bottom] = [Math.max(x + w, pinX), Math.max(y + h, pinY)]
    const shownWidth = 1.25 * Math.max(right - left, bottom - top, closestMetres * perMetre)
    engine.setFit({ kind: 'span', mapPixels: Math.min(shownWidth, width) })
    // Legend and zoom cover the lower edge, so the centre is shifted to keep geofence and pin above them.
    engine.centreOn({ x: (left + right) / 2, y: (top + bottom) / 2 + PIN_FOOT_SHARE * shownWidth })
  }, [engine, mapId, width, perMetre, phone, x, y, w, h, pinX, pinY])
}
