import { type ApiError, invalidMember } from './api-error.ts'

const REFUSED = '__proto__'
/** Levels of lists and objects in each other: far more than any call needs, and far less than a stack of calls has room for. */
const MAX_DEPTH = 100

/**
 * The refusal of a parsed body that no call may be given.
 *
 * A member called `__proto__`, however it was escaped: what copies objects drops it in silence, and criteria would lose a
 * condition. Any other name is one that the contract of a call may or may not know. More levels than `MAX_DEPTH`: parsing
 * knows no limit of them, but whatever follows a value by calling itself (checking, writing as text) ends at its stack.
 */
export function refusedJson(value: unknown): ApiError | undefined {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return invalidMember('', 'This is nested too deeply.')
    const below: unknown[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const name of Object.keys(item)) {
        if (!Array.isArray(item) && name === REFUSED) return invalidMember(name, 'This name is not allowed.')
        const member = (item as Record<string, unknown>)[name]
        if (typeof member === 'object' && member !== null) below.push(member)
      }
    }
    level = below
  }
  return undefined
}
