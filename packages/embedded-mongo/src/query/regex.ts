import { BSONRegExp } from 'bson'
import { fromJs } from '../bson/make.ts'
import { regexParts, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import type { Pattern } from './ast.ts'

const INLINE = /^\(\?([imsx]+)\)/

/** A PCRE pattern as MongoDB takes it, carried out by JavaScript; what JavaScript lacks is refused. */
export function compilePattern(source: Value): Pattern {
  const { pattern, options } = regexParts(source)
  const inline = INLINE.exec(pattern)
  const text = inline ? pattern.slice(inline[0].length) : pattern
  const flags = [...new Set(options + (inline?.[1] ?? ''))].sort().join('')
  if (/[^imsu]/.test(flags)) throw new StoreError(51108, `invalid flag in regex options: ${flags}`)
  try {
    return { source, regexp: new RegExp(text, flags.replace('u', '')), text, flags }
  } catch (error) {
    throw new StoreError(51091, `Regular expression is invalid: ${(error as Error).message}`)
  }
}

export const patternFromText = (text: string, options: string) =>
  compilePattern(fromJs(new BSONRegExp(text, options)))

/**
 * The literal beginning that every match must have (anchored, case-sensitive patterns only); `exact` when the
 * beginning is the whole condition.
 */
export function literalPrefix(pattern: Pattern): { prefix: string; exact: boolean } | undefined {
  if (pattern.flags.replace(/[su]/g, '') !== '' || !pattern.text.startsWith('^')) return undefined
  if (pattern.text.includes('|')) return undefined
  let prefix = ''
  let i = 1
  const text = pattern.text
  while (i < text.length) {
    const escape = text[i] === '\\'
    const char = escape ? text[i + 1] : text[i]
    if (char === undefined || (escape ? /[A-Za-z0-9]/ : /[\^$.*+?()[\]{}|\\]/).test(char)) break
    const next = i + (escape ? 2 : 1)
    if (/[*?{]/.test(text[next] ?? '')) break
    if (text[next] === '+') return prefix + char === '' ? undefined : { prefix: prefix + char, exact: false }
    prefix += char
    i = next
  }
  if (prefix === '') return undefined
  return { prefix, exact: i === text.length || text.slice(i) === '.*' }
}
