import { expect, it } from 'vitest'
import { citationsIn } from './citations.mjs'

const SECTION = String.fromCodePoint(0xa7)
// The texts are assembled, so that this file itself contains no citation.
const CITATIONS = [
  `${SECTION}4`,
  ['row', '84'].join(' '),
  ['Rows', '2'].join(' '),
  ['calls', 'md'].join('.'),
  ['vocabulary', 'md'].join('.'),
  ['specification', '2'].join(' '),
  ['(1', '8)'].join(' '),
  ['design', 'language'].join(' '),
]

it.each(CITATIONS)('finds %s in a comment, with its line', (citation) => {
  const source = `const a = 1\n// As asked for, ${citation}\n`
  expect(citationsIn(source)).toEqual([{ line: 2, text: citation }])
})

it('finds a citation that continues in the next line of a comment', () => {
  const [first, second] = ['design', 'language']
  const source = `/**\n * Colours after the ${first}\n * ${second}.\n */`
  expect(citationsIn(source)).toEqual([{ line: 2, text: `${first} ${second}` }])
})

it('accepts operation ids, decisions, rows of a table and files of the repository', () => {
  const source =
    '// assetsFilter, see docs/adr/0011-geofence-state-in-the-asset.md and README.md: rows of 20 (1 200 px)'
  expect(citationsIn(source)).toEqual([])
})
