import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './map-import.module.css'

interface UploadProgressProps {
  /** From 0 to 1. */
  readonly part: number
  readonly onStop: () => void
}

/** Progress of the upload. After it is complete, the server still reads and stores the image. */
export function UploadProgress({ part, onStop }: UploadProgressProps) {
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
