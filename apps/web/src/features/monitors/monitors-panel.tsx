import { useTranslation } from 'react-i18next'
import type { Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { MonitorList } from './monitor-list.tsx'
import type { Marking } from './use-marking.ts'

interface MonitorsPanelProps {
  readonly marking: Marking
  readonly metresPerPixel: Point | undefined
}

/** List of the map's monitors, with moving and removal. */
export function MonitorsPanel({ marking, metresPerPixel }: MonitorsPanelProps) {
  const { t } = useTranslation('monitors')
  const { monitors, hovered, point, remove, startMoving } = marking
  const chosen = marking.chosenMark?.hierarchyId
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
          highlighted={hovered ?? chosen}
          onHighlight={point}
          metresPerPixel={metresPerPixel}
          empty={t('panel.none')}
          actions={{ move: startMoving, remove, moving: chosen }}
        />
      )}
    </LoadingPanel>
  )
}
