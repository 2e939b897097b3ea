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

/** Members of a list or an object within a large value, and the path to it from the root. */
export type ValuePiece = {
  path: readonly (string | number)[]
  members: readonly (readonly [string | number, unknown])[]
}

type Container = Record<string | number, unknown> | unknown[]

const isContainer = (value: unknown): value is Container =>
  Array.isArray(value) || (typeof value === 'object' && value !== null)

const emptyOf = (value: Container): Container => (Array.isArray(value) ? [] : {})

/**
 * Cuts a large value into pieces that are fast to copy. The first has the empty path and the root as its one member.
 */
export function* cutValue(value: unknown): Generator<ValuePiece, void> {
  const isHeavy = weightOf(value, PIECE_WEIGHT) > PIECE_WEIGHT
  const isCut = isHeavy && isContainer(value)
  yield { path: [], members: [['', isCut ? emptyOf(value) : value]] }
  if (isCut) yield* cutContainer(value, [])
}

function* cutContainer(
  container: Container,
  path: readonly (string | number)[],
): Generator<ValuePiece, void> {
  let members: [string | number, unknown][] = []
  let weight = 0
  const entries: Iterable<[string | number, unknown]> = Array.isArray(container)
    ? container.entries()
    : Object.entries(container)
  for (const [name, member] of entries) {
    const memberWeight = weightOf(member, PIECE_WEIGHT)
    const isCut = memberWeight > PIECE_WEIGHT && isContainer(member)
    members.push([name, isCut ? emptyOf(member) : member])
    weight += isCut ? 1 : memberWeight
    if (!isCut && weight < PIECE_WEIGHT) continue
    yield { path, members }
    members = []
    weight = 0
    if (isCut) yield* cutContainer(member, [...path, name])
  }
  if (members.length > 0) yield { path, members }
}

const PLAIN = { enumerable: true, writable: true, configurable: true }

/** Builds a value from its pieces as they arrive. */
export async function joinValue(pieces: AsyncIterable<ValuePiece>): Promise<unknown> {
  const root: Record<string | number, unknown> = {}
  for await (const { path, members } of pieces) {
    let container = path.length > 0 || '' in root ? (root[''] as typeof root) : root
    for (const name of path) container = container[name] as typeof root
    for (const [name, member] of members)
      if (name === '__proto__') Object.defineProperty(container, name, { value: member, ...PLAIN })
      else container[name] = member
  }
  return root['']
}
