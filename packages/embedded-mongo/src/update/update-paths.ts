import { asString, T, type Value } from '../bson/value.ts'
import { badValue, failedToParse, StoreError } from '../errors.ts'
import { arrayFilterName, hasPlaceholder } from './positional.ts'

/** One path of an operator update, with what the operator is given for it. */
export type Assignment = { operator: string; path: string; operand: Value }
/** A path in the order of application, without its operand: that is the one at `source` of the assignments. */
export type Step = { operator: string; parts: string[]; positional: boolean; source: number }
/** What updates of the same operators and paths share: checked, and in the order of application. */
export type Shape = { steps: readonly Step[]; paths: readonly string[]; filterNames: ReadonlySet<string> }

const MAX_SHAPES = 1000
const shapes = new Map<string, Shape>()

/** The shape of an update, from the cache when an update of the same operators and paths was parsed before. */
export function shapeOf(assignments: readonly Assignment[]): Shape {
  const key = assignments.map((item) => `${item.operator} ${touchedPaths(item).join(' ')}\n`).join('')
  const known = shapes.get(key)
  if (known) return known
  const steps = assignments.map(({ operator, path }, source) => makeStep(operator, path, source)).sort(byPath)
  const paths = steps.flatMap(({ source }) => touchedPaths(assignments[source]!))
  checkConflicts(paths)
  checkArrayConflicts(steps)
  const names = steps.flatMap(({ parts }) => parts.map(arrayFilterName).filter((name) => name !== ''))
  const shape = { steps, paths, filterNames: new Set(names) }
  if (shapes.size >= MAX_SHAPES) shapes.clear()
  shapes.set(key, shape)
  return shape
}

const renameTarget = (operand: Value) => (operand.type === T.string ? asString(operand) : '')

/** The paths that an assignment changes. */
export const touchedPaths = ({ operator, path, operand }: Assignment): string[] =>
  operator === '$rename' ? [path, renameTarget(operand)] : [path]

function makeStep(operator: string, path: string, source: number): Step {
  const parts = path.split('.')
  if (parts.some((part) => part === '')) {
    throw new StoreError(
      56,
      path === ''
        ? 'An empty update path is not valid.'
        : `The update path '${path}' contains an empty field name, which is not allowed.`,
    )
  }
  const positional = hasPlaceholder(parts)
  if (!positional && parts.some((part) => part.startsWith('$') && !/^\$(id|ref|db)$/.test(part))) {
    throw new StoreError(
      52,
      `The dollar ($) prefixed field '${path}' is not allowed in the context of an update.`,
    )
  }
  if (positional && operator === '$rename') throw badValue('The source field for $rename may not be dynamic')
  if (parts.filter((part) => part === '$').length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`)
  return { operator, parts, positional, source }
}

/** New fields are added in the order of their names, numbers by size, whatever order the update has. */
export function byPath(a: { parts: readonly string[] }, b: { parts: readonly string[] }): number {
  const length = Math.min(a.parts.length, b.parts.length)
  for (let i = 0; i < length; i++) {
    const x = a.parts[i]!
    const y = b.parts[i]!
    if (x === y) continue
    if (/^\d+$/.test(x) && /^\d+$/.test(y)) return Number(x) - Number(y)
    return x < y ? -1 : 1
  }
  return a.parts.length - b.parts.length
}

/** Refuses paths of which one is the other or lies below it. */
export function checkConflicts(paths: readonly string[]): void {
  const seen = new Set<string>()
  const holders = new Set<string>()
  for (const path of paths) {
    const parts = path.split('.')
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'))
    const holder = prefixes.find((prefix) => seen.has(prefix)) ?? (holders.has(path) ? path : undefined)
    if (holder !== undefined) throw conflict(path, holder)
    seen.add(path)
    for (const prefix of prefixes) holders.add(prefix)
  }
}

/** Refuses to address the elements of one array both by `$[]` or `$[name]` and by `$`, a position or a name. */
function checkArrayConflicts(steps: readonly Step[]): void {
  const kinds = new Map<string, boolean>()
  for (const { parts } of steps) {
    parts.forEach((part, i) => {
      const prefix = parts.slice(0, i).join('.')
      const filtered = part.startsWith('$[')
      if ((kinds.get(prefix) ?? filtered) !== filtered) throw conflict(parts.join('.'), prefix)
      kinds.set(prefix, filtered)
    })
  }
}

const conflict = (path: string, holder: string) =>
  new StoreError(40, `Updating the path '${path}' would create a conflict at '${holder}'`)

/** Refuses array filters that no path uses, and paths whose filter is not there. */
export function checkFilterNames(shape: Shape, given: ReadonlySet<string>): void {
  for (const name of given) {
    if (!shape.filterNames.has(name))
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`)
  }
  for (const name of shape.filterNames) {
    if (!given.has(name)) throw badValue(`No array filter found for identifier '${name}' in the update`)
  }
}
