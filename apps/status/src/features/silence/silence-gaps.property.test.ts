import fc from 'fast-check'
import { expect, test } from 'vitest'
import { silencesBetween } from './silence-gaps.ts'

/** Says for each moment, by looking at all events, whether an asset is silent: the plain form of the rule. */
const isSilentAt = (times: readonly number[], limit: number, moment: number): boolean => {
  const before = times.filter((time) => time <= moment)
  return before.length > 0 && moment - Math.max(...before) >= limit
}

test('an asset is silent in exactly the moments that are further from the last event than the limit', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 }),
      fc.integer({ min: 1, max: 20 }),
      (unordered, limit) => {
        const times = unordered.toSorted((a, b) => a - b)
        const silences = silencesBetween(times, limit)
        for (let moment = times[0] ?? 0; moment < (times.at(-1) ?? 0); moment += 1)
          expect(silences.some(({ begin, end }) => begin <= moment && moment < end)).toBe(
            isSilentAt(times, limit, moment),
          )
      },
    ),
    { numRuns: 300 },
  )
})
