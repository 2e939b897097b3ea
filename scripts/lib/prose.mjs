// Finds sentences that a reader has to read twice, as far as rules can: openings, words and lengths.
import { parseSync, Visitor } from 'oxc-parser'

/** Words that must not begin a sentence: they hide its noun or verb. */
const OPENING = /^(?:What|Whether|Who|Whose|How|Of|By which|Nothing|Those)\b(?!.*\?$)/i
/** Words and phrases that docs/glossary.md and plain English replace with clearer ones. */
const UNCLEAR =
  /\b(?:told|reckon(?:s|ed|ing)?|of (?:its|their|one's) own|as may be|(?:is|are) to be had|by which|comes? to|at once|stands?|otherwise than|mend(?:s|ed|ing)?|hearken|thereof)\b/i
const MAX_WORDS = 30
const DECLARERS = new Set(['test', 'it', 'describe'])

/**
 * Checks the comments and test names of a source file.
 * @param {string} path path of a .ts, .tsx or .mjs file
 * @param {string} source text of the file
 * @returns {{ line: number, rule: 'opening' | 'word' | 'length', text: string }[]}
 */
export function proseOfSource(path, source) {
  const { program, comments, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const lineOf = createLineIndex(source)
  const found = blocksOf(comments, source).flatMap(({ start, text }) => judge(lineOf(start), text))
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (!title || !DECLARERS.has(declarerOf(callee))) return
      const text =
        title.type === 'Literal' ? title.value : title.quasis?.map(({ value }) => value.cooked).join('…')
      if (typeof text === 'string') found.push(...judge(lineOf(title.start), text, { openings: false }))
    },
  }).visit(program)
  return found
}

/**
 * Checks a Markdown document without its code and tables of symbols.
 * @param {string} source text of the document
 */
export function proseOfMarkdown(source) {
  const found = []
  let paragraph = []
  let isCode = false
  const flush = (line) => {
    if (paragraph.length > 0) found.push(...judge(line - paragraph.length, paragraph.join(' ')))
    paragraph = []
  }
  const lines = source.split('\n')
  lines.forEach((text, index) => {
    if (/^\s*```/.test(text)) isCode = !isCode
    const isBreak = isCode || /^\s*(?:```|$|\||[-*#>] |\d+\. )/.test(text)
    if (isBreak) flush(index + 1)
    if (isCode || /^\s*```/.test(text)) return
    if (/^\s*\|/.test(text)) for (const cell of text.split(/(?<!\\)\|/)) found.push(...judge(index + 1, cell))
    else if (text.trim() !== '') paragraph.push(text.replace(/^\s*(?:[-*#>]+|\d+\.) /, ''))
  })
  flush(lines.length + 1)
  return found
}

/**
 * Checks one text: a comment, a title, a paragraph.
 * @param {number} line where the text begins
 * @param {{ openings?: boolean }} [rules] `openings: false` for texts that are no sentences, such as test names
 */
export function judge(line, text, { openings = true } = {}) {
  const plain = text
    .replace(/`[^`]*`/g, 'x')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'x')
    .replace(/\s+/g, ' ')
    .trim()
  return sentencesOf(plain).flatMap((sentence) => {
    const found = []
    if (openings && OPENING.test(sentence)) found.push('opening')
    if (UNCLEAR.test(sentence)) found.push('word')
    if (sentence.split(' ').filter((word) => /\p{L}/u.test(word)).length > MAX_WORDS) found.push('length')
    return found.map((rule) => ({ line, rule, text: sentence }))
  })
}

const sentencesOf = (text) =>
  text.split(/(?<=[.!?:;]["')\]]?) (?=[\p{Lu}@"'([])|(?= @(?:param|returns?|throws)\b)/u).flatMap((each) => {
    const sentence = each
      .replace(/^ ?@(?:param (?:\{[^}]*\} )?\S+|returns?(?: \{[^}]*\})?|throws)\s*/, '')
      .trim()
    return sentence === '' ? [] : [sentence]
  })

/** Returns comments as texts; consecutive line comments are one. */
function blocksOf(comments, source) {
  const blocks = []
  for (const { type, value, start, end } of comments) {
    if (/^\s*(?:biome-ignore|oxlint-|eslint-|@vitest|#region|@__)/.test(value)) continue
    const text = value.replace(/^\s*\*+ ?/gm, '').trim()
    const last = blocks.at(-1)
    const follows = last?.type === 'Line' && type === 'Line' && /^\s*$/.test(source.slice(last.end, start))
    if (follows) Object.assign(last, { text: `${last.text} ${text}`, end })
    else blocks.push({ type, text, start, end })
  }
  return blocks
}

function createLineIndex(source) {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

function declarerOf(callee) {
  if (callee.type === 'Identifier') return callee.name
  if (callee.type === 'MemberExpression') return declarerOf(callee.object)
  return callee.type === 'CallExpression' ? declarerOf(callee.callee) : undefined
}
