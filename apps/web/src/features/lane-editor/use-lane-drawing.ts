import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { MapLanes } from '@wardtrack/contracts'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingSurface } from '../../drawing-surface/index.ts'
import { api } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { isConflict } from '../../ui/form/index.ts'
import { emptyLaneDrawing, type LaneDrawing, withoutLonePoints } from './drawing/lane-drawing.ts'
import { lanePartOf } from './drawing/lane-objects.ts'
import { type LaneMode, LaneTool } from './drawing/lane-tool.ts'
import { drawingOf, mapLanesQuery } from './lanes.query.ts'

/** Manages the lanes of a map: the drawing tool, and saving. */
export function useLaneDrawing(mapId: string) {
  const client = useQueryClient()
  const query = useQuery(mapLanesQuery(mapId))
  const [tool] = useState(() => new LaneTool())
  const [mode, setMode] = useState<LaneMode>('lane')
  const state = useSyncExternalStore(tool.subscribe, () => tool.state)
  const surface = useDrawingSurface(tool)
  /** Drawing as read or saved; any other drawing is a change. */
  const [saved, setSaved] = useState(emptyLaneDrawing)
  const isChanged = state.drawing !== saved
  /** Revision of the drawing's start, so that other users' changes are not overwritten unseen. */
  const revision = useRef<string | undefined>(undefined)
  const open = useCallback(
    (lanes: MapLanes) => {
      const opened = drawingOf(lanes)
      revision.current = lanes.revision
      tool.open(opened)
      setSaved(opened)
    },
    [tool],
  )
  useEffect(() => tool.setMode(mode), [tool, mode])
  useEffect(() => {
    if (query.data && revision.current !== query.data.revision && !isChanged) open(query.data)
  }, [open, query.data, isChanged])
  const ask = useConflictQuestion(async (takeTheirs) => {
    const { data } = await query.refetch()
    if (data && takeTheirs) open(data)
    else if (data) revision.current = data.revision
  })
  const saving = useApiMutation({
    call: ({ lanes, stops }: LaneDrawing) =>
      api.call('saveMapLanes', {
        params: { mapId },
        body: {
          lanes: lanes.map((points) => ({ points: [...points] })),
          stops: [...stops],
          ...(revision.current === undefined ? {} : { revision: revision.current }),
        },
      }),
    success: ({ message }) => message,
    onSuccess: ({ data }, drawing) => {
      revision.current = data.revision
      setSaved(drawing)
      client.setQueryData(mapLanesQuery(mapId).queryKey, data)
    },
    failure: (cause) => (isConflict(cause) ? undefined : cause.message),
    onFailure: (cause) => {
      if (isConflict(cause)) ask()
    },
  })
  return {
    query,
    surface,
    tool,
    state,
    /** Drawing in the form for saving. */
    drawing: useMemo(() => withoutLonePoints(state.drawing), [state.drawing]),
    chosen: lanePartOf(state.chosen),
    isChanged,
    mode,
    setMode,
    saving,
  }
}

/** Result of {@link useLaneDrawing}. */
export type LaneDrawingState = ReturnType<typeof useLaneDrawing>

/** Asks which version to keep when others saved the lanes of the map meanwhile. */
function useConflictQuestion(decide: (takeTheirs: boolean) => Promise<void>): () => void {
  const { t } = useTranslation('lane-editor')
  const confirm = useConfirm()
  return () =>
    confirm({
      title: t('conflict.title'),
      content: t('conflict.what'),
      verb: t('conflict.theirs'),
      cancel: t('conflict.mine'),
      onConfirm: () => decide(true),
      onCancel: () => void decide(false),
    })
}
