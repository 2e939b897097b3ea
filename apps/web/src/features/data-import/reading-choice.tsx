import { useQueryClient } from '@tanstack/react-query'
import type { ImportPreview, ImportReading } from '@wardtrack/contracts'
import { IMPORT_ENCODINGS, IMPORT_LIMITS, type ImportEncoding } from '@wardtrack/contracts/import-operations'
import { Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import styles from './data-import.module.css'
import { importQuery } from './import-queries.ts'

interface EncodingChoiceProps {
  /** Detected by the server when undefined. */
  readonly value: ImportEncoding | undefined
  readonly disabled: boolean
  readonly onChange: (value: ImportEncoding | undefined) => void
}

const DETECTED = ''

/** Choice of a file's character encoding, which nothing in the files of older programs says. */
export function EncodingChoice({ value, disabled, onChange }: EncodingChoiceProps) {
  const { t } = useTranslation('data-import')
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t('file.encoding')}</label>
      <Select<ImportEncoding | typeof DETECTED>
        id={id}
        className={styles.encoding ?? ''}
        value={value ?? DETECTED}
        disabled={disabled}
        options={[
          { value: DETECTED, label: t('reading.detected') },
          ...IMPORT_ENCODINGS.map((encoding) => ({ value: encoding, label: t(`encodings.${encoding}`) })),
        ]}
        onChange={(chosen) => onChange(chosen === DETECTED ? undefined : chosen)}
      />
    </div>
  )
}

/** Choice of the encoding and the header row of an uploaded file. A choice makes the server read the file again. */
export function ReadingChoice({
  file,
  disabled,
}: {
  readonly file: ImportPreview
  readonly disabled: boolean
}) {
  const { t } = useTranslation('data-import')
  const id = useId()
  const client = useQueryClient()
  const reread = useApiMutation({
    call: (body: ImportReading) => api.call('rereadImport', { params: { id: file.id }, body }),
    onSuccess: ({ data }) => client.setQueryData(importQuery(file.id).queryKey, data),
  })
  const isDisabled = disabled || reread.isPending
  const headerRow = file.headerRow ?? 1
  const rows = Array.from({ length: IMPORT_LIMITS.headerRows }, (_, index) => index + 1)
  return (
    <div className={styles.reading} aria-busy={reread.isPending}>
      <EncodingChoice
        value={file.encoding}
        disabled={isDisabled}
        onChange={(encoding) => reread.mutate(encoding === undefined ? {} : { encoding })}
      />
      {file.format === 'csv' ? (
        <div className={styles.field}>
          <label htmlFor={id}>{t('reading.headerRow')}</label>
          <Select
            id={id}
            className={styles.encoding ?? ''}
            value={headerRow}
            disabled={isDisabled}
            options={rows.map((value) => ({ value, label: t('reading.row', { row: formatNumber(value) }) }))}
            onChange={(chosen) => reread.mutate({ encoding: file.encoding, headerRow: chosen })}
          />
        </div>
      ) : null}
      {headerRow > 1 ? <p className={styles.note}>{t('reading.ignored', { count: headerRow - 1 })}</p> : null}
    </div>
  )
}
