const HOUR_MS = 3_600_000
const HOURS_OF_WEEK = 168
/** Maximum number of samples: the hours of a month. */
const MAX_MOMENTS = 744

/** Sample times of a period, ascending, and the hours between two of them. */
export type Samples = { moments: number[]; stepHours: number }

/**
 * Returns the full hours of a period after its start, in milliseconds. A long period uses every n-th hour. The step n
 * has no common divisor with the 168 hours of a week, so that each hour of the week is sampled equally often. A
 * period without a full hour has one sample, at its end.
 */
export function sampleMoments(from: number, to: number): Samples {
  const first = Math.floor(from / HOUR_MS) + 1
  const last = Math.floor(to / HOUR_MS)
  const stepHours = stepOf(last - first + 1)
  const moments: number[] = []
  // The newest hour is always included.
  for (let hour = last; hour >= first; hour -= stepHours) moments.push(hour * HOUR_MS)
  return { moments: moments.length > 0 ? moments.reverse() : [to], stepHours }
}

function stepOf(hours: number): number {
  let step = Math.max(1, Math.ceil(hours / MAX_MOMENTS))
  while (greatestDivisor(step, HOURS_OF_WEEK) > 1) step += 1
  return step
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b))
