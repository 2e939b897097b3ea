import { expect, test } from 'vitest'
import { advisoriesIn } from './advisories.mjs'

const advisory = (severity, name) => ({
  severity,
  module_name: name,
  vulnerable_versions: '<2.0.0',
  title: 'It breaks',
  url: 'https://example.test/1',
})

test('advisories are told, the gravest first', () => {
  const advisories = { 1: advisory('low', 'a'), 2: advisory('critical', 'b') }
  const result = advisoriesIn(JSON.stringify({ advisories, metadata: {} }))
  expect(result.known).toBe(true)
  expect(result.advisories.map(({ name, severity }) => `${name} ${severity}`)).toEqual([
    'b critical',
    'a low',
  ])
})

test('none is told as none', () => {
  expect(advisoriesIn('{"advisories":{},"metadata":{}}')).toEqual({ known: true, advisories: [] })
})

test.each([
  ['', 'nothing that can be read'],
  ['<html>', 'nothing that can be read'],
  ['null', 'nothing that can be read'],
  ['{}', 'an answer without advisories'],
  ['{"error":{"code":"ERR_PNPM_AUDIT_BAD_RESPONSE","message":"responded with 405"}}', 'responded with 405'],
])('a registry that does not answer is never taken for none: %s', (printed, reason) => {
  expect(advisoriesIn(printed)).toEqual({ known: false, reason })
})
