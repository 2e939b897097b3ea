import { describe, expect, test } from 'vitest'
import { readPdfPages, readSheets } from '../../testing/read-files.ts'
import { type TableFile, type TableRow, writePdf, writeXlsx, zoneClock } from './index.ts'

const texts: TableFile['texts'] = {
  rowsSheet: 'Rows: [a/b]',
  factsSheet: 'About',
  rowsLabel: 'Rows',
  allRows: (count) => `all ${count}`,
  firstRows: (count, total) => `first ${count} of ${total}`,
  noRows: 'nothing here',
  page: (page, pages) => `page ${page} of ${pages}`,
}
const tableOf = (rows: readonly TableRow[], more: Partial<TableFile> = {}): TableFile => ({
  title: 'Pumps & "beds"',
  author: 'anna',
  madeAt: new Date('2026-10-25T00:30:00Z'),
  timeZone: 'Europe/Berlin',
  facts: [['Filter', 'none']],
  texts,
  columns: ['One', 'Two'],
  batches: async function* batches() {
    for (let start = 0; start < rows.length; start += 7) yield rows.slice(start, start + 7)
  },
  total: async () => rows.length,
  ...more,
})
const options = { maxRows: 50, isAbandoned: () => false }
const bytesOf = async (content: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}
const sheetsOf = async (table: TableFile, more = options) => readSheets(await bytesOf(writeXlsx(table, more)))
const pagesOf = async (table: TableFile, more = options) => readPdfPages(await bytesOf(writePdf(table, more)))
const numbered = (count: number): TableRow[] => Array.from({ length: count }, (_, row) => [`R-${row}`, row])

describe('a file of more rows than it may hold', () => {
  test('has the first rows and states so, as a workbook', async () => {
    const [rows, about] = await sheetsOf(tableOf(numbered(60)))
    expect(rows?.data).toHaveLength(51)
    expect(rows?.data.at(-1)).toEqual(['R-49', 49])
    expect(about?.data.at(-1)).toEqual(['Rows', 'first 50 of 60'])
  })

  test('has the first rows and states so, as a PDF', async () => {
    const text = (await pagesOf(tableOf(numbered(60)))).flat().join(' ')
    expect(text).toContain('first 50 of 60')
    expect(text).toContain('R-49')
    expect(text).not.toContain('R-50')
  })

  test('has all rows at exactly the limit, and states so', async () => {
    expect((await sheetsOf(tableOf(numbered(50))))[1]?.data.at(-1)).toEqual(['Rows', 'all 50'])
    expect((await pagesOf(tableOf(numbered(50)))).flat()).toContain('all 50')
  })
})

describe('a workbook', () => {
  test('has times in the local time of the zone, before and after clocks go back', async () => {
    const rows = ['2026-10-24T22:00:00.000Z', '2026-10-25T00:59:59.500Z', '2026-10-25T01:00:00Z'].map(
      (time) => [time, new Date(time)],
    )
    const [sheet] = await sheetsOf(tableOf(rows))
    // A time is a binary fraction of a day, which readers sometimes round to the millisecond before.
    const shownAt = (value: unknown): unknown =>
      value instanceof Date ? new Date(Math.round(value.getTime() / 100) * 100) : value
    expect(sheet?.data.slice(1).map((row) => row.map(shownAt))).toEqual(
      ['2026-10-25T00:00:00.000Z', '2026-10-25T02:59:59.000Z', '2026-10-25T02:00:00.000Z'].map((shown) => [
        new Date(shown),
        new Date(shown),
      ]),
    )
  })

  test('keeps texts that are invalid XML, formulas or character codes', async () => {
    const rows = [
      ['=1+1', '-2'],
      ['<a> & "b"', 'x\u0000y\ud800'],
      [undefined, ['a', 'b']],
      [-4, '2026-10-25'],
    ]
    const [sheet] = await sheetsOf(tableOf(rows))
    expect(sheet?.data.slice(1)).toEqual([
      ["'=1+1", "'-2"],
      ['<a> & "b"', 'x\uFFFDy\uFFFD'],
      ['NA', 'a; b'],
      [-4, '2026-10-25'],
    ])
    expect(sheet?.sheet).toBe('Rows   a b ')
  })

  test('fails when its rows fail', async () => {
    const table = tableOf([], {
      batches: async function* batches() {
        yield numbered(3)
        throw new Error('the store is away')
      },
    })
    await expect(bytesOf(writeXlsx(table, options))).rejects.toThrow('the store is away')
    await expect(bytesOf(writePdf(table, options))).rejects.toThrow('the store is away')
  })

  test('stops when its reader disconnects', async () => {
    const abandoned = { maxRows: 50, isAbandoned: () => true }
    await expect(bytesOf(writeXlsx(tableOf(numbered(9)), abandoned))).rejects.toThrow('gone away')
    await expect(bytesOf(writePdf(tableOf(numbered(9)), abandoned))).rejects.toThrow('gone away')
  })
})

describe('a PDF', () => {
  test('has the letters of European languages, and wraps texts wider than their column', async () => {
    const words = ['Größe Straße', 'Ñandú ¿qué?', 'Łódź Český', 'Αθήνα', 'Москва']
    const long = 'x'.repeat(400)
    const pages = await pagesOf(tableOf([...words.map((word) => [word, word]), [long, 'end']]))
    const text = pages.flat().join('')
    for (const word of words) expect(text).toContain(word)
    expect(text.replaceAll(/[^x]/g, '').length).toBeGreaterThanOrEqual(400)
  })

  test('continues a cell taller than a page without losing text', async () => {
    const words = Array.from({ length: 3_000 }, (_, word) => `w${word}`)
    const pages = await pagesOf(tableOf([[words.join(' '), 'end']]))
    expect(pages.length).toBeGreaterThan(1)
    const found = new Set(pages.flat().join(' ').split(/\s+/))
    expect(words.filter((word) => !found.has(word))).toEqual([])
  })

  test('has headings even with no rows and many columns', async () => {
    const columns = Array.from({ length: 30 }, (_, column) => `Column ${column}`)
    const text = (await pagesOf(tableOf([], { columns }))).flat().join(' ')
    expect(text).toContain('nothing here')
    expect(text).toContain('29')
  })
})

test('local time is correct in a zone with a fractional offset, and in the skipped hour', () => {
  expect(zoneClock('Asia/Kathmandu').text(Date.parse('2026-01-01T00:00:00Z'))).toBe('2026-01-01 05:45:00')
  const berlin = zoneClock('Europe/Berlin')
  expect(berlin.text(Date.parse('2026-03-29T00:59:59Z'))).toBe('2026-03-29 01:59:59')
  expect(berlin.text(Date.parse('2026-03-29T01:00:00Z'))).toBe('2026-03-29 03:00:00')
  expect(berlin.text(Date.parse('1969-07-20T20:17:40.900Z'))).toBe('1969-07-20 21:17:40')
})
