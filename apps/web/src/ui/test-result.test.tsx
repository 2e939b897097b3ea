import { render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { chooseLanguage, loadTexts } from '../lib/i18n/i18n.ts'
import { TestResult } from './test-result.tsx'

afterEach(() => chooseLanguage('en-GB'))

it.each([
  ['en-GB', 'Not delivered: No server answers at this address and port.'],
  ['de', 'Nicht zugestellt: Unter dieser Adresse und diesem Port antwortet kein Server.'],
  ['es', 'No se entregó: Ningún servidor responde en esta dirección y este puerto.'],
] as const)('explains in %s why another system did not answer', async (language, sentence) => {
  await chooseLanguage(language)
  await loadTexts(['mail'])
  render(
    <TestResult test={{ accepted: false, error: 'connection-refused', took: 3 }} onClose={() => undefined} />,
  )
  expect(screen.getByRole('status').textContent).toContain(sentence)
})
