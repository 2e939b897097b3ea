const HOUR_MS = 3_600_000
const HOURS_OF_WEEK = 168
/** As many as the hours of a month. */
const MAX_MOMENTS = 744

/** The moments at which a period is looked at, ascending, and how many hours lie between two of them. */
export type Samples = { moments: number[]; stepHours: number }

/**
 * The full hours of a period, its beginning left out. Of a long one every so-manieth, so that each hour of the week
 * comes up as often as any other. A period without a full hour is looked at where it ends. Milliseconds.
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
