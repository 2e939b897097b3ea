import { useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { fencesOfMapQuery } from '../geofences/index.ts'
import { DrawingWorkspace, RequireMap, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import { CornerActions, DrawingTools } from './drawing-tools.tsx'
import { FenceEditor } from './fence-editor.tsx'
import { FencesPanel } from './fences-panel.tsx'
import { announcementOf } from './shape-texts.ts'
import { useEditedFence } from './use-edited-fence.ts'
import { useFenceTool } from './use-fence-tool.ts'
import { useOtherFences } from './use-other-fences.ts'
import { roomAnnouncement } from './use-rooms.ts'

const actions = {}
const none: readonly Geofence[] = []

interface GeofenceEditorProps {
  readonly mapId: string
  /** Returns the content below the list of geofences, for the edited one. */
  readonly files: (edited: Geofence | undefined) => ReactNode
}

/** Editor of the geofences on one map. */
export const GeofenceEditor = ({ mapId, files }: GeofenceEditorProps) => (
  <RequireMap mapId={mapId}>
    <EditorOnMap mapId={mapId} files={files} />
  </RequireMap>
)

/** The plan, the form of the edited geofence, and the list of existing ones. */
function EditorOnMap({ mapId, files }: GeofenceEditorProps) {
  const { t } = useTranslation('geofence-editor')
  const fences = useQuery(fencesOfMapQuery(mapId))
  const map = useMapEngine(actions)
  const loadedPlan = useOpenPlan(mapId)
  const drawing = useFenceTool(mapId, loadedPlan)
  // The plan is shown only with its drawing surface; otherwise an early drag would move the plan.
  const plan = drawing.surface.data ? loadedPlan : undefined
  const [hovered, setHovered] = useState<string | undefined>()
  const known = fences.data ?? none
  const editing = useEditedFence(known, () => drawing.state.canUndo)
  const edited = editing.fence?._id
  const { tool, state, mode } = drawing
  const rooms = drawing.rooms.data
  useOtherFences({ engine: map.engine, plan, fences: known, edited, hovered, tool, rooms })
  usePageRefresh(() => void fences.refetch())
  return (
    <DrawingWorkspace
      map={map}
      plan={loadedPlan}
      tool={tool}
      surface={drawing.surface}
      keys={t(mode === 'room' ? 'room.keys' : 'keys')}
      announcement={roomAnnouncement(rooms, state.chosen) ?? announcementOf(state, plan?.metresPerPixel)}
      hint={mode === 'room' ? t('room.hint') : state.drawing ? undefined : t('hint')}
      touch={t(mode === 'room' ? 'room.touch' : 'touch')}
      tools={<DrawingTools {...drawing} />}
      side={
        <>
          {fences.isPending ? null : (
            <FenceEditor
              key={editing.key}
              mapId={mapId}
              plan={plan}
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
          {files(editing.fence)}
        </>
      }
    >
      <CornerActions {...drawing} />
    </DrawingWorkspace>
  )
}
