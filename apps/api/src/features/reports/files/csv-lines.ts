import type { ReportColumn } from '@wardtrack/contracts'
import { csvLine } from '@wardtrack/service-kit'
import { type TableRow, timeOf, zoneClock } from '../../table-files/index.ts'

/** Columns and rows of a CSV file. */
type CsvRows = {
  columns: readonly ReportColumn[]
  batches(): AsyncGenerator<readonly TableRow[], void>
}

/** Columns that hold times in every report that has them. */
const TIME_COLUMNS: ReadonlySet<string> = new Set([
  'createdAt',
  'updatedAt',
  'clearedAt',
  'arrivedAt',
  'seenAt',
  'since',
])

/**
 * Writes rows as CSV with the local times of a zone. The heading of a column with times names the zone; such columns
 * are known by their key or by the first rows.
 */
export async function* csvLines(
  { columns, batches }: CsvRows,
  timeZone: string,
): AsyncGenerator<string, void> {
  const clock = zoneClock(timeZone)
  const localTime = (value: unknown): unknown => {
    const time = timeOf(value)
    return time === undefined ? value : clock.text(time)
  }
  const heading = (firstRows: readonly TableRow[]): string =>
    csvLine(
      columns.map(({ key, label }, index) => {
        const holdsTimes = TIME_COLUMNS.has(key) || firstRows.some((row) => timeOf(row[index]) !== undefined)
        return holdsTimes ? `${label} (${timeZone})` : label
      }),
    )
  let hasBegun = false
  for await (const rows of batches()) {
    if (!hasBegun) yield heading(rows)
    hasBegun = true
    yield rows.map((row) => csvLine(row.map(localTime))).join('')
  }
  if (!hasBegun) yield heading([])
}
