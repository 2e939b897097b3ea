import { appendFileSync } from 'node:fs'

/** Results of one kind of fault. Values that a test does not check are absent. */
export type FaultRuns = {
  kind: string
  /** number of repetitions */
  runs: number
  /** things that were acknowledged and are not there */
  lost?: number
  /** things that are there more often than once, or were never sent */
  doubled?: number
  /** alerts that are missing, or there more often than once */
  wrongAlerts?: number
  /** collections that `validate` finds fault with */
  invalid?: number
  /** milliseconds from the end of the fault until all senders were acknowledged again: the longest */
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
