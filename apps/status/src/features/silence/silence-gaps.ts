/** A silence: it begins when the limit has passed since the last event, and ends with the next event. */
export type Silence = { begin: number; end: number }

/**
 * Returns the silences between events.
 * @param times milliseconds of the events, in order
 * @param limit milliseconds; an event exactly at the limit is in time
 */
export function silencesBetween(times: readonly number[], limit: number): Silence[] {
  const silences: Silence[] = []
  for (const [index, time] of times.entries()) {
    const before = times[index - 1]
    if (before !== undefined && time - before > limit) silences.push({ begin: before + limit, end: time })
  }
  return silences
}
