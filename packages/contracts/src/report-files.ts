/** Formats in which a report can be had as a file. */
export const REPORT_FORMATS = ['csv', 'xlsx', 'pdf'] as const
/** One of {@link REPORT_FORMATS}. */
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/**
 * Rows that a file holds at most, and says so when there are more: a sheet of a workbook has no room for more than
 * 1,048,576, and a PDF of more pages is read by nobody. A CSV file holds all.
 */
export const REPORT_FILE_ROWS = { xlsx: 1_000_000, pdf: 5_000 } as const
