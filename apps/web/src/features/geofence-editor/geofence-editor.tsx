import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Geofence } from '@wardtrack/contracts'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { urlText, useUrlState } from '../../lib/url-state.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import type { MapEngine } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import {
  FenceList,
  fencesOfMapQuery,
  mapFenceOf,
  useDeleteFence,
  useSwitchFence,
} from '../geofences/index.ts'
import {
  DrawingWorkspace,
  type OpenPlan,
  openPlanKey,
  RequireMap,
  useMapEngine,
  useOpenPlan,
} from '../map-canvas/index.ts'
import { outlineToSnap } from './drawing/fence-outline.ts'
import { shapeOfArea } from './drawing/fence-shape.ts'
import type { FenceTool } from './drawing/fence-tool.ts'
import type { RoomChoice } from './drawing/room-choice.ts'
import { DrawingTools } from './drawing-tools.tsx'
import { FenceEditor } from './fence-editor.tsx'
import { announcementOf } from './shape-texts.ts'
import { useFenceTool } from './use-fence-tool.ts'
import { roomAnnouncement } from './use-rooms.ts'

/** Fetches the actions on corners with the first shape, because no other plan shows them. */
const CornerActions = lazy(async () => ({ default: (await import('./corner-actions.tsx')).CornerActions }))

const schema = { id: urlText('fence') }

/** Geofence in the form, and functions to change to another. */
interface EditedFence {
  /** Undefined while a new geofence is drawn. */
  readonly fence: Geofence | undefined
  /** Unique for each opened geofence; form and tool restart with it. */
  readonly key: string
  readonly open: (fence: Geofence) => void
  /** Returns to a new geofence. */
  readonly close: () => void
  /** Marks the form as changed. */
  readonly markChanged: () => void
}

/**
 * Returns the geofence in the form, which the address names. Asks before unsaved changes are lost by a change to
 * another.
 * @param isDrawn true if the tool has an unsaved drawing
 */
function useEditedFence(fences: readonly Geofence[], isDrawn: () => boolean): EditedFence {
  const { t } = useTranslation('geofence-editor')
  const [{ id }, change] = useUrlState(schema)
  const confirm = useConfirm()
  const [round, setRound] = useState(0)
  const changed = useRef(false)
  const fence = fences.find(({ _id }) => _id === id)
  const show = (next: string | undefined): void => {
    changed.current = false
    setRound((before) => before + 1)
    change({ id: next ?? '' }, { replace: true })
  }
  const open = (next: Geofence): void => {
    if (!changed.current && !isDrawn()) show(next._id)
    else
      confirm({
        title: t('discard.title'),
        content: t('discard.what'),
        verb: t('discard.verb'),
        cancel: t('discard.cancel'),
        onConfirm: () => show(next._id),
      })
  }
  const markChanged = (): void => {
    changed.current = true
  }
  return { fence, key: `${fence?._id ?? 'new'} ${round}`, open, markChanged, close: () => show(undefined) }
}

interface FencesPanelProps {
  readonly fences: UseQueryResult<Geofence[]>
  readonly editing: EditedFence
  readonly highlighted: string | undefined
  readonly onHighlight: (id: string | undefined) => void
}

/** List of the map's geofences, with editing, switching and deleting. */
function FencesPanel({ fences, editing, highlighted, onHighlight }: FencesPanelProps) {
  const { t } = useTranslation(['geofence-editor', 'geofences'])
  const mayDelete = useMayOpen('geofencelist')
  const switching = useSwitchFence()
  const remove = useDeleteFence((fence) => {
    if (fence._id === editing.fence?._id) editing.close()
  })
  return (
    <LoadingPanel
      title={t('list.title')}
      query={fences}
      failed={t('geofences:failed')}
      count={fences.data?.length}
    >
      {(loaded) => (
        <FenceList
          fences={loaded}
          highlighted={highlighted}
          onHighlight={onHighlight}
          empty={t('list.none')}
          actions={{
            edit: editing.open,
            toggleEnabled: switching.mutate,
            remove: mayDelete ? remove : undefined,
            editing: editing.fence?._id,
          }}
        />
      )}
    </LoadingPanel>
  )
}

interface OtherFences {
  readonly engine: MapEngine | undefined
  readonly plan: OpenPlan | undefined
  readonly fences: readonly Geofence[]
  /** Edited geofence, which the tool draws instead. */
  readonly edited: string | undefined
  /** Geofence hovered in the list. */
  readonly hovered: string | undefined
  readonly tool: FenceTool
  readonly rooms: RoomChoice | undefined
}

/**
 * Draws every geofence except the edited one at half opacity. Drawn shapes snap to them and to the walls of rooms.
 */
function useOtherFences({ engine, plan, fences, edited, hovered, tool, rooms }: OtherFences): void {
  const opened = openPlanKey(engine, plan)
  const otherFences = useMemo(
    () =>
      fences
        .filter(({ _id }) => _id !== edited)
        .map((fence) => ({ ...mapFenceOf(fence), dimmed: true, highlighted: fence._id === hovered })),
    [fences, edited, hovered],
  )
  useEffect(() => {
    const otherShapes = fences.filter(({ _id }) => _id !== edited)
    const outlines = otherShapes.map(({ Coordinates }) => outlineToSnap(shapeOfArea(Coordinates)))
    tool.setSnapOutlines([...outlines, ...(rooms?.walls ?? [])])
  }, [fences, edited, tool, rooms])
  // Opening a plan removes all geofences from the map.
  useEffect(() => engine?.setFences(otherFences), [engine, opened, otherFences])
}

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
      {drawing.state.drawing ? (
        <Suspense>
          <CornerActions {...drawing} />
        </Suspense>
      ) : null}
    </DrawingWorkspace>
  )
}
