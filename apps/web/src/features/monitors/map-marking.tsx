import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import type { Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { DrawingWorkspace, RequireMap, UndoButtons, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { MonitorList } from './monitor-list.tsx'
import { monitorIdOf } from './monitors.query.ts'
import { type Marking, useMarking } from './use-marking.ts'

interface MonitorsPanelProps {
  readonly marking: Marking
  readonly metresPerPixel: Point | undefined
}

/** List of the map's monitors, with moving and removal. */
function MonitorsPanel({ marking, metresPerPixel }: MonitorsPanelProps) {
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

const actions = {}

interface MapMarkingProps {
  readonly mapId: string
  /** Switch to the other editor of the map. */
  readonly tools: ReactNode
}

/** Editor of the monitors on one map. */
export const MapMarking = (props: MapMarkingProps) => (
  <RequireMap mapId={props.mapId}>
    <MarkingOnMap {...props} />
  </RequireMap>
)

function MarkingOnMap({ mapId, tools }: MapMarkingProps) {
  const { t } = useTranslation('monitors')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const { engine } = map
  const marking = useMarking(mapId, engine)
  const { monitors, marks, drawing, saveNew, pending, cancelPending, chosenMark } = marking
  const [provider, setProvider] = useState('')
  usePageRefresh(() => void monitors.refetch())
  const hint = chosenMark ? t('marking.carried', { monitor: monitorIdOf(chosenMark) }) : t('marking.click')
  return (
    <>
      <DrawingWorkspace
        map={map}
        plan={plan}
        tool={drawing.tool}
        surface={drawing.surface}
        keys={t('marking.keys')}
        announcement={chosenMark ? hint : ''}
        hint={hint}
        touch={t('marking.tap')}
        tools={
          <>
            {tools}
            <UndoButtons {...drawing} />
          </>
        }
        side={<MonitorsPanel marking={marking} metresPerPixel={plan?.metresPerPixel} />}
      />
      {pending && engine ? (
        <MarkDialog
          mapId={mapId}
          at={pending}
          beside={engine.windowPointOf(pending)}
          marks={marks}
          lastProvider={provider}
          onCancel={cancelPending}
          onSave={(mark) =>
            saveNew(mark, () => {
              setProvider(mark.provider)
              cancelPending()
            })
          }
        />
      ) : null}
    </>
  )
}
