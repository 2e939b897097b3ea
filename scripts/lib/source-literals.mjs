// Finds text in the console's sources that people would read and no translation could replace.
import { parseSync } from 'oxc-parser'

/** Attributes and properties whose value people read, on screen or with a screen reader. */
const LABELS = new Set(
  [
    'title label placeholder alt text heading description why what failed empty word words about note hint help does',
    'verb message content documentTitle okText cancelText subTitle announcement spoken suffix tooltip emptyText caption',
    'aria-label aria-description aria-roledescription aria-valuetext aria-placeholder',
  ].flatMap((names) => names.split(' ')),
)
const ANNOUNCERS = new Set(['success', 'error', 'warning', 'info', 'loading', 'open', 'confirm', 'announce'])
const HAS_WORD = /\p{L}{2,}/u
/** A capital and a second word, which only a text for people has. */
const SENTENCE = /^[“"‘'(]?\p{Lu}[\p{L}’']*[,;:]? \S/u
/** Units and the product's name, which are the same in every language. */
const UNIVERSAL = /^(?:(?:Wardtrack|px|m|cm|mL|kB|MB|s|[^\p{L}]+)(?:\s+|$))+$/u
/** Texts that only programs read: header values, colours, fonts. */
const TECHNICAL = /^(?:Bearer \{\}|#[0-9A-F]{6}|.* sans-serif)$/

/**
 * Finds texts in a source.
 * @param {string} path path of a .ts or .tsx file
 * @param {string} source its text
 * @returns {{ line: number, text: string }[]}
 */
export function literalsIn(path, source) {
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const found = []
  const report = (node, text) => {
    const shown = text.replace(/\s+/g, ' ').trim()
    if (!HAS_WORD.test(shown) || UNIVERSAL.test(shown) || TECHNICAL.test(shown)) return
    found.push({ line: source.slice(0, node.start).split('\n').length, text: shown })
  }
  walk(program, [], (node, parents) => {
    const text = textOf(node)
    if (text === undefined || isKeyOrPath(node, parents)) return
    if (node.type === 'JSXText' || isShown(node, parents) || SENTENCE.test(text) || isPieced(node, text))
      report(node, text)
  })
  return found
}

/** Calls `visit` with every node and its parents, the nearest last. */
export function walk(node, parents, visit) {
  visit(node, parents)
  const chain = [...parents, node]
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? value : [value])
      if (child && typeof child === 'object' && typeof child.type === 'string') walk(child, chain, visit)
}

function textOf(node) {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('{}')
  return undefined
}

/**
 * Returns true for module names, types, property keys, keys of texts, class names, and text that only developers
 * read.
 */
function isKeyOrPath(node, parents) {
  const parent = parents.at(-1)
  if (/^(?:Import|Export|TSLiteral|TSExternal|TSEnum)/.test(parent.type)) return true
  if (parent.type === 'Property' && parent.key === node && !parent.computed) return true
  if (parent.type === 'TaggedTemplateExpression') return true
  if (parent.type === 'MemberExpression' && parent.property === node) return true
  return parents.some(
    (each) =>
      (each.type === 'NewExpression' && (each.callee.name ?? '').endsWith('Error')) ||
      (each.type === 'CallExpression' && /^(?:t|translate)$/.test(each.callee.name ?? '')) ||
      (each.type === 'JSXAttribute' &&
        /^(?:className|style|d|to|href|transform|type|key)$/.test(each.name.name)),
  )
}

/** Returns true for two or more words around inserted values: a sentence that the source assembles. */
function isPieced(node, text) {
  if (node.type !== 'TemplateLiteral' || /\p{L}\(/u.test(text)) return false
  const words = text.replaceAll('{}', ' ').match(/(?<![\p{L}\d/.#?=-])\p{L}{3,}(?![\p{L}\d/.#?=_-])/gu) ?? []
  return words.length > 1
}

/** Returns true if a value becomes visible: as a child, in a label, or in a toast. */
function isShown(node, parents) {
  let child = node
  for (const parent of parents.toReversed()) {
    const passesOn =
      (parent.type === 'ConditionalExpression' && parent.test !== child) ||
      parent.type === 'LogicalExpression' ||
      (parent.type === 'TemplateLiteral' && parent.expressions.includes(child)) ||
      parent.type === 'JSXExpressionContainer' ||
      parent.type === 'ParenthesizedExpression' ||
      (parent.type === 'BinaryExpression' && parent.operator === '+')
    if (!passesOn) return isShowing(parent, child)
    child = parent
  }
  return false
}

function isShowing(parent, child) {
  if (parent.type === 'JSXElement' || parent.type === 'JSXFragment') return true
  if (parent.type === 'JSXAttribute') return LABELS.has(nameOf(parent.name))
  if (parent.type === 'Property')
    return parent.value === child && LABELS.has(parent.key.name ?? parent.key.value)
  if (parent.type !== 'CallExpression' || !parent.arguments.includes(child)) return false
  const { callee } = parent
  return (
    callee.type === 'MemberExpression' &&
    /^(?:message|notification|modal)$/.test(callee.object.name ?? '') &&
    ANNOUNCERS.has(callee.property.name)
  )
}

const nameOf = (name) =>
  name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name
