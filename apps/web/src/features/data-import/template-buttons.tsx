import {
  IMPORT_FORMATS,
  type ImportFormat,
  type ImportOperation,
} from '@wardtrack/contracts/import-operations'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { useDownload } from '../../lib/use-download.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import styles from './data-import.module.css'

/** Downloads an empty file with every column, in each format. */
export function TemplateButtons({ type }: { readonly type: ImportOperation }) {
  const { t } = useTranslation('data-import')
  return (
    <div className={styles.line}>
      <span>{t('template.title')}</span>
      {IMPORT_FORMATS.map((format) => (
        <TemplateButton key={format} type={type} format={format} />
      ))}
    </div>
  )
}

function TemplateButton({ type, format }: { readonly type: ImportOperation; readonly format: ImportFormat }) {
  const { t } = useTranslation('data-import')
  const { start, progress } = useDownload(
    (signal) => api.open('importTemplate', { params: { operation: type, format }, signal }),
    `${type}.${format}`,
  )
  return (
    <OnlineButton
      size="small"
      aria-label={t('template.download', { format })}
      loading={progress !== undefined}
      onClick={start}
      icon={<Download size={14} strokeWidth={1.8} aria-hidden />}
    >
      {format}
    </OnlineButton>
  )
}
