import type { ReportRow, Sort } from '@wardtrack/contracts'
import { textOf } from './row-texts.ts'

const TIES: readonly Sort[] = ['AssetType', 'AssetId'].map((sortField) => ({ sortField, sortDirection: 1 }))

/** Rows in an order by their members: numbers by size, texts by code point, missing ones first; ties by type and id. */
export function sortRows<Row extends ReportRow>(rows: readonly Row[], sort: readonly Sort[]): Row[] {
  const order = [...sort, ...TIES]
  // Bytes once for each row: thousands of rows are compared many times.
  const keyed = rows.map((row) => ({ row, keys: order.map(({ sortField }) => keyOf(row[sortField])) }))
  keyed.sort((a, b) => {
    for (const [index, { sortDirection }] of order.entries()) {
      const compared = compareKeys(a.keys[index], b.keys[index])
      if (compared !== 0) return compared * sortDirection
    }
    return 0
  })
  return keyed.map(({ row }) => row)
}

type Key = number | Buffer | undefined

const keyOf = (value: unknown): Key => (typeof value === 'number' ? value : Buffer.from(textOf(value)))
const bytesOf = (key: Key): Buffer => (Buffer.isBuffer(key) ? key : Buffer.from(textOf(key)))

const compareKeys = (a: Key, b: Key): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : Buffer.compare(bytesOf(a), bytesOf(b))
