import { useTranslation } from 'react-i18next'
import type { Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { MonitorList } from './monitor-list.tsx'
import type { Marking } from './use-marking.ts'
import { useRemoveMonitor } from './use-monitor-changes.ts'

interface MonitorsPanelProps {
  readonly mapId: string
  readonly marking: Marking
  readonly metresPerPixel: Point | undefined
}

/** The monitors of the map as a list: to be moved and removed. */
export function MonitorsPanel({ mapId, marking, metresPerPixel }: MonitorsPanelProps) {
  const { t } = useTranslation('monitors')
  const remove = useRemoveMonitor(mapId)
  const { monitors, hovered, point, selected, startMoving } = marking
  return (
    <LoadingPanel
      title={t('panel.title')}
      query={monitors}
      failed={t('panel.failed')}
      count={monitors.data?.length}
    >
      {(loaded) => (
        <MonitorList
          marks={loaded}
          highlighted={hovered ?? selected}
          onHighlight={point}
          metresPerPixel={metresPerPixel}
          empty={t('panel.none')}
          actions={{ move: startMoving, remove, moving: selected }}
        />
      )}
    </LoadingPanel>
  )
}
