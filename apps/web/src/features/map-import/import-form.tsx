import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { Alert, Button } from 'antd'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import type { RulerTool } from '../../map-engine/index.ts'
import { Panel } from '../../ui/panel.tsx'
import styles from './map-import.module.css'
import { metresText, type SizeTexts, sizesOf } from './real-size.ts'
import { ReplaceNote } from './replace-note.tsx'
import { RulerField } from './ruler-field.tsx'
import { SizeFields } from './size-fields.tsx'
import { UploadProgress } from './upload-progress.tsx'
import { useMapUpload } from './use-map-upload.ts'
import type { ChosenPlan } from './use-plan-file.ts'

interface ImportFormProps {
  readonly place: LocationHierarchy
  readonly present: MapInfo | undefined
  readonly chosen: ChosenPlan
  readonly ruler: RulerTool
  readonly measuring: boolean
  readonly onMeasuring: (measuring: boolean) => void
  readonly onBusy: (busy: boolean) => void
  readonly onDone: (stored: MapInfo) => void
  /** The field of the image. */
  readonly children: ReactNode
}

/** Sizes that were only assumed are not offered as known. */
const textsOf = (present: MapInfo | undefined): SizeTexts =>
  present && !present.dimensionsAssumed
    ? { x: metresText(present.xDimension), y: metresText(present.yDimension), square: false }
    : { x: '', y: '', square: true }

/** Which image, how large it is in reality, and the upload itself. */
export function ImportForm(props: ImportFormProps) {
  const { t } = useTranslation('map-import')
  const { place, present, chosen, ruler, measuring, onMeasuring, onBusy, onDone, children } = props
  const { file } = chosen
  const offline = useOfflineReason()
  const [texts, setTexts] = useState(() => textsOf(present))
  const [submitted, setSubmitted] = useState(false)
  const upload = useMapUpload(place, ({ data }) => onDone(data))
  const { sending } = upload
  useEffect(() => onBusy(sending), [onBusy, sending])
  const sizes = sizesOf(texts)
  const submit = (): void => {
    setSubmitted(true)
    if (file && sizes) upload.send({ file, sizes })
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Panel title={t('image.title')}>
        <div className={styles.body}>
          {children}
          {file ? <ReplaceNote present={present} image={file.size} /> : null}
        </div>
      </Panel>
      <Panel title={t('size.title')}>
        <div className={styles.body}>
          <SizeFields
            present={present}
            texts={texts}
            image={file?.size}
            submitted={submitted}
            disabled={sending}
            onChange={setTexts}
          />
          {file ? (
            <RulerField
              ruler={ruler}
              image={file.size}
              texts={texts}
              measuring={measuring}
              disabled={sending}
              onMeasuring={onMeasuring}
              onChange={setTexts}
            />
          ) : (
            <p className={styles.help}>{t('size.chooseFirst')}</p>
          )}
        </div>
      </Panel>
      {upload.failed ? (
        <Alert
          type="error"
          showIcon
          role="alert"
          title={upload.failed.title}
          description={upload.failed.reason}
        />
      ) : null}
      {sending ? <UploadProgress part={upload.part} onStop={upload.stop} /> : null}
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        loading={sending}
        disabled={!file || offline !== undefined}
        title={offline ?? (file ? undefined : t('chooseFirst'))}
        icon={<Upload size={16} strokeWidth={1.8} aria-hidden />}
      >
        {t('submit')}
      </Button>
    </form>
  )
}
