import type { Period } from '../read-report-criteria.ts'
import type { Direction, TimedSource } from './timed-source.ts'

/** Pages up to this many rows down are read from the start of the list. */
const NEAR = 500
/** Later than any time that can be stored; the end of an open period. */
const FAR_FUTURE = 8.64e15

/** Start of reading: the remaining period, and the number of its rows before the page. */
export type Start = { period: Period; skip: number }

/**
 * Finds the start of a page far down a list by bisecting the period and counting: counting an index is far cheaper
 * than skipping documents.
 * @param skip rows before the page; the period has more
 */
export async function findStart(
  sources: readonly TimedSource[],
  { from, to }: Period,
  direction: Direction,
  skip: number,
): Promise<Start> {
  let start = from?.getTime() ?? 0
  let end = to?.getTime() ?? (skip > NEAR ? await endOf(sources, start) : FAR_FUTURE)
  let before = 0
  while (skip - before > NEAR && end - start > 1) {
    const middle = Math.floor((start + end) / 2)
    const [nearStart, nearEnd] = direction === 1 ? [start, middle] : [middle, end]
    const passed = await countIn(sources, nearStart, nearEnd)
    const isPassed = before + passed <= skip
    if (isPassed) before += passed
    // Newest first: skipped rows lie at the end of the period, and the page before them.
    if (isPassed === (direction === 1)) start = middle
    else end = middle
  }
  // Only the skipped side is certain: the page may continue beyond the other side.
  if (direction === 1)
    return { period: { from: new Date(start), ...(to ? { to } : {}) }, skip: skip - before }
  return {
    period: { ...(from ? { from } : {}), ...(to || end < FAR_FUTURE ? { to: new Date(end) } : {}) },
    skip: skip - before,
  }
}

const countIn = async (sources: readonly TimedSource[], start: number, end: number): Promise<number> =>
  (
    await Promise.all(sources.map((source) => source.count({ from: new Date(start), to: new Date(end) })))
  ).reduce((sum, count) => sum + count, 0)

/** Returns the time just after the newest document. */
async function endOf(sources: readonly TimedSource[], start: number): Promise<number> {
  const newest = await Promise.all(sources.map((source) => source.read({ from: new Date(start) }, -1, 1)))
  return Math.max(start, ...newest.flat().map(({ time }) => time)) + 1
}
