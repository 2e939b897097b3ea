/** File formats of reports. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const
/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * Maximum number of rows in a file; the file of a longer report notes that rows are missing. A sheet of a workbook
 * has at most 1,048,576 rows, and nobody reads a longer PDF. A CSV file contains all rows.
 */
export const REPORT_FILE_ROWS = { xlsx: 1_000_000, pdf: 5_000 } as const
