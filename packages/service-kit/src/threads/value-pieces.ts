import { PIECE_WEIGHT, weightOf } from './weights.ts'

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
