import { type ReactNode, useEffect } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import type { Insets, MapEngine, MapTool } from '../../map-engine/index.ts'
import { FloorCanvas } from './floor-canvas.tsx'
import { MapNotice, MapSkeleton } from './map-overlays.tsx'
import styles from './map-with-tool.module.css'
import type { OpenPlan } from './plan.query.ts'
import { type MapEngineHost, useShownPlan } from './use-map-engine.ts'
import { ZoomControl } from './zoom-control.tsx'

/** Insets for a geofence's name above, and for hint and zoom below. */
const desktop: Insets = { top: 40, right: 28, bottom: 66, left: 28 }
const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

interface MapWithToolProps {
  readonly map: MapEngineHost
  readonly plan: OpenPlan | undefined
  readonly tool: MapTool
  readonly label: string
  readonly announcement: string
  readonly children?: ReactNode
}

/**
 * A plan with a tool. On a phone the plan fills its container, because targets on a whole floor would be too small to
 * touch.
 */
export function MapWithTool({ map, plan, tool, label, announcement, children }: MapWithToolProps) {
  const { engine } = map
  const phone = usePhone()
  useEffect(() => {
    engine?.setTool(tool)
    return () => engine?.setTool(undefined)
  }, [engine, tool])
  useEffect(
    () => engine?.setFit({ kind: phone ? 'cover' : 'contain' }, phone ? none : desktop),
    [engine, phone],
  )
  useShownPlan(engine, plan)
  return (
    <FloorCanvas map={map} label={label} announcement={announcement}>
      {plan ? <MapNotice plan={plan} /> : <MapSkeleton />}
      {children}
      <div className={styles.zoom}>
        <ZoomControl engine={engine} form={phone ? 'touch' : 'slider'} />
      </div>
    </FloorCanvas>
  )
}

/** Returns a key that changes whenever a plan was opened in the engine, which removes all drawn items. */
export const openPlanKey = (engine: MapEngine | undefined, plan: OpenPlan | undefined): string =>
  engine && plan ? `${plan.mapId} ${plan.size.width} ${plan.size.height}` : ''
