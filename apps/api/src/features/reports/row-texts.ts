import type { Levels, MetaEntry, ReportRow } from '@wardtrack/contracts'
import { pathText } from '@wardtrack/database'

/** A member of a row by the metadata entry whose stored codes it holds. */
const CODED = { Battery: 'BatteryLevel', WiFi: 'WifiStrength' } as const

type Entries = Readonly<Record<string, Readonly<Record<string, MetaEntry>>>>

/** A value as rows hold it: texts as they are, numbers as texts, anything else is empty. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

/** The value of a member of fields that are objects, as texts: `Level` of `BatteryLevel`. */
export const memberText = (value: unknown, name: string): string =>
  typeof value === 'object' && value !== null ? textOf(Reflect.get(value, name)) : ''

/** A place as rows hold it; empty where there is none. @param depth levels that are told, all when left out */
export function placeText(fullPath: Levels = {}, depth = Number.POSITIVE_INFINITY): string {
  const levels = Object.entries(fullPath).filter(([level]) => Number(level.slice('Level_'.length)) <= depth)
  return pathText(Object.fromEntries(levels))
}

/** A row as a file holds it: codes by the aliases of the row's type. */
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
