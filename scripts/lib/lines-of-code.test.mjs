import { expect, test } from 'vitest'
import { linesOfCode } from './lines-of-code.mjs'

test('does not count blank lines and lines of comments alone', () => {
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

test('counts text that looks like a comment, and each line of a multi-line text', () => {
  expect(linesOfCode('a.ts', "const a = '// b'")).toBe(1)
  expect(linesOfCode('a.ts', 'const a = `\n// b\n`')).toBe(3)
})

test('throws for a source that cannot be parsed', () => {
  expect(() => linesOfCode('a.ts', 'const = 1')).toThrow('a.ts: ')
})
