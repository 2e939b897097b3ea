import { type ApiError, invalidMember } from './api-error.ts'

const REFUSED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The refusal of a parsed body with a member of a name that is never meant, however it was escaped: parsers drop it in
 * silence, and criteria would lose a condition.
 */
export function refusedMember(value: unknown): ApiError | undefined {
  const waiting: unknown[] = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const name of Object.keys(next)) {
      if (!Array.isArray(next) && REFUSED.has(name)) return invalidMember(name, 'This name is not allowed.')
      const member = (next as Record<string, unknown>)[name]
      if (typeof member === 'object' && member !== null) waiting.push(member)
    }
  }
  return undefined
}
