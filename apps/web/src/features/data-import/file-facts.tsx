import type { ImportPreview } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime } from '../../lib/time.ts'
import { Fact } from '../../ui/panel.tsx'
import styles from './data-import.module.css'

const DELIMITERS = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

/** Detected format of a file. */
export function FileFacts({ file }: { readonly file: ImportPreview }) {
  const { t } = useTranslation('data-import')
  return (
    <dl className={styles.facts}>
      <Fact label={t('file.type')}>{t(`types.${file.operation}`)}</Fact>
      <Fact label={t('file.rows')}>{formatNumber(file.rows)}</Fact>
      <Fact label={t('file.format')}>
        {file.format}, {formatBytes(file.bytes)}
      </Fact>
      <Fact label={t('file.encoding')}>{file.encoding.toUpperCase()}</Fact>
      {file.delimiter ? (
        <Fact label={t('file.delimiter')}>{t(`file.${DELIMITERS[file.delimiter]}`)}</Fact>
      ) : null}
      <Fact label={t('file.uploaded')}>{dateTime(file.uploadedAt)}</Fact>
    </dl>
  )
}
