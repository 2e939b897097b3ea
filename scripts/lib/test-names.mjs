import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'

const DECLARERS = new Set(['test', 'it', 'describe'])

/**
 * Returns the titles of the tests and groups of a file as written; of a template, its text with `{}` for each value.
 * @param {string} path path of a .ts, .tsx or .mjs file
 * @returns {Set<string>}
 */
export function testNamesIn(path) {
  const names = new Set()
  const { program, errors } = parseSync(path, readFileSync(path, 'utf8'))
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || !DECLARERS.has(declarerOf(callee))) return
      if (title.type === 'Literal' && typeof title.value === 'string') names.add(title.value)
      if (title.type === 'TemplateLiteral')
        names.add(title.quasis.map(({ value }) => value.cooked).join('{}'))
    },
  }).visit(program)
  return names
}

/** Returns the function that a call begins with: `test` of `test.each(rows)(title, run)`. */
function declarerOf(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return declarerOf(callee.object)
  return callee.type === 'CallExpression' ? declarerOf(callee.callee) : undefined
}
