import { expect, test } from 'vitest'
import { advisoriesIn, answerIn, dueOf, savedAnswer } from './advisories.mjs'

const advisory = (severity, name) => ({
  severity,
  module_name: name,
  vulnerable_versions: '<2.0.0',
  title: 'It breaks',
  url: 'https://example.test/1',
})

test('lists advisories, the most severe first', () => {
  const advisories = { 1: advisory('low', 'a'), 2: advisory('critical', 'b') }
  const result = advisoriesIn(JSON.stringify({ advisories, metadata: {} }))
  expect(result.known).toBe(true)
  expect(result.advisories.map(({ name, severity }) => `${name} ${severity}`)).toEqual([
    'b critical',
    'a low',
  ])
})

test('returns an empty list without advisories', () => {
  expect(advisoriesIn('{"advisories":{},"metadata":{}}')).toEqual({ known: true, advisories: [] })
})

test.each([
  ['', 'nothing that can be read'],
  ['<html>', 'nothing that can be read'],
  ['null', 'nothing that can be read'],
  ['{}', 'an answer without advisories'],
  ['{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE","message":"responded with 405"}}', 'responded with 405'],
])('does not treat a missing answer of the registry as no advisories: %s', (printed, reason) => {
  expect(advisoriesIn(printed)).toEqual({ known: false, reason })
})

const NOW = new Date('2026-05-31T12:00:00Z')

test.each([
  ['critical', '2026-05-25T00:00:00Z', '2026-06-01', false],
  ['critical', '2026-05-24T00:00:00Z', '2026-05-31', true],
  ['high', '2026-05-02T00:00:00Z', '2026-06-01', false],
  ['high', '2026-05-01T00:00:00Z', '2026-05-31', true],
  ['moderate', '2026-03-03T00:00:00Z', '2026-06-01', false],
  ['low', '2026-03-02T00:00:00Z', '2026-05-31', true],
  // An unknown severity counts as the highest.
  ['unheard of', '2026-05-24T00:00:00Z', '2026-05-31', true],
])(
  'a vulnerability that is %s and was published on %s has to be fixed by %s',
  (severity, published, due, isPast) => {
    expect(dueOf({ severity, published }, NOW)).toEqual({ due, isPast })
  },
)

test('a vulnerability that cannot be used against the product has half a year, and gives the reason', () => {
  const unused = { severity: 'critical', published: '2025-12-01T00:00:00Z', url: 'https://example.test/1' }
  const unusable = [{ url: unused.url, reason: 'nothing of the product calls it' }]
  const { reason } = unusable[0]
  expect(dueOf(unused, NOW, unusable)).toEqual({ due: '2026-06-02', isPast: false, reason })
  const older = { ...unused, published: '2025-11-28T00:00:00Z' }
  expect(dueOf(older, NOW, unusable)).toEqual({ due: '2026-05-30', isPast: true, reason })
  expect(dueOf({ ...unused, url: 'https://example.test/2' }, NOW, unusable).isPast).toBe(true)
})

test('a vulnerability without a publication date counts as past its deadline', () => {
  expect(dueOf({ severity: 'low', published: undefined }, NOW).isPast).toBe(true)
})

const ASKED = { lock: 'digest', scope: 'what it runs on', now: NOW }
const later = (days) => new Date(NOW.getTime() + days * 86_400_000)

test('accepts a saved answer for a week', () => {
  const answers = { printed: 'what pnpm printed', tags: { nginx: ['1.30.7'] } }
  const file = savedAnswer(answers, ASKED)
  expect(answerIn(file, ASKED)).toEqual(answers)
  expect(answerIn(file, { ...ASKED, now: later(7) })).toEqual(answers)
})

test.each([
  [
    { ...ASKED, now: later(7.1) },
    'the answer is of 2026-05-31T12:00:00.000Z: one of the last 7 days is needed',
  ],
  [
    { ...ASKED, now: later(-2) },
    'the answer is of 2026-05-31T12:00:00.000Z: one of the last 7 days is needed',
  ],
  [{ ...ASKED, lock: 'other' }, 'the answer is about other versions: its pnpm-lock.yaml was another'],
  [{ ...ASKED, scope: 'everything' }, 'the answer is about "what it runs on", not about "everything"'],
])('refuses an old answer, and one for another scope', (wanted, reason) => {
  expect(answerIn(savedAnswer({ printed: 'what pnpm printed' }, ASKED), wanted)).toEqual({ reason })
})

test.each(['', 'null', '{}', '{"printed":1}'])(
  'does not treat a file without an answer as no advisories: %s',
  (text) => {
    expect(answerIn(text, ASKED)).toEqual({ reason: 'there is no file that holds an answer' })
  },
)
