import { BSONRegExp } from 'bson'
import { describe, expect, it } from 'vitest'
import { fromJs } from '../bson/make.ts'
import { patternOf } from './pattern.ts'

const compile = (pattern: string, options = '') => patternOf(fromJs(new BSONRegExp(pattern, options)))

describe('a pattern with optional characters', () => {
  it('takes linear time where an engine that backtracks takes years', () => {
    const test = compile(`${' ?> ?'.repeat(100)}x`)
    expect(test('> '.repeat(200))).toBe(false)
    expect(test(`${'> '.repeat(200)}x`)).toBe(true)
  })

  it('finds what JavaScript finds, anywhere in the text and at its beginning', () => {
    const texts = ['', 'a', 'b', 'ab', 'AB', 'aab', 'ba', 'a b', 'xaby', '😀ab']
    for (const pattern of ['a?b', 'aa?b', '^a?b', 'a? ?b', 'b?', '^x?a?b?y', '😀?a']) {
      for (const options of ['', 'i']) {
        const test = compile(pattern, options)
        const expected = texts.filter((text) => new RegExp(pattern, `${options}u`).test(text))
        expect([pattern, options, texts.filter(test)]).toEqual([pattern, options, expected])
      }
    }
  })
})
