import { existsSync, readFileSync } from 'node:fs'

const COLUMNS = ['kind of fault', 'runs', 'lost', 'doubled', 'alerts wrong', 'invalid', 'recovered within']
/** Cell of a figure that a test does not measure. */
const NOTHING = '–'

/**
 * Creates the table of fault results from lines that the tests wrote (`noteFaultRuns`). Lines of one kind become one
 * row.
 * @param {string} file one JSON object a line
 * @returns {string | undefined} undefined when no test wrote any
 */
export function faultTable(file) {
  if (!existsSync(file)) return undefined
  const rows = merge(
    readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  const sum = rows.reduce((count, { runs }) => count + runs, 0)
  const seconds = (ms) => (ms === undefined ? NOTHING : `${(ms / 1000).toFixed(1)} s`)
  const cells = rows.map((row) => [
    row.kind,
    row.runs,
    ...[row.lost, row.doubled, row.wrongAlerts, row.invalid].map((count) => count ?? NOTHING),
    seconds(row.recoveredMs),
  ])
  const lines = [COLUMNS, COLUMNS.map(() => '---'), ...cells, ['all', sum, '', '', '', '', '']]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

/** Merges rows: counts are added, and the longest recovery is kept. */
function merge(rows) {
  const merged = new Map()
  for (const row of rows) {
    const before = merged.get(row.kind)
    if (!before) merged.set(row.kind, { ...row })
    else
      for (const [name, value] of Object.entries(row)) {
        if (name === 'recoveredMs') before[name] = Math.max(before[name] ?? 0, value)
        else if (name !== 'kind') before[name] = (before[name] ?? 0) + value
      }
  }
  return [...merged.values()].toSorted((a, b) => a.kind.localeCompare(b.kind))
}
