import type { Value } from '../bson/value.ts'
import { badValue, notImplemented, StoreError } from '../errors.ts'
import { createMemo } from '../remembered.ts'

/** Path of an operator update, with its operator and operand. */
export type Assignment = { operator: string; path: string; operand: Value }
/** Path in the order of application. Its operand is in the assignment with the index `source`. */
export type Step = { operator: string; parts: string[]; positional: boolean; source: number }

const knownSteps = createMemo<readonly Step[]>()

/** Returns the checked steps of an update. */
export function stepsOf(assignments: readonly Assignment[]): readonly Step[] {
  const key = assignments.map(({ operator, path }) => `${operator} ${path}\n`).join('')
  return knownSteps.get(key, () => {
    const steps = assignments
      .map(({ operator, path }, source) => readStep(operator, path, source))
      .sort(byPath)
    checkConflicts(steps)
    return steps
  })
}

function readStep(operator: string, path: string, source: number): Step {
  const parts = path.split('.')
  if (parts.includes(''))
    throw new StoreError(56, `The update path '${path}' contains an empty field name, which is not allowed.`)
  if (parts.some((part) => part.startsWith('$['))) throw notImplemented("'$[' in update paths")
  if (parts.filter((part) => part === '$').length > 1)
    throw badValue(`Too many positional (i.e. '$') elements found in path '${path}'`)
  if (parts[0] === '$')
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`)
  if (parts.some((part) => part.startsWith('$') && part !== '$'))
    throw new StoreError(
      52,
      `The dollar ($) prefixed field '${path}' is not allowed in the context of an update.`,
    )
  return { operator, parts, positional: parts.includes('$'), source }
}

/** Compares steps by path, because new fields are added in order of their names (numbers by size). */
export function byPath(a: Step, b: Step): number {
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

/** Refuses equal paths, and paths below another one. */
export function checkConflicts(steps: readonly Step[]): void {
  const seen = new Set<string>()
  const holders = new Set<string>()
  for (const { parts } of steps) {
    const path = parts.join('.')
    const prefixes = parts.map((_, i) => parts.slice(0, i + 1).join('.'))
    const holder = prefixes.find((prefix) => seen.has(prefix)) ?? (holders.has(path) ? path : undefined)
    if (holder !== undefined)
      throw new StoreError(40, `Updating the path '${path}' would create a conflict at '${holder}'`)
    seen.add(path)
    for (const prefix of prefixes) holders.add(prefix)
  }
}
