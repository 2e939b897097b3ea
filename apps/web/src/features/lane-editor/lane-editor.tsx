import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { useLeaveQuestion } from '../../lib/use-leave-question.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { LaneStop, Point } from '../../map-engine/index.ts'
import {
  MapHint,
  MapWithTool,
  MapWorkspace,
  RequireMap,
  useMapEngine,
  useOpenPlan,
} from '../map-canvas/index.ts'
import { LaneTools } from './lane-tools.tsx'
import { LanesPanel } from './lanes-panel.tsx'
import { type EditedStop, StopDialog } from './stop-dialog.tsx'
import { useLaneDrawing } from './use-lane-drawing.ts'

const actions = {}

interface LaneEditorProps {
  readonly mapId: string
  /** The way to what else is marked on the map. */
  readonly tools: ReactNode
}

/** Drawing the lanes, lifts and stairs of one map. */
export const LaneEditor = (props: LaneEditorProps) => (
  <RequireMap mapId={props.mapId}>
    <EditorOnMap {...props} />
  </RequireMap>
)

function EditorOnMap({ mapId, tools }: LaneEditorProps) {
  const { t } = useTranslation('lane-editor')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const phone = usePhone()
  const drawing = useLaneDrawing(mapId)
  const { tool, state, mode, query } = drawing
  const [stop, setStop] = useState<EditedStop | undefined>()
  // Until it is known what is there, nothing may be drawn over it.
  useEffect(() => tool.setPlaceStop((at: Point) => query.data && setStop({ at })), [tool, query.data])
  usePageRefresh(() => void query.refetch())
  useLeaveQuestion(state.isChanged, {
    title: t('discard.title'),
    content: t('discard.what'),
    verb: t('discard.verb'),
    cancel: t('discard.cancel'),
  })
  const save = (entered: LaneStop): void => {
    if (stop?.index === undefined) tool.editing.addStop(entered)
    else tool.editing.changeStop(stop.index, entered)
    setStop(undefined)
  }
  const hint = t(`hint.${state.isDrawing ? 'drawing' : mode}`)
  return (
    <>
      <MapWorkspace
        title={plan?.name ?? ''}
        tools={
          <>
            {tools}
            <LaneTools {...drawing} />
          </>
        }
        note={phone ? hint : undefined}
        side={
          <LanesPanel
            drawing={drawing}
            engine={map.engine}
            metresPerPixel={plan?.metresPerPixel}
            onEditStop={(index, edited) => setStop({ at: edited, index, stop: edited })}
          />
        }
      >
        <MapWithTool
          map={map}
          plan={query.data ? plan : undefined}
          tool={tool}
          label={t('label', { map: plan?.name ?? t('map'), keys: t('keys') })}
          announcement={t('announcement', {
            lanes: state.drawing.lanes.length,
            stops: state.drawing.stops.length,
          })}
        >
          {phone ? null : <MapHint>{hint}</MapHint>}
        </MapWithTool>
      </MapWorkspace>
      {stop ? (
        <StopDialog
          mapId={mapId}
          edited={stop}
          stops={state.drawing.stops}
          onCancel={() => setStop(undefined)}
          onSave={save}
        />
      ) : null}
    </>
  )
}
