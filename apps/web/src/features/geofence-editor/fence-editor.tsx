import type { Geofence } from '@wardtrack/contracts'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { Panel } from '../../ui/panel.tsx'
import {
  bodyOf,
  type DraftErrors,
  draftOf,
  emptyDraft,
  type FenceDraft,
  FenceForm,
  rectOf,
  serverErrorsOf,
  useSaveFence,
} from '../geofences/index.ts'
import { AssetsInside } from './assets-inside.tsx'
import type { GeofenceDrawing } from './use-geofence-tool.ts'

interface FenceEditorProps {
  readonly mapId: string
  /** The fence to be changed; undefined for a new one. The editor lives as long as it is the same. */
  readonly fence: Geofence | undefined
  readonly drawing: GeofenceDrawing
  readonly onChanged: () => void
  /** It was saved, or given up. */
  readonly onDone: () => void
}

/** The form of the fence whose rectangle is on the map, and its saving. */
export function FenceEditor({ mapId, fence, drawing, onChanged, onDone }: FenceEditorProps) {
  const { t } = useTranslation('geofence-editor')
  const { tool, state } = drawing
  const { message } = App.useApp()
  const [draft, setDraft] = useState<FenceDraft>(() => (fence ? draftOf(fence) : emptyDraft))
  const [serverErrors, setServerErrors] = useState<DraftErrors>({})
  const saving = useSaveFence()
  // Once: what is drawn from then on is the person's.
  const [start] = useState(() => fence && rectOf(fence))
  useEffect(() => tool.open(start), [tool, start])
  const save = (errors: DraftErrors): void => {
    if (!state.rect) void message.error(translate('messages:noFenceMarked'))
    else if (Object.keys(errors).length > 0) void message.error(translate('messages:fillCorrectly'))
    else
      saving.mutate(
        { id: fence?._id, body: bodyOf(draft, state.rect, mapId, fence?.Enabled ?? true) },
        {
          onSuccess: onDone,
          onError: (cause) => setServerErrors(cause instanceof CallError ? serverErrorsOf(cause.errors) : {}),
        },
      )
  }
  return (
    <Panel title={fence ? t('form.edit', { name: fence.Name }) : t('form.new')}>
      <FenceForm
        draft={draft}
        onChange={(next) => {
          setDraft(next)
          setServerErrors({})
          onChanged()
        }}
        serverErrors={serverErrors}
        saving={saving.isPending}
        onCancel={onDone}
        onSave={save}
      >
        <AssetsInside mapId={mapId} rect={state.rect} types={draft.assetTypes} />
      </FenceForm>
    </Panel>
  )
}
