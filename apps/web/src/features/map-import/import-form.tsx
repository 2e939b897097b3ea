import type { LocationHierarchy, MapInfo } from '@wardtrack/contracts'
import { Alert, Button, Progress } from 'antd'
import { Upload } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Size } from '../../map-engine/index.ts'
import { AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { Panel } from '../../ui/panel.tsx'
import { TouchSize } from '../../ui/touch-size.tsx'
import styles from './map-import.module.css'
import {
  defaultEdgeMetres,
  edgeMetresOf,
  type ImportTexts,
  metresText,
  type SizeTexts,
  sizesFromInput,
  sizesOf,
} from './real-size.ts'
import type { RulerTool } from './ruler/ruler-tool.ts'
import { RulerField } from './ruler-field.tsx'
import { EdgeField, edgeError, SizeFields, sizeErrors } from './size-fields.tsx'
import { useMapUpload } from './use-map-upload.ts'
import type { ChosenPlan } from './use-plan-file.ts'

interface ReplaceNoteProps {
  readonly present: MapInfo | undefined
  readonly image: Size
}

/** Explains the effect of a new image on everything placed on the map. */
function ReplaceNote({ present, image }: ReplaceNoteProps) {
  const { t } = useTranslation('map-import')
  if (!present?.width || !present.height) return null
  const same = present.width === image.width && present.height === image.height
  return (
    <Alert
      className={styles.note ?? ''}
      type="warning"
      showIcon
      title={
        <>
          <b>{t('replace.title', { name: present.name })}</b>
          <br />
          {same
            ? t('replace.sameSize')
            : t('replace.otherSize', {
                width: image.width,
                height: image.height,
                oldWidth: present.width,
                oldHeight: present.height,
              })}
        </>
      }
    />
  )
}

interface UploadProgressProps {
  /** From 0 to 1. */
  readonly part: number
  readonly onStop: () => void
}

/** Progress of the upload. After it is complete, the server still reads and stores the image. */
function UploadProgress({ part, onStop }: UploadProgressProps) {
  const { t } = useTranslation('map-import')
  const percent = Math.floor(part * 100)
  return (
    <div className={styles.progress}>
      <Progress
        percent={percent}
        status="active"
        aria-label={t('upload.label')}
        format={() => (part < 1 ? `${percent} %` : t('upload.storing'))}
      />
      {part < 1 ? (
        <Button size="small" onClick={onStop}>
          {t('upload.stop')}
        </Button>
      ) : null}
    </div>
  )
}

interface ImportFormProps {
  readonly place: LocationHierarchy
  readonly present: MapInfo | undefined
  readonly chosen: ChosenPlan
  readonly ruler: RulerTool
  readonly measuring: boolean
  readonly onMeasuring: (measuring: boolean) => void
  readonly onBusy: (busy: boolean) => void
  readonly onDone: (stored: MapInfo) => void
  /** Field for the image. */
  readonly children: ReactNode
}

/** Returns the known sizes; assumed sizes are not offered as known. */
const textsOf = (present: MapInfo | undefined): SizeTexts =>
  present && !present.dimensionsAssumed
    ? { x: metresText(present.xDimension), y: metresText(present.yDimension), square: false }
    : { x: '', y: '', square: true }

/** Form with the image, its real size, and the upload. */
export function ImportForm(props: ImportFormProps) {
  const { t } = useTranslation('map-import')
  const { place, present, chosen, ruler, measuring, onMeasuring, onBusy, onDone, children } = props
  const { file } = chosen
  const [texts, setTexts] = useState(() => textsOf(present))
  const upload = useMapUpload(place, ({ data }) => onDone(data))
  const { sending } = upload
  useEffect(() => onBusy(sending), [onBusy, sending])
  const state = useAppForm<ImportTexts>({
    initial: { ...texts, edge: String(present?.edgeTolerance ?? defaultEdgeMetres) },
    check: (values) => ({ ...sizeErrors(values), edge: edgeError(values.edge) }),
    onSubmit: async (values) => {
      const sizes = sizesOf(values)
      const edgeTolerance = edgeMetresOf(values.edge)
      if (file && sizes && edgeTolerance !== undefined)
        await upload.send({ file, values: { ...sizes, edgeTolerance } })
    },
    failureAs: 'caller',
  })
  const change = (next: SizeTexts): void => {
    state.form.setFieldsValue(next)
    setTexts(next)
  }
  /** Writing one side may set the other one. */
  const changeSides = ({ x, y }: SizeTexts): void => {
    const side = x === texts.x ? 'y' : 'x'
    change(sizesFromInput(texts, side, side === 'x' ? x : y, file?.size))
  }
  return (
    <TouchSize>
      <AppForm state={state} className={styles.form} onValues={changeSides}>
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
              disabled={sending}
              onChange={change}
            />
            {file ? (
              <RulerField
                ruler={ruler}
                image={file.size}
                texts={texts}
                measuring={measuring}
                disabled={sending}
                onMeasuring={onMeasuring}
                onChange={change}
              />
            ) : (
              <p className={styles.help}>{t('size.chooseFirst')}</p>
            )}
            <EdgeField disabled={sending} />
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
        <SubmitButton
          size="large"
          block
          disabled={!file}
          title={file ? undefined : t('chooseFirst')}
          icon={<Upload size={16} strokeWidth={1.8} aria-hidden />}
        >
          {t('submit')}
        </SubmitButton>
      </AppForm>
    </TouchSize>
  )
}
