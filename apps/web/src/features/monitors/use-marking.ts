import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useState } from 'react'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { monitorsQuery } from './monitors.query.ts'
import { useSaveMonitor } from './use-monitor-changes.ts'
import { useMonitorTool } from './use-monitor-tool.ts'

const none: readonly MonitorMark[] = []

/** The monitors of a map, what is being done with them, and the tool with which it is done. */
export function useMarking(mapId: string, engine: MapEngine | undefined) {
  const monitors = useQuery(monitorsQuery(mapId))
  const saving = useSaveMonitor(mapId)
  const [pending, setPending] = useState<Point | undefined>()
  const [hovered, setHovered] = useState<string | undefined>()
  const [selected, setSelected] = useState<string | undefined>()
  const marks = monitors.data ?? none
  const tool = useMonitorTool({
    marks,
    pending,
    highlighted: hovered,
    selected,
    actions: {
      // Until it is known which monitors there are, an id that is taken would be moved unseen.
      placeMonitor: (at) => monitors.data && setPending(at),
      moveMonitor: (id, { x, y }) => {
        const mark = marks.find(({ hierarchyId }) => hierarchyId === id)
        if (mark) saving.mutate({ ...mark, xCoordinate: x, yCoordinate: y })
      },
      selectMonitor: setSelected,
      hoverMonitor: setHovered,
    },
  })
  /** Takes a monitor up for the keyboard, which then belongs to the map. */
  const startMoving = (mark: MonitorMark): void => {
    setSelected(mark.hierarchyId)
    engine?.bringIntoView({ x: mark.xCoordinate, y: mark.yCoordinate })
    engine?.focus()
  }
  return {
    monitors,
    marks,
    tool,
    saving,
    /** Where a new monitor is being asked for. */
    pending,
    cancelPending: () => setPending(undefined),
    hovered,
    point: setHovered,
    selected,
    /** The chosen monitor, which the arrow keys move. */
    movedMark: marks.find(({ hierarchyId }) => hierarchyId === selected),
    startMoving,
  }
}

/** What {@link useMarking} gives. */
export type Marking = ReturnType<typeof useMarking>
