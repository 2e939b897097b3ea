import { useQuery } from '@tanstack/react-query'
import type { Geofence, LocationHierarchy, MonitorMark } from '@wardtrack/contracts'
import { Button } from 'antd'
import { MonitorDot, SquareDashed, Upload } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMayOpen } from '../../lib/access.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { usePhone } from '../../lib/use-media.ts'
import { HoverTool } from '../../map-engine/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { FenceList, fencesOfMapQuery, mapFenceOf } from '../geofences/index.ts'
import {
  type MapEngineHost,
  MapWithTool,
  MapWorkspace,
  openPlanKey,
  useMapEngine,
  useOpenPlan,
} from '../map-canvas/index.ts'
import { MonitorList, monitorPin, monitorsQuery } from '../monitors/index.ts'

/** Links to the editors of this map that the user may open. */
function MapLinks({ place, mapId }: { readonly place: LocationHierarchy; readonly mapId: string }) {
  const { t } = useTranslation('map-overview')
  const phone = usePhone()
  const map = encodeURIComponent(mapId)
  const links = [
    {
      label: t('link.drawGeofence'),
      Icon: SquareDashed,
      href: `#/geofencing/${map}`,
      may: useMayOpen('geofencing'),
    },
    {
      label: t('link.markMonitors'),
      Icon: MonitorDot,
      href: `#/map-marking/${map}`,
      may: useMayOpen('map-marking'),
    },
    {
      label: t('link.importMap'),
      Icon: Upload,
      href: `#/map-import/${encodeURIComponent(place.hierarchyId)}`,
      may: useMayOpen('map-import'),
    },
  ]
  return links
    .filter(({ may }) => may)
    .map(({ label, Icon, href }) => (
      <Button
        key={label}
        type={phone ? 'default' : 'text'}
        href={href}
        icon={phone ? null : <Icon size={16} strokeWidth={1.8} aria-hidden />}
      >
        {label}
      </Button>
    ))
}

const actions = {}
const noFences: readonly Geofence[] = []
const noMarks: readonly MonitorMark[] = []

interface MapOverviewProps {
  /** Undefined while it loads; the frame is shown already. */
  readonly place: LocationHierarchy | undefined
  readonly mapId: string | undefined
}

/** The plan with its geofences and monitors, and the same items as lists. */
export function MapOverview({ place, mapId }: MapOverviewProps) {
  const { t } = useTranslation('map-overview')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const fences = useQuery({ ...fencesOfMapQuery(mapId ?? ''), enabled: mapId !== undefined })
  const monitors = useQuery({ ...monitorsQuery(mapId ?? ''), enabled: mapId !== undefined })
  const [hovered, setHovered] = useState<string | undefined>()
  const hoverTool = useDrawnItems(map, openPlanKey(map.engine, plan), {
    fences: fences.data ?? noFences,
    marks: monitors.data ?? noMarks,
    hovered,
    setHovered,
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
            title={t('geofences.title')}
            query={fences}
            failed={t('geofences.failed')}
            count={fences.data?.length}
          >
            {(loaded) => (
              <FenceList
                fences={loaded}
                highlighted={hovered}
                onHighlight={setHovered}
                empty={t('geofences.none')}
              />
            )}
          </LoadingPanel>
          <LoadingPanel
            title={t('monitors.title')}
            query={monitors}
            failed={t('monitors.failed')}
            count={monitors.data?.length}
          >
            {(loaded) => (
              <MonitorList
                marks={loaded}
                highlighted={hovered}
                onHighlight={setHovered}
                metresPerPixel={plan?.metresPerPixel}
                empty={t('monitors.none')}
              />
            )}
          </LoadingPanel>
        </>
      }
    >
      <MapWithTool map={map} plan={plan} tool={hoverTool} label={t('mapOf', { name })} announcement="" />
    </MapWorkspace>
  )
}

interface DrawnItems {
  readonly fences: readonly Geofence[]
  readonly marks: readonly MonitorMark[]
  readonly hovered: string | undefined
  readonly setHovered: (id: string | undefined) => void
}

/** Draws geofences and monitors, and reports the hovered one. */
function useDrawnItems(
  { engine }: MapEngineHost,
  opened: string,
  { fences, marks, hovered, setHovered }: DrawnItems,
) {
  const [hoverTool] = useState(() => new HoverTool(setHovered))
  const rects = useMemo(
    () =>
      fences.map((fence) => ({
        ...mapFenceOf(fence),
        dimmed: !fence.Enabled,
        highlighted: fence._id === hovered,
      })),
    [fences, hovered],
  )
  const pins = useMemo(
    () => marks.map((mark) => monitorPin(mark, mark.hierarchyId === hovered)),
    [marks, hovered],
  )
  // Opening a plan removes all drawn items.
  useEffect(() => {
    engine?.setFences(rects)
    engine?.setPins(pins)
    hoverTool.show(rects, pins)
  }, [engine, opened, rects, pins, hoverTool])
  return hoverTool
}
