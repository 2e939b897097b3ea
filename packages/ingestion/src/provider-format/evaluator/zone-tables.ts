import type { ZoneTable } from '../format-process.types.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Period around the current moment whose clock changes a table holds: no accepted event is outside. */
const BEFORE_MS = 12 * 365 * DAY_MS
const AFTER_MS = 2 * 365 * DAY_MS
/** Distance of the probes for clock changes; two changes are further apart. */
const STEP_MS = 7 * DAY_MS
/** Maximum number of zones in an evaluation, and of tables that the process keeps. */
const MAX_ZONES = 40
const MAX_TABLES = 200

const QUOTED = /"([^"\\]{1,64})"|'([^'\\]{1,64})'/g
const REGION =
  /\b(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Brazil|Canada|Chile|Etc|Europe|Indian|Mexico|Pacific|US)(?:\\?\/[A-Za-z0-9_+-]{1,30}){1,2}/g
const FIXED = /^([+-])(\d\d):(\d\d)$/

const tables = new Map<string, ZoneTable | undefined>()

/**
 * Returns the tables of the time zones that an expression or its body names. The machine has no time zones, so that
 * they come in as numbers.
 */
export function zoneTables(expression: string, body: string, moment: number): Record<string, ZoneTable> {
  if (!expression.includes('fromLocal')) return {}
  const found: [string, ZoneTable][] = []
  for (const name of zonesNamed(expression, body)) {
    const table = tableOf(name, moment)
    if (table) found.push([name, table])
    if (found.length >= MAX_ZONES) break
  }
  return Object.fromEntries(found)
}

function zonesNamed(expression: string, body: string): Set<string> {
  const names = new Set<string>()
  for (const [, double, single] of expression.matchAll(QUOTED)) names.add(double ?? single ?? '')
  for (const text of [expression, body])
    for (const [name] of text.matchAll(REGION)) {
      names.add(name.replaceAll('\\', ''))
      if (names.size >= 2 * MAX_ZONES) return names
    }
  return names
}

function tableOf(name: string, moment: number): ZoneTable | undefined {
  const fixed = FIXED.exec(name)
  if (fixed) {
    const [, sign, hours, minutes] = fixed
    return [(sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000, []]
  }
  const start = Math.floor((moment - BEFORE_MS) / STEP_MS) * STEP_MS
  const key = `${name} ${start}`
  if (!tables.has(key)) {
    if (tables.size >= MAX_TABLES) tables.clear()
    tables.set(key, readTable(name, start))
  }
  return tables.get(key)
}

/** Reads the clock changes of a zone; undefined when the name is no zone. */
function readTable(name: string, start: number): ZoneTable | undefined {
  const offsetAt = offsetReader(name)
  if (!offsetAt) return undefined
  const first = offsetAt(start)
  const changes: [number, number][] = []
  let before = first
  for (let from = start; from < start + BEFORE_MS + AFTER_MS; from += STEP_MS) {
    const after = offsetAt(from + STEP_MS)
    if (after === before) continue
    changes.push([changeBetween(from, from + STEP_MS, offsetAt), after])
    before = after
  }
  return [first, changes]
}

/** Finds the minute of the change by bisection. */
function changeBetween(from: number, to: number, offsetAt: (time: number) => number): number {
  let [start, end] = [from, to]
  const before = offsetAt(start)
  while (end - start > 60_000) {
    const middle = start + Math.floor((end - start) / 120_000) * 60_000
    if (offsetAt(middle) === before) start = middle
    else end = middle
  }
  return end
}

function offsetReader(timeZone: string): ((time: number) => number) | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
    return (time) => {
      const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
      const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
      return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
    }
  } catch {
    return undefined
  }
}
