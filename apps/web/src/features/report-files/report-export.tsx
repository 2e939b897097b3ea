import type { RequestOf } from '@wardtrack/contracts/client'
import { REPORT_FILE_ROWS, REPORT_FORMATS, type ReportFormat } from '@wardtrack/contracts/report-files'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { ownTimeZone } from '../../lib/time-zone.ts'
import { ExportMenu } from '../../ui/export-menu.tsx'

type Criteria = RequestOf<'exportCsv'>['body']

interface ReportExportProps {
  /** The verb and what: `Export devices`. */
  readonly label: string
  /** Name of the report or list in the calls of reports. */
  readonly page: string
  /** What the rows have to meet, as of the moment at which the file is asked for. */
  readonly criteria: () => Criteria
  /** Why there is nothing to export. */
  readonly disabledReason?: string
}

/** Every row of a report or list as a file, in the format that is chosen. */
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

/** The words of a file are those of the console, its times those of this device. */
function openFile(
  format: ReportFormat,
  page: string,
  body: Criteria,
  signal: AbortSignal,
): Promise<Response> {
  const request = { params: { page }, body, signal }
  if (format === 'csv') return api.open('exportCsv', request)
  const query = { language: currentLanguage(), timeZone: ownTimeZone() }
  return api.open(format === 'xlsx' ? 'exportXlsx' : 'exportPdf', { ...request, query })
}
