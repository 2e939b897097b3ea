import { parseSync } from 'oxc-parser'

/**
 * Lines of a source that hold code: neither blank nor comments alone. A line of a text that goes over several lines
 * counts, whatever stands in it.
 * @param {string} path its ending says which language it is
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
