import type { MapInfo } from '@wardtrack/contracts'
import { useMemo } from 'react'
import type { MapActions, RulerTool } from '../../map-engine/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { MapHint, MapWithTool, type OpenPlan, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import type { PlanFile } from './image-file.ts'
import styles from './map-import.module.css'

interface PlanPreviewProps {
  readonly file: PlanFile | undefined
  readonly present: MapInfo | undefined
  readonly ruler: RulerTool
  readonly measuring: boolean
  readonly dropping: boolean
}

const actions: MapActions = {}

/** The chosen image on the map's canvas, to be looked at and measured; before that, the map as it is now. */
export function PlanPreview({ file, present, ruler, measuring, dropping }: PlanPreviewProps) {
  const now = useOpenPlan(present?.width ? present.mapId : undefined)
  const chosen = useMemo(() => file && planOf(file), [file])
  const shown = chosen ?? now
  return (
    <div className={styles.preview} data-dropping={dropping}>
      {shown || present?.width ? (
        <Floor plan={shown} ruler={ruler} measuring={measuring} chosen={chosen !== undefined} />
      ) : (
        <div className={styles.none}>
          <EmptyState title="No map image yet" why="Choose an image of the floor plan, or drop it here." />
        </div>
      )}
      {dropping ? <p className={styles.drop}>Drop the image here</p> : null}
    </div>
  )
}

interface FloorProps extends Pick<PlanPreviewProps, 'ruler' | 'measuring'> {
  readonly plan: OpenPlan | undefined
  readonly chosen: boolean
}

function Floor({ plan, ruler, measuring, chosen }: FloorProps) {
  const map = useMapEngine(actions)
  return (
    <MapWithTool
      map={map}
      plan={plan}
      tool={ruler}
      label={
        measuring
          ? 'The plan to be measured. Enter lays a line or goes to its other end, arrows move that end, Escape takes the line away.'
          : 'The plan. Plus and minus zoom.'
      }
      announcement=""
    >
      <MapHint>{chosen ? (measuring ? 'Drag a line' : 'New image') : 'Current image'}</MapHint>
    </MapWithTool>
  )
}

const planOf = ({ name, size, image, bytes }: PlanFile): OpenPlan => ({
  mapId: `${name} ${bytes}`,
  size,
  metres: undefined,
  metresPerPixel: undefined,
  name,
  image,
  missing: undefined,
})
