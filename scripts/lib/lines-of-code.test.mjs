import { expect, test } from 'vitest'
import { linesOfCode } from './lines-of-code.mjs'

test('blank lines and lines of comments alone are no code', () => {
  const source = `
// a comment
/**
 * A longer one.
 */
const a = 1 // behind code

/* before code */ const b = 2
`
  expect(linesOfCode('a.ts', source)).toBe(2)
})

test('what looks like a comment in a text is code, and a text of three lines is three', () => {
  expect(linesOfCode('a.ts', "const a = '// b'")).toBe(1)
  expect(linesOfCode('a.ts', 'const a = `\n// b\n`')).toBe(3)
})

test('a source that cannot be read is an error', () => {
  expect(() => linesOfCode('a.ts', 'const = 1')).toThrow('a.ts: ')
})
