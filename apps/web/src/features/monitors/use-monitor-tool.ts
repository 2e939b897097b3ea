import type { MonitorMark } from '@wardtrack/contracts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MonitorTool, type MonitorToolActions, type Point } from '../../map-engine/index.ts'
import { monitorPin } from './monitors.query.ts'

interface MonitorToolOptions {
  readonly marks: readonly MonitorMark[]
  /** A monitor that is being asked for, and not saved yet. */
  readonly pending: Point | undefined
  readonly highlighted: string | undefined
  readonly selected: string | undefined
  readonly actions: MonitorToolActions
}

const none: MonitorToolActions = {
  placeMonitor: () => {},
  moveMonitor: () => {},
  selectMonitor: () => {},
  hoverMonitor: () => {},
}

/** A monitor tool that shows the page's monitors and tells the page what is done with them. */
export function useMonitorTool({
  marks,
  pending,
  highlighted,
  selected,
  actions,
}: MonitorToolOptions): MonitorTool {
  const { t } = useTranslation('monitors')
  const [tool] = useState(() => new MonitorTool(none))
  useEffect(() => tool.setActions(actions))
  const { x, y } = pending ?? {}
  useEffect(() => {
    const requested =
      x === undefined || y === undefined
        ? []
        : [{ id: '', kind: 'monitor' as const, x, y, label: t('board.new'), highlighted: true }]
    tool.setMonitors([
      ...marks.map((mark) => monitorPin(mark, mark.hierarchyId === highlighted)),
      ...requested,
    ])
  }, [tool, marks, highlighted, x, y, t])
  useEffect(() => tool.select(selected), [tool, selected])
  return tool
}
