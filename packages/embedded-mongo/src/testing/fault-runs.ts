import { appendFileSync } from 'node:fs'

/** Results of one kind of fault. Values that a test does not check are absent. */
export type FaultRuns = {
  kind: string
  /** number of repetitions */
  runs: number
  /** number of acknowledged items that are missing */
  lost?: number
  /** number of items that are stored repeatedly, or were never sent */
  doubled?: number
  /** number of missing or repeated alerts */
  wrongAlerts?: number
  /** number of collections that `validate` reports as invalid */
  invalid?: number
  /** longest time in milliseconds from the end of a fault until all senders were acknowledged again */
  recoveredMs?: number
}

/** Adds a line to the table that `npm run test:faults` prints; elsewhere it does nothing. */
export function noteFaultRuns(runs: FaultRuns): void {
  const file = process.env['WARDTRACK_FAULT_TABLE']
  if (file) appendFileSync(file, `${JSON.stringify(runs)}\n`)
}

/** Counts the expected names that were not found, and the found names that were not expected or came twice. */
export function compareOnce(
  expected: readonly string[],
  found: readonly string[],
): { lost: number; doubled: number } {
  const counts = new Map<string, number>()
  for (const name of expected) counts.set(name, (counts.get(name) ?? 0) + 1)
  let doubled = 0
  for (const name of found) {
    const count = counts.get(name) ?? 0
    if (count > 0) counts.set(name, count - 1)
    else doubled += 1
  }
  return { lost: [...counts.values()].reduce((sum, count) => sum + count, 0), doubled }
}
