import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useState } from 'react'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { monitorsQuery } from './monitors.query.ts'
import { useMonitorBoard } from './use-monitor-board.ts'
import { useSaveMonitor } from './use-monitor-changes.ts'

const none: readonly MonitorMark[] = []

/** The monitors of a map, what is being done with them, and the board on which it is done. */
export function useMarking(mapId: string, engine: MapEngine | undefined) {
  const monitors = useQuery(monitorsQuery(mapId))
  const saving = useSaveMonitor(mapId)
  const [pending, setPending] = useState<Point | undefined>()
  const [pointed, setPointed] = useState<string | undefined>()
  const [chosen, setChosen] = useState<string | undefined>()
  const marks = monitors.data ?? none
  const board = useMonitorBoard({
    marks,
    pending,
    marked: pointed,
    chosen,
    actions: {
      // Until it is known which monitors there are, an id that is taken would be moved unseen.
      place: (at) => monitors.data && setPending(at),
      move: (id, { x, y }) => {
        const mark = marks.find(({ hierarchyId }) => hierarchyId === id)
        if (mark) saving.mutate({ ...mark, xCoordinate: x, yCoordinate: y })
      },
      choose: setChosen,
      point: setPointed,
    },
  })
  /** Takes a monitor up for the keyboard, which then belongs to the map. */
  const takeUp = (mark: MonitorMark): void => {
    setChosen(mark.hierarchyId)
    engine?.bringIntoView({ x: mark.xCoordinate, y: mark.yCoordinate })
    engine?.focus()
  }
  return {
    monitors,
    marks,
    board,
    saving,
    /** Where a new monitor is being asked for. */
    pending,
    giveUp: () => setPending(undefined),
    pointed,
    point: setPointed,
    chosen,
    /** The chosen monitor, which the arrow keys move. */
    carried: marks.find(({ hierarchyId }) => hierarchyId === chosen),
    takeUp,
  }
}

/** What {@link useMarking} gives. */
export type Marking = ReturnType<typeof useMarking>
