import { expect, test } from 'vitest'
import { refusedMember } from './refused-member.ts'

test('a member of a name that is never meant is found at any depth, and a value is not', () => {
  for (const text of [
    '{"\\u005f_proto__":{}}',
    '{"a":[{"__proto__":1}]}',
    '[[{"b":{"__prot\\u006f__":null}}]]',
  ])
    expect(refusedMember(JSON.parse(text))).toMatchObject({ code: 'validation', status: 400 })
  for (const text of ['{"a":"__proto__"}', '["__proto__"]', 'null', '7', '{"protos":{}}'])
    expect(refusedMember(JSON.parse(text))).toBeUndefined()
})
