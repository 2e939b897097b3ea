import type { Levels, MetaEntry, ReportRow, Sort } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

/** Row members and the metadata entry whose stored codes each holds. */
const CODED = { Battery: 'BatteryLevel', WiFi: 'WifiStrength' } as const

type Entries = Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>

/** Converts a value for a row: numbers become texts, anything other than texts and numbers is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** Returns a member of an object field as text, such as `Level` of `BatteryLevel`. */
export const memberText = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? textOf(Reflect.get(value, name)) : ''

/**
 * Returns a place as text; empty when there is none.
 * @param depth number of levels, all when omitted
 */
export function placeText(fullPath: Levels = {}, depth = Number.POSITIVE_INFINITY): string {
  const levels = Object.entries(fullPath).filter(([level]) => Number(level.slice('Level_'.length)) <= depth)
  return pathText(Object.fromEntries(levels))
}

/** Converts a row for a file: codes become the aliases of the row's type. */
export function withAliases(row: ReportRow, types: Entries): ReportRow {
  const type = textOf(row['AssetType'])
  const entries = Object.hasOwn(types, type) ? types[type] : undefined
  const aliased: ReportRow = { ...row }
  for (const [member, name] of Object.entries(CODED)) {
    const code = row[member]
    const options = entries?.[name]?.Options
    if (typeof code === 'string' && options && Object.hasOwn(options, code))
      aliased[member] = options[code]?.alias || code
  }
  return aliased
}

const TIES: readonly Sort[] = ['AssetType', 'AssetId'].map((sortField) => ({ sortField, sortDirection: 1 }))
/** Characters that code units order differently from code points. */
const SURROGATE = /[\ud800-\udfff]/

/**
 * Sorts rows by members: numbers by size, texts by code point, missing values first. Ties are sorted by type and id,
 * then by `lastly`.
 */
export function sortRows<Row extends ReportRow>(
  rows: readonly Row[],
  sort: readonly Sort[],
  lastly: readonly Sort[] = [],
): Row[] {
  // Keys are computed once per row, because thousands of rows are compared many times.
  const columns = [...sort, ...TIES, ...lastly].map(({ sortField, sortDirection }) => ({
    keys: keysOf(rows.map((row) => row[sortField])),
    sortDirection,
  }))
  const numbered = rows.map((row, index) => ({ row, index }))
  numbered.sort(({ index: a }, { index: b }) => {
    for (const { keys, sortDirection } of columns) {
      const compared = compareKeys(keys[a], keys[b])
      if (compared !== 0) return compared * sortDirection
    }
    return 0
  })
  return numbered.map(({ row }) => row)
}

type Key = number | string | Buffer | undefined

/**
 * Returns sort keys: texts whose code units have code point order stay; other texts become bytes, which have that
 * order.
 */
function keysOf(values: readonly unknown[]): Key[] {
  const keys = values.map((value) => (typeof value === 'number' ? value : textOf(value)))
  return keys.some((key) => typeof key === 'string' && SURROGATE.test(key))
    ? keys.map((key) => (typeof key === 'number' ? key : Buffer.from(key)))
    : keys
}

function compareKeys(a: Key = '', b: Key = ''): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (Buffer.isBuffer(a) || Buffer.isBuffer(b)) return Buffer.compare(bytesOf(a), bytesOf(b))
  const [first, second] = [String(a), String(b)]
  return first === second ? 0 : first < second ? -1 : 1
}

const bytesOf = (key: number | string | Buffer): Buffer =>
  Buffer.isBuffer(key) ? key : Buffer.from(String(key))
