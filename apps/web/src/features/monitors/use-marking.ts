import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useMemo, useState } from 'react'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { changesBetween, type MonitorDrawing, withMonitor } from './drawing/monitor-drawing.ts'
import { inListOrder, monitorsQuery } from './monitors.query.ts'
import { useRemoveMonitor, useSaveMonitor } from './use-monitor-changes.ts'
import { useMonitorTool } from './use-monitor-tool.ts'

const none: readonly MonitorMark[] = []

/** Manages the monitors of a map, their changes, and the tool. */
export function useMarking(mapId: string, engine: MapEngine | undefined) {
  const monitors = useQuery(monitorsQuery(mapId))
  const saving = useSaveMonitor(mapId)
  const { removing, askToRemove } = useRemoveMonitor(mapId)
  const [pending, setPending] = useState<Point | undefined>()
  const [hovered, setHovered] = useState<string | undefined>()
  const marks = useMemo(() => inListOrder(monitors.data ?? none), [monitors.data])
  const isChanging = saving.isPending || removing.isPending
  const drawing = useMonitorTool({
    // During saving, the tool keeps its own drawing until the server has answered.
    marks: monitors.data && !isChanging ? marks : undefined,
    pending,
    highlighted: hovered,
    actions: {
      // Disabled until the monitors are loaded, because an existing id would be moved unnoticed.
      placeMonitor: (at) => monitors.data && setPending(at),
      changeMonitors: (before, after) => {
        const { placed, removed } = changesBetween(before, after)
        for (const mark of placed) saving.mutate(mark)
        for (const mark of removed) removing.mutate(mark)
      },
      removeMonitor: (mark) => remove(mark),
      hoverMonitor: setHovered,
    },
  })
  const { tool } = drawing
  const { drawing: shown, chosen } = drawing.state
  const addStep = (stored: MonitorDrawing): void => tool.addStored(inListOrder(stored))
  const remove = (mark: MonitorMark): void =>
    askToRemove(mark, () =>
      addStep(tool.state.drawing.filter(({ hierarchyId }) => hierarchyId !== mark.hierarchyId)),
    )
  return {
    monitors,
    marks,
    drawing,
    /** Saves a new monitor, or an existing one at a new place. */
    saveNew: (mark: MonitorMark, onSaved: () => void) =>
      saving.mutateAsync(mark, {
        onSuccess: () => {
          addStep(withMonitor(tool.state.drawing, mark))
          onSaved()
        },
      }),
    remove,
    /** Position of the new monitor during its dialog. */
    pending,
    cancelPending: () => setPending(undefined),
    hovered,
    point: setHovered,
    /** Chosen monitor, which the arrow keys move. */
    chosenMark: shown.find(({ hierarchyId }) => hierarchyId === chosen?.object),
    /** Chooses a monitor for moving by keys, and focuses the map. */
    startMoving: ({ hierarchyId, xCoordinate: x, yCoordinate: y }: MonitorMark): void => {
      tool.chooseMonitor(hierarchyId)
      engine?.bringIntoView({ x, y })
      engine?.focus()
    },
  }
}

/** Result of {@link useMarking}. */
export type Marking = ReturnType<typeof useMarking>
