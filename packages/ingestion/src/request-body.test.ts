import { expect, it } from 'vitest'
import { BrokenLine, parseItems } from './request-body.ts'

const json = (text: string) => parseItems(Buffer.from(text), 'json')
const lines = (text: string) => parseItems(Buffer.from(text), 'ndjson')

it('reads an object as one item, a list as its items, lines as an item each', () => {
  expect(json('{"a":1}')).toEqual([{ a: 1 }])
  expect(json('[1,null,{"a":1}]')).toEqual([1, null, { a: 1 }])
  expect(json('[]')).toEqual([])
  expect(lines('{"a":1}\r\n\n[2]\n')).toEqual([{ a: 1 }, [2]])
})

it('keeps a broken line among good ones, to be refused by its index', () => {
  const items = lines('{"a":1}\n{"b"\n3')
  expect(items[1]).toBeInstanceOf(BrokenLine)
  expect([items[0], items[2]]).toEqual([{ a: 1 }, 3])
})

it('refuses what is no JSON at all, empty, or too much', () => {
  for (const text of ['', ' \n\t', '{', 'x', '"text"', '7', 'null'])
    expect(() => json(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  for (const text of ['', '\n\n', 'x\ny'])
    expect(() => lines(text)).toThrow(expect.objectContaining({ code: 'invalid_json' }))
  expect(json(`[${'1,'.repeat(4_999)}1]`)).toHaveLength(5_000)
  expect(() => json(`[${'1,'.repeat(5_000)}1]`)).toThrow(expect.objectContaining({ code: 'too_large' }))
  expect(() => lines('1\n'.repeat(5_001))).toThrow(expect.objectContaining({ code: 'too_large' }))
})
