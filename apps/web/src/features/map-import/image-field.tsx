import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../lib/i18n/formats.ts'
import { FileDrop } from '../../ui/file-drop.tsx'
import styles from './image-field.module.css'
import type { ChosenPlan } from './use-plan-file.ts'

interface ImageFieldProps {
  readonly chosen: ChosenPlan
  readonly disabled: boolean
  /** Further sources of an image. */
  readonly children?: ReactNode
}

/** Field for one image, chosen in a dialog or dropped. */
export function ImageField({ chosen, disabled, children }: ImageFieldProps) {
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
