import { Segmented } from 'antd'
import { ArrowUpDown, MousePointer2, Spline } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { useLeaveQuestion } from '../../lib/use-leave-question.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Point } from '../../map-engine/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { DrawingWorkspace, RequireMap, UndoButtons, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import type { LaneDrawing, LanePart, LaneStop } from './drawing/lane-drawing.ts'
import type { LaneMode } from './drawing/lane-tool.ts'
import { LanesPanel } from './lanes-panel.tsx'
import { type EditedStop, StopDialog } from './stop-dialog.tsx'
import { type LaneDrawingState, useLaneDrawing } from './use-lane-drawing.ts'

const icon = { size: 16, strokeWidth: 1.8, 'aria-hidden': true } as const
const modes = [
  { value: 'lane', Icon: Spline },
  { value: 'stop', Icon: ArrowUpDown },
  { value: 'select', Icon: MousePointer2 },
] as const

/** Choice of the mode, with undo, redo and save. */
function LaneTools({ tool, state, isChanged, mode, setMode, saving }: LaneDrawingState) {
  const { t } = useTranslation('lane-editor')
  const phone = usePhone()
  return (
    <>
      <Segmented<LaneMode>
        aria-label={t('modeLabel')}
        size={phone ? 'large' : 'middle'}
        value={mode}
        onChange={setMode}
        options={modes.map(({ value, Icon }) => ({
          value,
          // On a phone the labels are hidden, because mode, undo and save would otherwise need three rows.
          label: phone ? <span className="visually-hidden">{t(`mode.${value}`)}</span> : t(`mode.${value}`),
          icon: <Icon {...icon} />,
        }))}
      />
      <UndoButtons tool={tool} state={state} />
      <OnlineButton
        type="primary"
        disabled={!isChanged}
        loading={saving.isPending}
        onClick={() => {
          tool.finishLane()
          saving.mutate(tool.state.drawing)
        }}
      >
        {t('save')}
      </OnlineButton>
    </>
  )
}

const actions = {}

interface LaneEditorProps {
  readonly mapId: string
  /** Switch to the other editor of the map. */
  readonly tools: ReactNode
}

/** Editor of the lanes, lifts and stairs of one map. */
export const LaneEditor = (props: LaneEditorProps) => (
  <RequireMap mapId={props.mapId}>
    <EditorOnMap {...props} />
  </RequireMap>
)

function EditorOnMap({ mapId, tools }: LaneEditorProps) {
  const { t } = useTranslation('lane-editor')
  const plan = useOpenPlan(mapId)
  const map = useMapEngine(actions)
  const editing = useLaneDrawing(mapId)
  const { tool, state, mode, query, isChanged } = editing
  const [stop, setStop] = useState<EditedStop | undefined>()
  // Drawing is disabled until the stored lanes are loaded.
  useEffect(() => tool.setPlaceStop((at: Point) => query.data && setStop({ at })), [tool, query.data])
  usePageRefresh(() => void query.refetch())
  useLeaveQuestion(isChanged, {
    title: t('discard.title'),
    content: t('discard.what'),
    verb: t('discard.verb'),
    cancel: t('discard.cancel'),
  })
  const save = (entered: LaneStop): void => {
    if (stop?.index === undefined) tool.addStop(entered)
    else tool.changeStop(stop.index, entered)
    setStop(undefined)
  }
  const isDrawing = state.drawing.open !== undefined
  const hint = t(`hint.${isDrawing ? 'drawing' : mode}`)
  return (
    <>
      <DrawingWorkspace
        map={map}
        plan={plan}
        isReady={query.data !== undefined}
        tool={tool}
        surface={editing.surface}
        keys={t('keys')}
        announcement={announcementOf(editing.drawing, editing.chosen)}
        hint={hint}
        touch={hint}
        tools={
          <>
            {tools}
            <LaneTools {...editing} />
          </>
        }
        side={
          <LanesPanel
            editing={editing}
            engine={map.engine}
            metresPerPixel={plan?.metresPerPixel}
            onEditStop={(index, edited) => setStop({ at: edited, index, stop: edited })}
          />
        }
      />
      {stop ? (
        <StopDialog
          mapId={mapId}
          edited={stop}
          stops={editing.drawing.stops}
          onCancel={() => setStop(undefined)}
          onSave={save}
        />
      ) : null}
    </>
  )
}

/** Returns the text about the chosen part, else about the drawing. */
function announcementOf(drawing: LaneDrawing, chosen: LanePart | undefined): string {
  const { lanes, stops } = drawing
  if (chosen?.kind === 'stop') return stops[chosen.stop]?.name ?? ''
  if (!chosen) return translate('lane-editor:announcement', { lanes: lanes.length, stops: stops.length })
  const [lane, point] = [chosen.lane + 1, chosen.point + 1]
  return translate('lane-editor:chosenPoint', { lane, point, points: lanes[chosen.lane]?.length ?? 0 })
}
