import { ImageUp } from 'lucide-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldError } from '../../ui/field.tsx'
import styles from './image-field.module.css'
import { formatBytes } from './image-file.ts'
import type { ChosenPlan } from './use-plan-file.ts'

interface ImageFieldProps {
  readonly chosen: ChosenPlan
  readonly disabled: boolean
  /** Other ways to an image. */
  readonly children?: ReactNode
}

/** One image, chosen in a dialog or dropped here. */
export function ImageField({ chosen, disabled, children }: ImageFieldProps) {
  const { t } = useTranslation('map-import')
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { over, handlers } = useDropping(chosen.choose, disabled)
  const { file, error, reading } = chosen
  return (
    <div>
      <div className={`${styles.zone} ${over ? styles.over : ''} ${error ? styles.wrong : ''}`} {...handlers}>
        <ImageUp size={24} strokeWidth={1.8} aria-hidden />
        <div className={styles.words}>
          <label htmlFor={id}>{file ? t('image.chooseAnother') : t('image.choose')}</label>
          <span>{t('image.drop')}</span>
        </div>
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/jpeg,image/png,image/webp"
          disabled={disabled}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => {
            const first = target.files?.[0]
            if (first) chosen.choose(first)
            // The same file may be chosen again after it was corrected.
            target.value = ''
          }}
        />
      </div>
      <div role="alert">
        <FieldError id={`${id}-error`} error={error} />
      </div>
      {children}
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

/** Files dragged over an element and dropped on it; anything else is left to the browser. */
export function useDropping(choose: (file: File) => void, disabled: boolean) {
  const [over, setOver] = useState(false)
  const holdsFile = ({ dataTransfer }: DragEvent): boolean =>
    !disabled && dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent): void => {
      if (!holdsFile(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: (event: DragEvent): void => {
      if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)))
        setOver(false)
    },
    onDrop: (event: DragEvent): void => {
      setOver(false)
      if (!holdsFile(event)) return
      event.preventDefault()
      event.stopPropagation()
      const first = event.dataTransfer.files[0]
      if (first) choose(first)
    },
  }
  return { over, handlers }
}
