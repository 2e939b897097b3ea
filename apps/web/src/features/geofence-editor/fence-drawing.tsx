import { useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useState } from 'react'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { usePhone } from '../../lib/use-media.ts'
import { sizeText } from '../../map-engine/index.ts'
import { fencesOfMapQuery } from '../geofences/index.ts'
import { KnownMap, MapHint, MapWorkspace, useMapEngine, useOpenPlan, WorkFloor } from '../map-canvas/index.ts'
import { DrawingTools } from './drawing-tools.tsx'
import { FenceEditor } from './fence-editor.tsx'
import { FencesPanel } from './fences-panel.tsx'
import { useEditedFence } from './use-edited-fence.ts'
import { useFenceSketch } from './use-fence-sketch.ts'
import { useOtherFences } from './use-other-fences.ts'

const actions = {}
const none: readonly Geofence[] = []
const keys = 'Enter draws a rectangle, arrow keys move it, Shift and arrow keys resize it, Escape clears it.'

/** Drawing the fences of one map. */
export const FenceDrawing = ({ mapId }: { readonly mapId: string }) => (
  <KnownMap mapId={mapId}>
    <DrawingOnMap mapId={mapId} />
  </KnownMap>
)

/** The plan, the form of the fence that is drawn on it, and the list of those there are. */
function DrawingOnMap({ mapId }: { readonly mapId: string }) {
  const plan = useOpenPlan(mapId)
  const fences = useQuery(fencesOfMapQuery(mapId))
  const map = useMapEngine(actions)
  const drawn = useFenceSketch(plan)
  const phone = usePhone()
  const [pointed, setPointed] = useState<string | undefined>()
  const known = fences.data ?? none
  const work = useEditedFence(known, () => drawn.state.canUndo)
  const edited = work.fence?._id
  useOtherFences({ engine: map.engine, plan, fences: known, edited, pointed })
  usePageRefresh(() => void fences.refetch())
  const { rect } = drawn.state
  return (
    <MapWorkspace
      title={plan?.name ?? ''}
      tools={<DrawingTools {...drawn} />}
      note={phone ? 'One finger draws, two fingers move and zoom the plan.' : undefined}
      side={
        <>
          {fences.isPending ? null : (
            <FenceEditor
              key={work.key}
              mapId={mapId}
              fence={work.fence}
              drawn={drawn}
              onChanged={work.touch}
              onDone={work.close}
            />
          )}
          <FencesPanel fences={fences} work={work} marked={pointed ?? edited} onPoint={setPointed} />
        </>
      }
    >
      <WorkFloor
        map={map}
        plan={plan}
        tool={drawn.sketch}
        label={`${plan?.name ?? 'Map'}. ${keys}`}
        spoken={rect ? `Rectangle of ${sizeText(rect, plan?.metresPerPixel)}` : ''}
      >
        {phone ? null : (
          <MapHint>Drag a rectangle. Arrow keys move it, Shift + arrows resize it, Esc clears it.</MapHint>
        )}
      </WorkFloor>
    </MapWorkspace>
  )
}
