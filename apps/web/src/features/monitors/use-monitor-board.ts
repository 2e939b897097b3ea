import type { MonitorMark } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { type BoardActions, MonitorBoard, type Point } from '../../map-engine/index.ts'
import { figureOf } from './monitors.query.ts'

interface BoardOnPage {
  readonly marks: readonly MonitorMark[]
  /** A monitor that is being asked for, and not saved yet. */
  readonly pending: Point | undefined
  readonly marked: string | undefined
  readonly chosen: string | undefined
  readonly actions: BoardActions
}

const none: BoardActions = { place: () => {}, move: () => {}, choose: () => {}, point: () => {} }

/** A board that shows the page's monitors and tells the page what is done with them. */
export function useMonitorBoard({ marks, pending, marked, chosen, actions }: BoardOnPage): MonitorBoard {
  const [board] = useState(() => new MonitorBoard(none))
  useEffect(() => board.setActions(actions))
  const { x, y } = pending ?? {}
  useEffect(() => {
    const asked =
      x === undefined || y === undefined
        ? []
        : [{ id: '', kind: 'monitor' as const, x, y, label: 'New monitor', marked: true }]
    board.setMonitors([...marks.map((mark) => figureOf(mark, mark.hierarchyId === marked)), ...asked])
  }, [board, marks, marked, x, y])
  useEffect(() => board.choose(chosen), [board, chosen])
  return board
}
