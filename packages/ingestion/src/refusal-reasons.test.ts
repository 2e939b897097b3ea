import { expect, test } from 'vitest'
import { addReason } from './refusal-reasons.ts'

test('refusals are counted by field and code, without names that senders choose', () => {
  const reasons: Record<string, number> = {}
  for (const path of [
    'x',
    'x',
    '',
    'LocationTags.3.TagId',
    'Anna Lindqvist:',
    'alarm.Anna Lindqvist',
    'anna.4',
  ])
    addReason(reasons, { path, code: 'validation' })
  expect(reasons).toEqual({
    'x validation': 2,
    validation: 1,
    'LocationTags.TagId validation': 1,
    'other validation': 2,
    'alarm.other validation': 1,
  })
})
