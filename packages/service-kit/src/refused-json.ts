import { type ApiError, invalidMember } from './api-error.ts'

const REFUSED = '__proto__'
/**
 * Maximum levels of nested lists and objects: far more than any call needs, and far fewer than the call stack allows.
 */
export const MAX_LEVELS = 100

/** A value of a body, and its member name in its parent. */
type Nested = { value: unknown; parent: Nested | undefined; name: string }

/**
 * Returns the refusal of a parsed body that no call accepts; undefined for any other body.
 *
 * Refuses a member called `__proto__`, however it was escaped: code that copies objects drops it silently, and
 * criteria would lose a condition. The error names its path as sent, list index included. Refuses more levels than
 * `MAX_LEVELS`: parsing has no limit, but recursive checks and writers would overflow the stack.
 */
export function refusedJson(value: unknown): ApiError | undefined {
  let level: Nested[] = [{ value, parent: undefined, name: '' }]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_LEVELS) return invalidMember('', 'This is nested too deeply.')
    const below: Nested[] = []
    for (const parent of level) {
      const { value: item } = parent
      if (typeof item !== 'object' || item === null) continue
      for (const name of Object.keys(item)) {
        if (!Array.isArray(item) && name === REFUSED)
          return invalidMember(pathOf({ value: undefined, parent, name }), 'This name is not allowed.')
        const member = (item as Record<string, unknown>)[name]
        if (typeof member === 'object' && member !== null) below.push({ value: member, parent, name })
      }
    }
    level = below
  }
  return undefined
}

/** Returns the dotted path of a member; the empty path for the whole body. */
function pathOf({ parent, name }: Nested): string {
  if (!parent) return ''
  const above = pathOf(parent)
  return above === '' ? name : `${above}.${name}`
}
