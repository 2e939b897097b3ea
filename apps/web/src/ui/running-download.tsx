import { Button } from 'antd'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatPercent } from '../lib/i18n/formats.ts'
import type { DownloadProgress } from '../lib/use-download.ts'
import styles from './running-download.module.css'

interface RunningDownloadProps {
  readonly progress: DownloadProgress
  readonly onCancel: () => void
}

/** Progress of a download, with a cancel button. */
export function RunningDownload({ progress, onCancel }: RunningDownloadProps) {
  const { t } = useTranslation('common')
  return (
    <span className={styles.running}>
      <span role="status">{progressText(progress)}</span>
      <Button onClick={onCancel} icon={<X size={16} strokeWidth={1.8} aria-hidden />}>
        {t('blocks.export.cancel')}
      </Button>
    </span>
  )
}

const progressText = ({ bytes, part }: DownloadProgress): string =>
  part === undefined ? formatBytes(bytes) : formatPercent(part)
