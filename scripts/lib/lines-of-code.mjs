import { parseSync } from 'oxc-parser'

/**
 * Counts lines of a source that contain code: neither blank lines nor lines of comments alone. Every line of a
 * multi-line text counts.
 * @param {string} path its ending determines the language
 * @param {string} source
 */
export function linesOfCode(path, source) {
  const { comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  let code = source
  for (const { start, end } of comments)
    code = code.slice(0, start) + source.slice(start, end).replaceAll(/[^\n]/g, ' ') + code.slice(end)
  return code.split('\n').filter((line) => line.trim() !== '').length
}
