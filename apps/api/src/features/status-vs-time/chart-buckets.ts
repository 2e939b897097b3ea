const SECOND = 1
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Bucket widths that are readable on an axis, in seconds. */
const WIDTHS = [
  ...[1, 2, 4, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 4, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 4, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 4, 7].map((count) => count * DAY),
] as const
const WIDEST = 7 * DAY
const MAX_BUCKETS = 120

/** Buckets of a chart, with start and end times in milliseconds. */
export type ChartBuckets = { seconds: number; starts: number[]; ends: number[] }

/**
 * Divides a range into 60 to 120 buckets of the smallest possible width; the last one ends with the range.
 * @param start milliseconds
 * @param end milliseconds, a minute to 366 days after the start
 */
export function chartBuckets(start: number, end: number): ChartBuckets {
  const leastWidth = (end - start) / 1000 / MAX_BUCKETS
  const seconds = WIDTHS.find((width) => width >= leastWidth) ?? WIDEST
  const width = seconds * 1000
  const count = Math.ceil((end - start) / width)
  const starts = Array.from({ length: count }, (_, bucket) => start + bucket * width)
  return { seconds, starts, ends: starts.map((time) => Math.min(time + width, end)) }
}
