import { expect, test } from 'vitest'
import { refusedJson } from './refused-json.ts'

test('refuses a forbidden member name at any depth with its path, and accepts it as a value', () => {
  for (const [text, path] of [
    ['{"\\u005f_proto__":{}}', '__proto__'],
    ['{"a":[{"b":1},{"__proto__":1}]}', 'a.1.__proto__'],
    ['[[{"b":{"__prot\\u006f__":null}}]]', '0.0.b.__proto__'],
  ] as const)
    expect(refusedJson(JSON.parse(text))).toMatchObject({
      code: 'validation',
      status: 400,
      errors: [{ path, message: 'This name is not allowed.' }],
    })
  for (const text of ['{"a":"__proto__"}', '["__proto__"]', 'null', '7', '{"protos":{}}'])
    expect(refusedJson(JSON.parse(text))).toBeUndefined()
})

test('refuses lists and objects that are nested too deeply, and accepts a hundred levels', () => {
  const lists = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
  const objects = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)
  for (const nested of [lists, objects]) {
    for (const levels of [102, 5_000, 100_000])
      expect(refusedJson(nested(levels))).toMatchObject({
        status: 400,
        errors: [{ path: '', message: 'This is nested too deeply.' }],
      })
    expect(refusedJson(nested(100))).toBeUndefined()
  }
})
