import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { usePhone } from '../../lib/use-media.ts'
import {
  MapHint,
  MapWithTool,
  MapWorkspace,
  RequireMap,
  useMapEngine,
  useOpenPlan,
} from '../map-canvas/index.ts'
import { MarkDialog } from './mark-dialog.tsx'
import { monitorIdOf } from './monitors.query.ts'
import { MonitorsPanel } from './monitors-panel.tsx'
import { useMarking } from './use-marking.ts'

const actions = {}

interface MapMarkingProps {
  readonly mapId: string
  /** The way to what else is marked on the map. */
  readonly tools: ReactNode
}

/** Marking monitors on one map. */
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
  const phone = usePhone()
  const marking = useMarking(mapId, engine)
  const { monitors, marks, tool, saving, pending, cancelPending, movedMark } = marking
  const [provider, setProvider] = useState('')
  usePageRefresh(() => void monitors.refetch())
  const hint = movedMark ? t('marking.carried', { monitor: monitorIdOf(movedMark) }) : t('marking.click')
  return (
    <>
      <MapWorkspace
        title={plan?.name ?? ''}
        tools={tools}
        note={phone ? t('marking.tap') : undefined}
        side={<MonitorsPanel mapId={mapId} marking={marking} metresPerPixel={plan?.metresPerPixel} />}
      >
        <MapWithTool
          map={map}
          plan={plan}
          tool={tool}
          label={t('marking.label', { map: plan?.name ?? t('marking.map'), keys: t('marking.keys') })}
          announcement={movedMark ? hint : ''}
        >
          {phone ? null : <MapHint>{hint}</MapHint>}
        </MapWithTool>
      </MapWorkspace>
      {pending && engine ? (
        <MarkDialog
          mapId={mapId}
          at={pending}
          beside={engine.windowPointOf(pending)}
          marks={marks}
          lastProvider={provider}
          onCancel={cancelPending}
          onSave={(mark) =>
            saving.mutateAsync(mark, {
              onSuccess: () => {
                setProvider(mark.provider)
                cancelPending()
              },
            })
          }
        />
      ) : null}
    </>
  )
}
