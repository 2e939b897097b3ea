import { useMutation } from '@tanstack/react-query'
import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { usePhone } from '../../lib/use-media.ts'
import { FileDrop, useFileDrop } from '../../ui/file-drop.tsx'
import { MapWorkspace } from '../map-canvas/index.ts'
import { ImportDone } from './import-done.tsx'
import { ImportForm } from './import-form.tsx'
import styles from './map-import.module.css'
import { PlanPreview } from './plan-preview.tsx'
import { RulerTool } from './ruler/ruler-tool.ts'
import { type ChosenPlan, usePlanFile } from './use-plan-file.ts'

interface ImageFieldProps {
  readonly chosen: ChosenPlan
  readonly disabled: boolean
  /** Further sources of an image. */
  readonly children?: ReactNode
}

/** Field for one image, chosen in a dialog or dropped. */
function ImageField({ chosen, disabled, children }: ImageFieldProps) {
  const { t } = useTranslation('map-import')
  const { file, error, reading } = chosen
  return (
    <div>
      <FileDrop
        label={file ? t('image.chooseAnother') : t('image.choose')}
        hint={t('image.drop')}
        accept="image/jpeg,image/png,image/webp"
        disabled={disabled}
        error={error}
        onFile={chosen.choose}
      />
      {children ? <div className={styles.other}>{children}</div> : null}
      {reading ? (
        <p className={styles.file} role="status">
          {t('image.reading')}
        </p>
      ) : file ? (
        <p className={styles.file} role="status">
          <b title={file.name}>{file.name}</b>
          <span>
            {file.size.width} × {file.size.height} px · {formatBytes(file.bytes)}
          </span>
        </p>
      ) : null}
    </div>
  )
}

interface PresentImageButtonProps {
  readonly present: MapInfo
  readonly chosen: ChosenPlan
  readonly disabled: boolean
}

/** Chooses the map's current image, to measure it or to enter its size later. */
function PresentImageButton({ present, chosen, disabled }: PresentImageButtonProps) {
  const { t } = useTranslation('map-import')
  const { message } = App.useApp()
  const { mapId, name } = present
  const loading = useMutation({
    mutationFn: async () => {
      const response = await api.open('image', { params: { path: `Maps/${mapId}.jpg` } })
      return new Uint8Array(await response.arrayBuffer())
    },
    onSuccess: (bytes) => chosen.choose(new File([bytes], `${name}.jpg`, { type: 'image/jpeg' })),
    onError: (cause) => void message.error(cause.message),
  })
  return (
    <Button disabled={disabled} loading={loading.isPending} onClick={() => loading.mutate()}>
      {t('image.usePresent')}
    </Button>
  )
}

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
