import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLine, tableCell, unguardFormulas } from './csv.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['a;=HYPERLINK("x")', `a;'=HYPERLINK("x")`],
  ['a; +1', "a;' +1"],
  ['a\t@x', "a\t'@x"],
  ['a\n-1', "a\n'-1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['\uff0b1', "'\uff0b1"],
  ['\uff0d1', "'\uff0d1"],
  ['a;\uff20x', "a;'\uff20x"],
  [' =1', "' =1"],
  ["'=1", "''=1"],
  ["'0007", "''0007"],
  ["''0", "'''0"],
  [" '0 ", "' '0 "],
  ['a=1; b-2', 'a=1; b-2'],
])('writes a cell with %j as %j, and reads it back unchanged', (text, cell) => {
  expect(tableCell(text)).toBe(cell)
  expect(unguardFormulas(cell)).toBe(text)
})

test('guards a list like the text that it becomes, and keeps a number a number', () => {
  expect(tableCell(['a', '=b'])).toBe("a;' =b")
  expect(tableCell(-5)).toBe('-5')
})

test('quotes a cell that another delimiter would cut', () => {
  expect(csvLine(['a;b', 'c'])).toBe('"a;b",c\r\n')
})

test('reads any text back unchanged, and no spreadsheet cell runs it', () => {
  const unit = fc.constantFrom('a', "'", ';', '\t', '\n', '\r', ' ', '=', '+', '-', '@', '\uff1d', ',')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const cell = tableCell(`x${text}`)
      expect(unguardFormulas(cell)).toBe(`x${text}`)
      for (const part of cell.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@\uff1d]/)
    }),
  )
})
