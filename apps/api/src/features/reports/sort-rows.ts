import type { ReportRow, Sort } from '@wardtrack/contracts'
import { textOf } from './row-texts.ts'

const TIES: readonly Sort[] = ['AssetType', 'AssetId'].map((sortField) => ({ sortField, sortDirection: 1 }))

/** Rows in an order by their members: numbers by size, texts by code point, missing ones first; ties by type and id. */
export function sortRows(rows: readonly ReportRow[], sort: readonly Sort[]): ReportRow[] {
  return rows.toSorted((a, b) => {
    for (const { sortField, sortDirection } of [...sort, ...TIES]) {
      const order = compareValues(a[sortField], b[sortField])
      if (order !== 0) return order * sortDirection
    }
    return 0
  })
}

function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return Buffer.compare(Buffer.from(textOf(a)), Buffer.from(textOf(b)))
}
