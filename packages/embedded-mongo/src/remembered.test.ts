import { expect, it } from 'vitest'
import { createMemo } from './remembered.ts'

/** Counts how often a value is made. */
function countedMemo() {
  const memo = createMemo<{ name: string }>()
  const made: string[] = []
  const get = (name: string) =>
    memo.get(name, () => {
      made.push(name)
      return { name }
    })
  return { get, made }
}

it('a value is made once for a name, however often it is requested', () => {
  const { get, made } = countedMemo()
  expect(get('a')).toBe(get('a'))
  expect(made).toEqual(['a'])
  expect(get('').name).toBe('')
})

it('a name that is too long is not kept, and values without recent requests are dropped', () => {
  const { get, made } = countedMemo()
  const long = 'x'.repeat(5000)
  get(long)
  get(long)
  expect(made).toEqual([long, long])
  get('first')
  for (let n = 0; n < 2000; n++) get(`name ${n}`)
  get('name 1999')
  get('first')
  expect(made.filter((name) => name === 'first')).toHaveLength(2)
  expect(made.filter((name) => name === 'name 1999')).toHaveLength(1)
})
