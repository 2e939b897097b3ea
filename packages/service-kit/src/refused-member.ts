import { type ApiError, invalidMember } from './api-error.ts'

const REFUSED = '__proto__'

/**
 * The refusal of a parsed body with a member called `__proto__`, however it was escaped: what copies objects drops it in
 * silence, and criteria would lose a condition. Any other name is one that the contract of a call may or may not know.
 */
export function refusedMember(value: unknown): ApiError | undefined {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const name of Object.keys(next)) {
      if (!Array.isArray(next) && name === REFUSED) return invalidMember(name, 'This name is not allowed.')
      const member = (next as Record<string, unknown>)[name]
      if (typeof member === 'object' && member !== null) waiting.push(member)
    }
  }
  return undefined
}
