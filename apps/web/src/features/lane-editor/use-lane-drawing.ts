import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type LaneDrawing, type LaneMode, LaneTool } from '../../map-engine/index.ts'
import { isConflict } from '../../ui/form/index.ts'
import { drawingOf, mapLanesQuery } from './lanes.query.ts'

/** The lanes of a map, the tool with which they are drawn, and saving them. */
export function useLaneDrawing(mapId: string) {
  const client = useQueryClient()
  const query = useQuery(mapLanesQuery(mapId))
  const [tool] = useState(() => new LaneTool())
  const [mode, setMode] = useState<LaneMode>('lane')
  const state = useSyncExternalStore(tool.editing.subscribe, () => tool.editing.state)
  /** The revision that the drawing was begun on: what others save meanwhile is not gone over unseen. */
  const revision = useRef<string | undefined>(undefined)
  useEffect(() => tool.setMode(mode), [tool, mode])
  useEffect(() => {
    if (!query.data || revision.current === query.data.revision || tool.editing.state.isChanged) return
    revision.current = query.data.revision
    tool.editing.open(drawingOf(query.data))
  }, [tool, query.data])
  const ask = useConflictQuestion(async (takeTheirs) => {
    const { data } = await query.refetch()
    if (!data) return
    revision.current = data.revision
    if (takeTheirs) tool.editing.open(drawingOf(data))
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
      tool.editing.markSaved(drawing)
      client.setQueryData(mapLanesQuery(mapId).queryKey, data)
    },
    failure: (cause) => (isConflict(cause) ? undefined : cause.message),
    onFailure: (cause) => {
      if (isConflict(cause)) ask()
    },
  })
  return { query, tool, state, mode, setMode, saving }
}

/** What {@link useLaneDrawing} gives. */
export type LaneDrawingState = ReturnType<typeof useLaneDrawing>

/** Asks what shall count when others saved the lanes of the map meanwhile. */
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
