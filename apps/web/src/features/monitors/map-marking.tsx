import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import type { MapEngine, Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { DrawingWorkspace, RequireMap, UndoButtons, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import { changesBetween, type MonitorDrawing, withMonitor } from './drawing/monitor-drawing.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { MonitorList } from './monitor-list.tsx'
import { inListOrder, monitorIdOf, monitorsQuery } from './monitors.query.ts'
import { useRemoveMonitor, useSaveMonitor } from './use-monitor-changes.ts'
import { useMonitorTool } from './use-monitor-tool.ts'

const none: readonly MonitorMark[] = []

/** Manages the monitors of a map, their changes, and the tool. */
function useMarking(mapId: string, engine: MapEngine | undefined) {
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
type Marking = ReturnType<typeof useMarking>

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
