import { useQuery } from '@tanstack/react-query'
import type { MonitorMark } from '@wardtrack/contracts'
import { useState } from 'react'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Point } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { KnownMap, MapHint, MapWorkspace, useMapEngine, useOpenPlan, WorkFloor } from '../floor-map/index.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { MonitorList } from './monitor-list.tsx'
import { monitorIdOf, monitorsQuery } from './monitors.query.ts'
import { useMonitorBoard } from './use-monitor-board.ts'
import { useRemoveMonitor, useSaveMonitor } from './use-monitor-changes.ts'

const actions = {}
const none: readonly MonitorMark[] = []
const keys = 'Arrow keys carry a cross over the plan, Enter marks a monitor there, Escape lets go.'

/** Marking monitors on one map. */
export const MapMarking = ({ mapId }: { readonly mapId: string }) => (
  <KnownMap mapId={mapId}>
    <MarkingOnMap mapId={mapId} />
  </KnownMap>
)

function MarkingOnMap({ mapId }: { readonly mapId: string }) {
  const plan = useOpenPlan(mapId)
  const monitors = useQuery(monitorsQuery(mapId))
  const map = useMapEngine(actions)
  const { engine } = map
  const phone = usePhone()
  const [pending, setPending] = useState<Point | undefined>()
  const [pointed, setPointed] = useState<string | undefined>()
  const [chosen, setChosen] = useState<string | undefined>()
  const [provider, setProvider] = useState('')
  const saving = useSaveMonitor(mapId)
  const remove = useRemoveMonitor(mapId)
  usePageRefresh(() => void monitors.refetch())
  const marks = monitors.data ?? none
  const carried = marks.find(({ hierarchyId }) => hierarchyId === chosen)
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
  const hint = carried
    ? `Arrow keys move ${monitorIdOf(carried)}, Alt in larger steps. Enter puts it down, Esc lets go.`
    : 'Click where a monitor hangs. Drag one to correct it.'
  return (
    <>
      <MapWorkspace
        title={plan?.name ?? ''}
        note={phone ? 'Tap where a monitor hangs. Drag one to correct it.' : undefined}
        side={
          <LoadingPanel
            title="Monitors on this map"
            query={monitors}
            failed="The monitors could not be loaded"
            count={monitors.data?.length}
          >
            {(loaded) => (
              <MonitorList
                marks={loaded}
                marked={pointed ?? chosen}
                onPoint={setPointed}
                metresPerPixel={plan?.metresPerPixel}
                empty="No monitor yet. Click the plan where the first one hangs."
                actions={{
                  move: (mark) => {
                    setChosen(mark.hierarchyId)
                    engine?.bringIntoView({ x: mark.xCoordinate, y: mark.yCoordinate })
                    engine?.focus()
                  },
                  remove,
                  moving: chosen,
                }}
              />
            )}
          </LoadingPanel>
        }
      >
        <WorkFloor
          map={map}
          plan={plan}
          tool={board}
          label={`${plan?.name ?? 'Map'}. ${keys}`}
          spoken={carried ? hint : ''}
        >
          {phone ? null : <MapHint>{hint}</MapHint>}
        </WorkFloor>
      </MapWorkspace>
      {pending && engine ? (
        <MarkDialog
          mapId={mapId}
          at={pending}
          beside={engine.windowPlaceOf(pending)}
          marks={marks}
          lastProvider={provider}
          saving={saving.isPending}
          onCancel={() => setPending(undefined)}
          onSave={(mark) =>
            saving.mutate(mark, {
              onSuccess: () => {
                setProvider(mark.provider)
                setPending(undefined)
              },
            })
          }
        />
      ) : null}
    </>
  )
}
