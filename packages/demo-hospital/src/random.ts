/** A seeded source of random numbers: the same seed gives the same hospital and the same day. */
export interface Random {
  /** Returns a number in [0, 1). */
  next(): number
  /** Returns a number in [low, high). */
  between(low: number, high: number): number
  /** Returns a whole number in [0, count). */
  below(count: number): number
  chance(probability: number): boolean
  /** Returns one of the given items; throws if there are none. */
  pick<T>(items: readonly T[]): T
  /** Returns a roughly normally distributed number with mean 0 and deviation 1. */
  bell(): number
}

/** Creates a splitmix32 generator: small, fast and good enough for a demo; not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed | 0
  const next = (): number => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296
  }
  return {
    next,
    between: (low, high) => low + next() * (high - low),
    below: (count) => Math.floor(next() * count),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const chosen = from[Math.floor(next() * from.length)]
      if (chosen === undefined) throw new Error('Nothing to pick from')
      return chosen
    },
    bell: () => next() + next() + next() + next() + next() + next() - 3,
  }
}

/** Returns a separate seed for one of many items, so that further items do not change the others. */
export function seedFor(seed: number, kind: string, index: number): number {
  let hash = seed ^ Math.imul(index + 1, 0x85ebca6b)
  for (const character of kind) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return hash | 0
}
