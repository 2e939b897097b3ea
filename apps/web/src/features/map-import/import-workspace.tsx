import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePhone } from '../../lib/use-media.ts'
import { useFileDrop } from '../../ui/file-drop.tsx'
import { MapWorkspace } from '../map-canvas/index.ts'
import { ImageField } from './image-field.tsx'
import { ImportDone } from './import-done.tsx'
import { ImportForm } from './import-form.tsx'
import { PlanPreview } from './plan-preview.tsx'
import { PresentImageButton } from './present-image-button.tsx'
import { RulerTool } from './ruler/ruler-tool.ts'
import { usePlanFile } from './use-plan-file.ts'

interface ImportWorkspaceProps {
  readonly place: LocationHierarchy
  /** Current map of the place. */
  readonly present: MapInfo | undefined
}

/** Plan on one side, form on the other. */
export function ImportWorkspace({ place, present }: ImportWorkspaceProps) {
  const { t } = useTranslation('map-import')
  const phone = usePhone()
  const [ruler] = useState(() => new RulerTool())
  const [measuring, setMeasuring] = useState(false)
  const [busy, setBusy] = useState(false)
  const [stored, setStored] = useState<MapInfo | undefined>()
  const chosen = usePlanFile(() => ruler.open(undefined))
  const dropping = useFileDrop(chosen.choose, busy || stored !== undefined)
  const measure = (on: boolean): void => {
    setMeasuring(on)
    ruler.setMeasuring(on)
  }
  const title = place.fullName.join(' > ')
  const form = (
    <ImportForm
      place={place}
      present={present}
      chosen={chosen}
      ruler={ruler}
      measuring={measuring}
      onMeasuring={measure}
      onBusy={setBusy}
      onDone={(map) => {
        measure(false)
        setStored(map)
      }}
    >
      <ImageField chosen={chosen} disabled={busy}>
        {present?.width && !chosen.file ? (
          <PresentImageButton present={present} chosen={chosen} disabled={busy} />
        ) : null}
      </ImageField>
    </ImportForm>
  )
  return (
    <div {...dropping.handlers}>
      <MapWorkspace
        title={title}
        note={phone && measuring ? t('ruler.touch') : undefined}
        side={
          stored ? <ImportDone place={place} stored={stored} onGiveSize={() => setStored(undefined)} /> : form
        }
      >
        <PlanPreview
          file={chosen.file}
          present={present}
          ruler={ruler}
          measuring={measuring}
          dropping={dropping.over}
        />
      </MapWorkspace>
    </div>
  )
}
