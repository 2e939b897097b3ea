import type { MonitorMark } from '@wardtrack/contracts'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useDrawingSurface } from '../../drawing-surface/index.ts'
import type { Point } from '../../map-engine/index.ts'
import { MonitorTool, type MonitorToolActions } from './drawing/monitor-tool.ts'
import { monitorLabel } from './monitors.query.ts'

interface MonitorToolOptions {
  /** In the order of the list; undefined while unknown or being changed. */
  readonly marks: readonly MonitorMark[] | undefined
  /** Position of a new monitor that is not saved yet. */
  readonly pending: Point | undefined
  readonly highlighted: string | undefined
  readonly actions: MonitorToolActions
}

const none: MonitorToolActions = {
  placeMonitor: () => {},
  changeMonitors: () => {},
  removeMonitor: () => {},
  hoverMonitor: () => {},
}

/** Creates a monitor tool that shows the page's monitors and reports changes to the page. */
export function useMonitorTool({ marks, pending, highlighted, actions }: MonitorToolOptions) {
  const { t } = useTranslation('monitors')
  const [tool] = useState(() => new MonitorTool(none))
  const state = useSyncExternalStore(tool.subscribe, () => tool.state)
  const surface = useDrawingSurface(tool)
  useEffect(() => tool.setActions(actions))
  useEffect(() => tool.setLabel(monitorLabel), [tool])
  useEffect(() => tool.setHighlighted(highlighted), [tool, highlighted])
  useEffect(() => tool.setRequested(pending && { ...pending, label: t('board.new') }), [tool, pending, t])
  useEffect(() => {
    if (marks) tool.setMarks(marks)
  }, [tool, marks])
  return { tool, state, surface }
}
