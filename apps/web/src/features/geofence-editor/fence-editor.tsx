import type { Geofence } from '@wardtrack/contracts'
import { App } from 'antd'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { useAppForm } from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import {
  bodyOf,
  draftOf,
  draftPart,
  emptyDraft,
  errorsOf,
  type FenceBody,
  type FenceDraft,
  FenceForm,
  useSaveFence,
} from '../geofences/index.ts'
import { areaOfShape, shapeOfArea } from './drawing/fence-shape.ts'
import { type FencePlan, shapeFault } from './drawing/shape-fault.ts'
import type { FenceDrawingTool } from './use-fence-tool.ts'

const loadFenceShape = async () =>
  (await import('@wardtrack/contracts/calls/geofences')).geofenceCalls.addGeofence.shapes.body

// Loaded later, because the page opens without a drawing.
const ShapeFields = lazy(async () => ({ default: (await import('./shape-fields.tsx')).ShapeFields }))
const AssetsInside = lazy(async () => ({ default: (await import('./shape-fields.tsx')).AssetsInside }))

interface FenceEditorProps {
  readonly mapId: string
  /** Undefined while it loads; nothing is drawn yet then. */
  readonly plan: FencePlan | undefined
  /** Edited geofence; undefined for a new one. Another geofence needs another editor. */
  readonly fence: Geofence | undefined
  readonly drawing: FenceDrawingTool
  readonly onChanged: () => void
  /** Called after saving or cancelling. */
  readonly onDone: () => void
}

/** Form of the geofence whose shape is on the map, with saving. */
export function FenceEditor({ mapId, plan, fence, drawing, onChanged, onDone }: FenceEditorProps) {
  const { t } = useTranslation('geofence-editor')
  const { tool, shape, setMode } = drawing
  const { message } = App.useApp()
  const [initial] = useState<FenceDraft>(() => (fence ? draftOf(fence) : emptyDraft))
  const [draft, setDraft] = useState(initial)
  const saving = useSaveFence()
  // Read once, because later changes of the drawing are the user's.
  const [start] = useState(() => fence && shapeOfArea(fence.Coordinates))
  useEffect(() => {
    tool.open(start)
    if (start) setMode(start.kind)
  }, [tool, start, setMode])
  const area = shape && areaOfShape(shape)
  const fault = shape && plan && shapeFault(shape, plan)
  const body = (values: FenceDraft): FenceBody =>
    bodyOf(values, area ?? { x: 0, y: 0, w: 0, h: 0 }, mapId, fence?.Enabled ?? true)
  const form = useAppForm<FenceDraft>({
    initial,
    check: errorsOf,
    contract: { shape: loadFenceShape, bodyOf: body },
    fieldOf: draftPart,
    onInvalid: () =>
      void message.error(translate(shape ? 'messages:fillCorrectly' : 'messages:noFenceMarked')),
    failureAs: 'caller',
    onSubmit: async (values) => {
      if (!shape) {
        void message.error(translate('messages:noFenceMarked'))
        return
      }
      if (fault) {
        void message.error(serverText(fault.message))
        return
      }
      await saving.mutateAsync({ id: fence?._id, body: body(values) })
      onDone()
    },
  })
  return (
    <Panel title={fence ? t('form.edit', { name: fence.Name }) : t('form.new')}>
      <FenceForm
        state={form}
        onChange={(next) => {
          setDraft(next)
          onChanged()
        }}
        onCancel={onDone}
      >
        {shape && plan ? (
          <Suspense fallback={null}>
            <ShapeFields shape={shape} plan={plan} fault={fault} onChange={(next) => tool.commit(next)} />
          </Suspense>
        ) : null}
        {shape ? (
          <Suspense>
            <AssetsInside mapId={mapId} shape={shape} types={draft.assetTypes} />
          </Suspense>
        ) : null}
      </FenceForm>
    </Panel>
  )
}
