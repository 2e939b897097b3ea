// Reads how the console's sources use its texts: keys, namespaces, placeholders, and the sources that each page
// reaches.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { PAGE_TABLE } from './console-pages.mjs'
import { walk } from './source-literals.mjs'

/**
 * Uses of texts in one source.
 * @typedef {object} TextUsage
 * @property {{ namespaces: string[] | undefined, key: string, names: string[] | undefined, line: number }[]} calls
 * Calls of `t` and `translate`.
 * @property {Set<string>} namespaces Namespaces that the file names.
 * @property {Set<string>} literals Every string of the file, because keys may be passed on as values.
 * @property {string[]} patterns Beginnings of keys that are completed at run time.
 */

/** @param {string} path @param {string} source @returns {TextUsage} */
export function textUsageOf(path, source) {
  const usage = { calls: [], namespaces: new Set(), literals: new Set(), patterns: [] }
  walk(parseSync(path, source).program, [], (node, parents) => {
    if (node.type === 'Literal' && typeof node.value === 'string') usage.literals.add(node.value)
    if (node.type === 'TemplateLiteral' && node.expressions.length > 0)
      usage.patterns.push(node.quasis[0].value.cooked)
    if (node.type === 'JSXAttribute' && node.name.name === 'i18nKey' && node.value?.type === 'Literal')
      usage.namespaces.add(node.value.value.split(':', 1)[0])
    if (node.type !== 'CallExpression') return
    const name = node.callee.name
    if (name === 'useTranslation') for (const each of namespacesOf(node)) usage.namespaces.add(each)
    if (name === 't' || name === 'translate') collectCall(node, parents, source, usage)
  })
  return usage
}

function collectCall(node, parents, source, usage) {
  const [key, values] = node.arguments
  if (key?.type === 'TemplateLiteral') usage.namespaces.add(key.quasis[0].value.cooked.split(':', 1)[0])
  if (key?.type !== 'Literal' || typeof key.value !== 'string') return
  const [namespace, plain] = key.value.includes(':') ? key.value.split(':', 2) : [undefined, key.value]
  if (namespace) usage.namespaces.add(namespace)
  usage.calls.push({
    namespaces: namespace ? [namespace] : hookNamespaces(parents),
    key: plain,
    names: namesOf(values),
    line: source.slice(0, node.start).split('\n').length,
  })
}

/** Returns the placeholders that a call fills; undefined when they are not written out. */
function namesOf(values) {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return undefined
  if (values.properties.some((each) => each.type !== 'Property')) return undefined
  return values.properties.map(({ key }) => key.name ?? key.value)
}

/**
 * Returns the namespaces of the `useTranslation` in the nearest function around a call. Returns undefined when `t` is
 * a parameter, whose type checks its keys.
 */
function hookNamespaces(parents) {
  for (const parent of parents.toReversed()) {
    if (!/Function/.test(parent.type)) continue
    if (parent.params.some((each) => each.name === 't')) return undefined
    if (parent.body?.type !== 'BlockStatement') continue
    for (const statement of parent.body.body) {
      const call = statement.declarations?.[0]?.init
      if (call?.callee?.name === 'useTranslation') return namespacesOf(call)
    }
  }
  return ['common']
}

function namespacesOf({ arguments: [first] }) {
  if (first === undefined) return []
  const elements = first.type === 'ArrayExpression' ? first.elements : [first]
  return elements.map(({ value }) => value)
}

/**
 * Returns every source that a source imports, directly or indirectly. Pages are excluded, because each has a separate
 * address. Only the imported names of a folder's index count.
 */
export function reachableFrom(start) {
  const seen = new Set()
  const queue = [start]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path) || !existsSync(path)) continue
    seen.add(path)
    const source = readFileSync(path, 'utf8')
    for (const [, names, target] of source.matchAll(IMPORT))
      queue.push(...namedSources(join(dirname(path), target), names))
    if (path.endsWith(PAGE_TABLE)) continue
    for (const [, target] of source.matchAll(/\bimport\(\s*'(\.[^']+)'/g))
      queue.push(join(dirname(path), target))
  }
  return seen
}

const IMPORT = /^(?:import|export) (?:(\{[^}]*\}|\*)[^'\n]*from )?'(\.[^']+\.tsx?)'/gm

/**
 * Returns the sources behind names imported from a file: the file itself, or those that its index exports them from.
 */
function namedSources(path, names) {
  if (!/[\\/]features[\\/].*[\\/]index\.ts$/.test(path) || !names?.startsWith('{') || !existsSync(path))
    return [path]
  const wanted = exportedNames(names)
  return [...readFileSync(path, 'utf8').matchAll(IMPORT)]
    .filter(([, exported = '']) => exportedNames(exported).some((name) => wanted.includes(name)))
    .map(([, , target]) => join(dirname(path), target))
}

/** Reads `{ A, type B, C as D }` as `A`, `C`: types bring no texts. */
function exportedNames(list) {
  return list
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => name.split(' ', 1)[0])
}
