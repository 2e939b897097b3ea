import { BSONRegExp } from 'bson'
import { RE2JS } from 're2js'
import { fromJs } from '../bson/make.ts'
import { regexParts, type Value } from '../bson/value.ts'
import { StoreError } from '../errors.ts'
import type { Pattern } from './ast.ts'
import { readRegex } from './regex-syntax.ts'

const INLINE = /^\(\?([imsx]+)\)/

/**
 * A PCRE pattern as MongoDB takes it. JavaScript's engine carries out plain ones; all others go to RE2, whose time is
 * linear in the text whatever the pattern is.
 */
export function compilePattern(source: Value): Pattern {
  const { pattern, options } = regexParts(source)
  const inline = INLINE.exec(pattern)
  const text = inline ? pattern.slice(inline[0].length) : pattern
  const flags = [...new Set(options + (inline?.[1] ?? ''))].sort().join('')
  if (/[^imsu]/.test(flags)) throw new StoreError(51108, `invalid flag in regex options: ${flags}`)
  return { source, test: compileTest(text, flags), text, flags }
}

function compileTest(pattern: string, flags: string): Pattern['test'] {
  const multiline = flags.includes('m')
  const { text, plain, endsAtLineFeed } = readRegex(pattern, { multiline, dotAll: flags.includes('s') })
  const ignoreCase = flags.includes('i')
  try {
    if (plain) {
      const regexp = new RegExp(text, ignoreCase ? 'iu' : 'u')
      return (value) => regexp.test(value)
    }
    const regexp = RE2JS.compile(
      text,
      (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (multiline ? RE2JS.MULTILINE : 0),
    )
    if (!endsAtLineFeed) return (value) => regexp.test(value)
    return (value) => regexp.test(value) || (value.endsWith('\n') && regexp.test(value.slice(0, -1)))
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
