import type { Period } from '../read-report-criteria.ts'
import type { Direction, TimedSource } from './timed-source.ts'

/** A page that begins so few rows down is read from its list's beginning. */
const NEAR = 500
/** Later than anything that can be stored: an open period ends there. */
const FAR_FUTURE = 8.64e15

/** Where reading begins: the period that is left, and how many rows of it come before the page. */
export type Start = { period: Period; skip: number }

/**
 * Finds where a page far down a list begins, by halving the time and counting: counting an index is far cheaper than
 * passing over documents.
 * @param skip rows before the page; there are more in the period
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
    // Newest first: what is passed lies at the end of the time, and the page before it.
    if (isPassed === (direction === 1)) start = middle
    else end = middle
  }
  // Only the side that was passed is known: the page may go on beyond the other one.
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

/** Just after the newest document. */
async function endOf(sources: readonly TimedSource[], start: number): Promise<number> {
  const newest = await Promise.all(sources.map((source) => source.read({ from: new Date(start) }, -1, 1)))
  return Math.max(start, ...newest.flat().map(({ time }) => time)) + 1
}
