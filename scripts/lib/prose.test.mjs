import { expect, test } from 'vitest'
import { judge, proseOfMarkdown, proseOfSource } from './prose.mjs'

const rulesOf = (findings) => findings.map(({ rule }) => rule)

test('accepts a comment that begins with a verb or a noun', () => {
  expect(judge(1, 'Returns the visits of one asset, newest first.')).toEqual([])
  expect(judge(1, 'Seconds between two checks.')).toEqual([])
})

test('refuses a sentence that opens with a question word, wherever it is in the comment', () => {
  const refused = [
    'What a row needs.',
    'whether it is open',
    'Returns a row. Who asks is checked.',
    '@returns how far',
  ]
  expect(refused.map((text) => rulesOf(judge(1, text)))).toEqual(refused.map(() => ['opening']))
  expect(judge(1, 'What is a geofence?')).toEqual([])
})

test('refuses unclear words, not those inside code', () => {
  expect(rulesOf(judge(1, 'The reader is told of the change.'))).toEqual(['word'])
  expect(judge(1, 'Calls `told()` once.')).toEqual([])
})

test('refuses a sentence of more than 30 words', () => {
  const words = Array.from({ length: 31 }, () => 'pump').join(' ')
  expect(rulesOf(judge(1, `${words}.`))).toEqual(['length'])
  expect(judge(1, `${words.slice(5)}.`)).toEqual([])
})

test('names the line of a comment and of a test name', () => {
  const source = `const one = 1\n\n/** Whether it is open. */\nconst two = 2\n// Line one\n// is told here.\ntest('what is told', () => {})\n`
  expect(proseOfSource('a.ts', source)).toMatchObject([
    { line: 3, rule: 'opening' },
    { line: 5, rule: 'word' },
    { line: 7, rule: 'word' },
  ])
})

test('judges paragraphs and table cells of a document, not its code', () => {
  const source = '# Title\n\nWhat it does\nis told here.\n\n```\ntold\n```\n\n| a | told |\n|---|---|\n'
  expect(rulesOf(proseOfMarkdown(source))).toEqual(['opening', 'word', 'word'])
})
