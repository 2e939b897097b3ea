import { useQuery } from '@tanstack/react-query'
import type { Geofence, LocationHierarchy, MonitorMark } from '@wardtrack/contracts'
import { useEffect, useMemo, useState } from 'react'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { Picker } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { FenceList, fencesOfMapQuery, rectOf } from '../geofences/index.ts'
import {
  type EngineOnPage,
  MapWorkspace,
  openedKey,
  useMapEngine,
  useOpenPlan,
  WorkFloor,
} from '../map-canvas/index.ts'
import { figureOf, MonitorList, monitorsQuery } from '../monitors/index.ts'
import { MapLinks } from './map-links.tsx'

const actions = {}
const noFences: readonly Geofence[] = []
const noMarks: readonly MonitorMark[] = []

interface ShownMapProps {
  /** Undefined while it loads: the frame stands already. */
  readonly place: LocationHierarchy | undefined
  readonly mapId: string | undefined
}

/** The plan with what is drawn on it, and the same as lists. */
export function ShownMap({ place, mapId }: ShownMapProps) {
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const fences = useQuery({ ...fencesOfMapQuery(mapId ?? ''), enabled: mapId !== undefined })
  const monitors = useQuery({ ...monitorsQuery(mapId ?? ''), enabled: mapId !== undefined })
  const [pointed, setPointed] = useState<string | undefined>()
  const picker = useShown(map, openedKey(map.engine, plan), {
    fences: fences.data ?? noFences,
    marks: monitors.data ?? noMarks,
    pointed,
    setPointed,
  })
  usePageRefresh(() => {
    void fences.refetch()
    void monitors.refetch()
  })
  const name = place?.fullName.join(' > ') ?? ''
  return (
    <MapWorkspace
      title={name}
      tools={place && mapId !== undefined ? <MapLinks place={place} mapId={mapId} /> : null}
      side={
        <>
          <LoadingPanel
            title="Geofences"
            query={fences}
            failed="The geofences could not be loaded"
            count={fences.data?.length}
          >
            {(loaded) => (
              <FenceList
                fences={loaded}
                marked={pointed}
                onPoint={setPointed}
                empty="No geofence is drawn on this map."
              />
            )}
          </LoadingPanel>
          <LoadingPanel
            title="Monitors"
            query={monitors}
            failed="The monitors could not be loaded"
            count={monitors.data?.length}
          >
            {(loaded) => (
              <MonitorList
                marks={loaded}
                marked={pointed}
                onPoint={setPointed}
                metresPerPixel={plan?.metresPerPixel}
                empty="No monitor is marked on this map."
              />
            )}
          </LoadingPanel>
        </>
      }
    >
      <WorkFloor map={map} plan={plan} tool={picker} label={`Map of ${name}`} spoken="" />
    </MapWorkspace>
  )
}

interface Shown {
  readonly fences: readonly Geofence[]
  readonly marks: readonly MonitorMark[]
  readonly pointed: string | undefined
  readonly setPointed: (id: string | undefined) => void
}

/** Draws fences and monitors, and tells which of them is pointed at. */
function useShown({ engine }: EngineOnPage, opened: string, { fences, marks, pointed, setPointed }: Shown) {
  const [picker] = useState(() => new Picker(setPointed))
  const rects = useMemo(
    () =>
      fences.map((fence) => ({
        id: fence._id,
        name: fence.Name,
        ...rectOf(fence),
        dimmed: !fence.Enabled,
        marked: fence._id === pointed,
      })),
    [fences, pointed],
  )
  const figures = useMemo(
    () => marks.map((mark) => figureOf(mark, mark.hierarchyId === pointed)),
    [marks, pointed],
  )
  // Opening a plan takes everything away.
  useEffect(() => {
    engine?.setFences(rects)
    engine?.setFigures(figures)
    picker.show(rects, figures)
  }, [engine, opened, rects, figures, picker])
  return picker
}
