import type { RequestOf } from '@wardtrack/contracts/client'
import { REPORT_FILE_ROWS, REPORT_FORMATS, type ReportFormat } from '@wardtrack/contracts/report-files'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { ownTimeZone } from '../../lib/time-zone.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'

type Criteria = RequestOf<'exportCsv'>['body']

interface ReportExportProps {
  /** Verb and object: `Export devices`. */
  readonly label: string
  /** Name of the report or list in the calls of reports. */
  readonly page: string
  /** Returns the criteria of the rows at the time of the export. */
  readonly criteria: () => Criteria
  /** Reason why the export is disabled. */
  readonly disabledReason?: string
}

/** Exports every row of a report or list as a file in the chosen format. */
export function ReportExport({ label, page, criteria, ...state }: ReportExportProps) {
  const { t } = useTranslation('common')
  const choices = REPORT_FORMATS.map((format) => ({
    key: format,
    label:
      format === 'csv'
        ? t('blocks.export.csv')
        : t(`blocks.export.${format}`, { count: REPORT_FILE_ROWS[format] }),
    name: `report.${format}`,
    open: (signal: AbortSignal) => openFile(format, page, criteria(), signal),
  }))
  return <ExportMenu label={label} choices={choices} {...state} />
}

const CALLS = { csv: 'exportCsv', xlsx: 'exportXlsx', pdf: 'exportPdf' } as const

/** The texts of a file are in the console's language, its times in this device's time zone. */
function openFile(
  format: ReportFormat,
  page: string,
  body: Criteria,
  signal: AbortSignal,
): Promise<Response> {
  const query = { language: currentLanguage(), timeZone: ownTimeZone() }
  return api.open(CALLS[format], { params: { page }, query, body, signal })
}
