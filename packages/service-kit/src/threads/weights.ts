/** Characters that take as long to copy to another thread as one number. */
const CHARACTERS = 64
/** Weight that is copied at a time: about 5 ms of the serving thread. */
export const PIECE_WEIGHT = 20_000

/**
 * Weighs a value by the cost of copying: one for each value in it, and more for long texts.
 * @param most where counting ends, so that no value takes long to weigh
 */
export function weightOf(value: unknown, most: number): number {
  const waiting: unknown[] = [value]
  let weight = 0
  while (waiting.length > 0 && weight <= most) {
    const next = waiting.pop()
    weight += 1
    if (typeof next === 'string') weight += Math.floor(next.length / CHARACTERS)
    if (typeof next !== 'object' || next === null) continue
    const members: unknown[] = Array.isArray(next) ? next : Object.values(next)
    if (members.length > most) return members.length
    for (const member of members) waiting.push(member)
  }
  return weight
}

/** Returns true if a value weighs at most `most`. */
export const isLight = (value: unknown, most: number): boolean => weightOf(value, most) <= most

/** Groups items so that each group is fast to copy; a heavier item becomes a separate group. */
export async function* groupsByWeight<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item[], void> {
  let group: Item[] = []
  let weight = 0
  for await (const item of items) {
    const itemWeight = weightOf(item, PIECE_WEIGHT)
    if (group.length > 0 && weight + itemWeight > PIECE_WEIGHT) {
      yield group
      group = []
      weight = 0
    }
    group.push(item)
    weight += itemWeight
  }
  if (group.length > 0) yield group
}
