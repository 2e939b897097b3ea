import { type ReactNode, useEffect } from 'react'
import { usePhone } from '../../lib/use-media.ts'
import type { Insets, MapEngine, MapTool } from '../../map-engine/index.ts'
import { FloorCanvas } from './floor-canvas.tsx'
import { LoadingFloor } from './loading-floor.tsx'
import { MapNotice } from './map-notice.tsx'
import type { OpenPlan } from './plan.query.ts'
import { type EngineOnPage, useShownPlan } from './use-map-engine.ts'
import styles from './work-floor.module.css'
import { ZoomControl } from './zoom-control.tsx'

/** Room for a fence's name above, and for hint and zoom below. */
const desk: Insets = { top: 40, right: 28, bottom: 66, left: 28 }
const none: Insets = { top: 0, right: 0, bottom: 0, left: 0 }

interface WorkFloorProps {
  readonly map: EngineOnPage
  readonly plan: OpenPlan | undefined
  readonly tool: MapTool
  readonly label: string
  readonly spoken: string
  readonly children?: ReactNode
}

/** A plan to work on with a tool. On a phone it fills its place, since a whole floor would be too small to touch. */
export function WorkFloor({ map, plan, tool, label, spoken, children }: WorkFloorProps) {
  const { engine } = map
  const phone = usePhone()
  useEffect(() => {
    engine?.setTool(tool)
    return () => engine?.setTool(undefined)
  }, [engine, tool])
  useEffect(() => engine?.setFit({ kind: phone ? 'cover' : 'contain' }, phone ? none : desk), [engine, phone])
  useShownPlan(engine, plan)
  return (
    <FloorCanvas map={map} label={label} spoken={spoken}>
      {plan ? <MapNotice plan={plan} /> : <LoadingFloor />}
      {children}
      <div className={styles.zoom}>
        <ZoomControl engine={engine} form={phone ? 'touch' : 'slider'} />
      </div>
    </FloorCanvas>
  )
}

/** Changes whenever a plan was opened in the engine, which takes everything that was drawn away. */
export const openedKey = (engine: MapEngine | undefined, plan: OpenPlan | undefined): string =>
  engine && plan ? `${plan.mapId} ${plan.size.width} ${plan.size.height}` : ''
