import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useMemo, useState } from 'react'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { changesBetween, type MonitorDrawing, withMonitor } from './drawing/monitor-drawing.ts'
import { inListOrder, monitorsQuery } from './monitors.query.ts'
import { useRemoveMonitor, useSaveMonitor } from './use-monitor-changes.ts'
import { useMonitorTool } from './use-monitor-tool.ts'

const none: readonly MonitorMark[] = []

/** The monitors of a map, what is being done with them, and the tool with which it is done. */
export function useMarking(mapId: string, engine: MapEngine | undefined) {
  const monitors = useQuery(monitorsQuery(mapId))
  const saving = useSaveMonitor(mapId)
  const { removing, askToRemove } = useRemoveMonitor(mapId)
  const [pending, setPending] = useState<Point | undefined>()
  const [hovered, setHovered] = useState<string | undefined>()
  const marks = useMemo(() => inListOrder(monitors.data ?? none), [monitors.data])
  const isChanging = saving.isPending || removing.isPending
  const drawing = useMonitorTool({
    // What is being saved stands where it was put until the server has answered.
    marks: monitors.data && !isChanging ? marks : undefined,
    pending,
    highlighted: hovered,
    actions: {
      // Until it is known which monitors there are, an id that is taken would be moved unseen.
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
    /** Saves a monitor that was not there yet, or stood elsewhere. */
    saveNew: (mark: MonitorMark, onSaved: () => void) =>
      saving.mutateAsync(mark, {
        onSuccess: () => {
          addStep(withMonitor(tool.state.drawing, mark))
          onSaved()
        },
      }),
    remove,
    /** Where a new monitor is being asked for. */
    pending,
    cancelPending: () => setPending(undefined),
    hovered,
    point: setHovered,
    /** The chosen monitor, which the arrow keys move. */
    chosenMark: shown.find(({ hierarchyId }) => hierarchyId === chosen?.object),
    /** Takes a monitor up for the keyboard, which then belongs to the map. */
    startMoving: ({ hierarchyId, xCoordinate: x, yCoordinate: y }: MonitorMark): void => {
      tool.chooseMonitor(hierarchyId)
      engine?.bringIntoView({ x, y })
      engine?.focus()
    },
  }
}

/** What {@link useMarking} gives. */
export type Marking = ReturnType<typeof useMarking>
