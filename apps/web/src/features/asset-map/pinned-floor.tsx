import type { Asset } from '@wardtrack/contracts'
import { Button } from 'antd'
import { LocateFixed } from 'lucide-react'
import { useEffect } from 'react'
import { pathText } from '../../lib/place.ts'
import type { MapActions, Point } from '../../map-engine/index.ts'
import {
  FloorCanvas,
  LoadingFloor,
  MapNotice,
  type OpenPlan,
  useMapEngine,
  useShownPlan,
  ZoomControl,
} from '../floor-map/index.ts'
import styles from './asset-location-map.module.css'

interface PinnedFloorProps {
  readonly asset: Asset
  readonly at: Point
  readonly plan: OpenPlan | undefined
  /** A card shows the surroundings, a dialog the whole floor. */
  readonly form: 'card' | 'dialog'
}

/** Metres across the card: the room, its neighbours and the way there. */
const metresAcross = 22
const actions: MapActions = {}
const none = { top: 0, right: 0, bottom: 0, left: 0 }
/** The pin stands on its point: this much of the view's height is above the middle of pin and point. */
const room = { top: 56, right: 24, bottom: 56, left: 24 }

/** A floor with one pin that follows its asset. */
export function PinnedFloor({ asset, at, plan, form }: PinnedFloorProps) {
  const map = useMapEngine(actions, form === 'card' ? 'with-control' : 'always')
  const { engine } = map
  const name = asset.Fields.AssetName || asset.AssetId
  const { x, y } = at
  const mapId = plan?.mapId
  const width = plan?.size.width ?? 0
  const metres = plan?.metres
  useEffect(() => {
    if (!engine || width === 0) return
    const span = metres ? (width / metres) * metresAcross : width / 3
    engine.setFit(
      form === 'card' ? { kind: 'span', mapPixels: span } : { kind: 'contain' },
      form === 'card' ? none : room,
    )
  }, [engine, form, width, metres])
  useShownPlan(engine, plan)
  useEffect(() => {
    engine?.setFigures([{ id: 'asset', kind: 'pin', x, y, label: name }])
    // In a card the surroundings are the point: the plan goes along with the asset.
    if (form === 'card') engine?.centreOn({ x, y })
  }, [engine, form, mapId, width, x, y, name])
  return (
    <FloorCanvas
      map={map}
      label={`${name} on the map: ${pathText(asset.CurrentLocation?.fullPath)}`}
      spoken=""
    >
      {plan ? <MapNotice plan={plan} /> : <LoadingFloor />}
      <div className={styles.tools}>
        <Button
          className={styles.find ?? ''}
          aria-label="Centre on asset"
          title="Centre on asset"
          onClick={() => engine?.centreOn({ x, y })}
          icon={<LocateFixed size={16} strokeWidth={1.8} aria-hidden />}
        />
        <ZoomControl engine={engine} form={form === 'card' ? 'steps' : 'slider'} />
      </div>
    </FloorCanvas>
  )
}
