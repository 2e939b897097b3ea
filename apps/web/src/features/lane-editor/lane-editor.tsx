import { useQuery } from '@tanstack/react-query'
import { CONNECTION_KINDS, type ConnectionKind } from '@wardtrack/contracts/lane-limits'
import { AutoComplete, Segmented, Select } from 'antd'
import { ArrowUpDown, MousePointer2, Spline } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { useLeaveQuestion } from '../../lib/use-leave-question.ts'
import { usePhone } from '../../lib/use-media.ts'
import type { Point } from '../../map-engine/index.ts'
import { AppField, FormDialog, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { DrawingWorkspace, RequireMap, UndoButtons, useMapEngine, useOpenPlan } from '../map-canvas/index.ts'
import type { LaneDrawing, LanePart, LaneStop } from './drawing/lane-drawing.ts'
import type { LaneMode } from './drawing/lane-tool.ts'
import { connectionsQuery } from './lanes.query.ts'
import { LanesPanel } from './lanes-panel.tsx'
import { type LaneDrawingState, useLaneDrawing } from './use-lane-drawing.ts'

/** Position of a stop, and the stop itself unless it is new. */
interface EditedStop {
  readonly at: Point
  readonly index?: number
  readonly stop?: LaneStop
}

interface StopDialogProps {
  readonly mapId: string
  readonly edited: EditedStop
  readonly stops: readonly LaneStop[]
  readonly onCancel: () => void
  readonly onSave: (stop: LaneStop) => void
}

interface Answers {
  readonly kind: ConnectionKind
  readonly name: string
}

const isSame = (a: Answers, b: Answers): boolean =>
  a.kind === b.kind && a.name.trim().toLowerCase() === b.name.trim().toLowerCase()

/** Asks which lift, stairs or passage the stop belongs to. The same name on another map is the same lift. */
function StopDialog({ mapId, edited, stops, onCancel, onSave }: StopDialogProps) {
  const { t } = useTranslation('lane-editor')
  const connections = useQuery(connectionsQuery())
  const { at, index, stop } = edited
  const initial: Answers = { kind: stop?.kind ?? 'lift', name: stop?.name ?? '' }
  const state = useAppForm<Answers>({
    initial,
    check: (answers) => ({
      name:
        answers.name.trim() === ''
          ? translate('messages:fieldRequired')
          : stops.some((known, place) => place !== index && isSame(known, answers))
            ? translate('messages:stopTwice')
            : undefined,
    }),
    onSubmit: async ({ kind, name }) => onSave({ kind, name: name.trim(), x: at.x, y: at.y }),
  })
  const elsewhere = (connections.data ?? []).filter((known) =>
    known.stops.some((place) => place.mapId !== mapId),
  )
  const names = [...new Set(elsewhere.map(({ name }) => name))]
  return (
    <FormDialog
      state={state}
      title={stop ? t('stop.change') : t('stop.add')}
      verb={stop ? t('stop.change') : t('stop.add')}
      modal={{ width: 380 }}
      onClose={onCancel}
    >
      <AppField name="kind" label={t('stop.kind')} required>
        <Select options={CONNECTION_KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))} />
      </AppField>
      <AppField name="name" label={t('stop.name')} required help={t('stop.nameHint')}>
        <AutoComplete
          autoFocus
          options={names.map((name) => ({ value: name }))}
          showSearch={{
            filterOption: (text, option) => String(option?.value).toLowerCase().includes(text.toLowerCase()),
          }}
          maxLength={100}
        />
      </AppField>
    </FormDialog>
  )
}

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
