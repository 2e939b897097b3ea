import type { Levels, MetaEntry, ReportRow } from '@wardtrack/contracts'
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
