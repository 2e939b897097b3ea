const HOUR_MS = 3_600_000
const HOURS_OF_WEEK = 168
/** As many as the hours of a month. */
const MAX_MOMENTS = 744

/** The moments at which a period is looked at, ascending, and how many hours lie between two of them. */
export type Samples = { moments: number[]; stepHours: number }

/**
 * The full hours of a period, without the moment at which it begins; milliseconds. A long period is sampled: every n-th
 * hour, where n and the 168 hours of a week have no common divisor, so that each hour of the week is sampled equally
 * often. A period that contains no full hour is sampled once, at its end.
 */
export function sampleMoments(from: number, to: number): Samples {
  const first = Math.floor(from / HOUR_MS) + 1
  const last = Math.floor(to / HOUR_MS)
  const stepHours = stepOf(last - first + 1)
  const moments: number[] = []
  // The newest is always among them.
  for (let hour = last; hour >= first; hour -= stepHours) moments.push(hour * HOUR_MS)
  return { moments: moments.length > 0 ? moments.reverse() : [to], stepHours }
}

function stepOf(hours: number): number {
  let step = Math.max(1, Math.ceil(hours / MAX_MOMENTS))
  while (greatestDivisor(step, HOURS_OF_WEEK) > 1) step += 1
  return step
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
