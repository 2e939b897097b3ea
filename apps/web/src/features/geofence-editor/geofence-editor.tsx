import { useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { usePhone } from '../../lib/use-media.ts'
import { fencesOfMapQuery } from '../geofences/index.ts'
import {
  MapHint,
  MapWithTool,
  MapWorkspace,
  RequireMap,
  useMapEngine,
  useOpenPlan,
} from '../map-canvas/index.ts'
import { DrawingTools } from './drawing-tools.tsx'
import { FenceEditor } from './fence-editor.tsx'
import { FencesPanel } from './fences-panel.tsx'
import { useEditedFence } from './use-edited-fence.ts'
import { sizeText, useGeofenceTool } from './use-geofence-tool.ts'
import { useOtherFences } from './use-other-fences.ts'

const actions = {}
const none: readonly Geofence[] = []

/** Drawing the fences of one map. */
export const GeofenceEditor = ({ mapId }: { readonly mapId: string }) => (
  <RequireMap mapId={mapId}>
    <EditorOnMap mapId={mapId} />
  </RequireMap>
)

/** The plan, the form of the fence that is drawing on it, and the list of those there are. */
function EditorOnMap({ mapId }: { readonly mapId: string }) {
  const { t } = useTranslation('geofence-editor')
  const plan = useOpenPlan(mapId)
  const fences = useQuery(fencesOfMapQuery(mapId))
  const map = useMapEngine(actions)
  const drawing = useGeofenceTool(plan)
  const phone = usePhone()
  const [hovered, setHovered] = useState<string | undefined>()
  const known = fences.data ?? none
  const editing = useEditedFence(known, () => drawing.state.canUndo)
  const edited = editing.fence?._id
  const { rect } = drawing.state
  useOtherFences({ engine: map.engine, plan, fences: known, edited, rect, hovered })
  usePageRefresh(() => void fences.refetch())
  return (
    <MapWorkspace
      title={plan?.name ?? ''}
      tools={<DrawingTools {...drawing} />}
      note={phone ? t('touch') : undefined}
      side={
        <>
          {fences.isPending ? null : (
            <FenceEditor
              key={editing.key}
              mapId={mapId}
              fence={editing.fence}
              drawing={drawing}
              onChanged={editing.markChanged}
              onDone={editing.close}
            />
          )}
          <FencesPanel
            fences={fences}
            editing={editing}
            highlighted={hovered ?? edited}
            onHighlight={setHovered}
          />
        </>
      }
    >
      <MapWithTool
        map={map}
        plan={plan}
        tool={drawing.tool}
        label={t('label', { map: plan?.name ?? t('map'), keys: t('keys') })}
        announcement={rect ? t('rectangle', { size: sizeText(rect, plan?.metresPerPixel) }) : ''}
      >
        {phone ? null : <MapHint>{t('hint')}</MapHint>}
      </MapWithTool>
    </MapWorkspace>
  )
}
