import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { TestResult } from './test-result.tsx'

it('says once that another system did not answer', () => {
  render(
    <TestResult
      test={{ accepted: false, error: 'no answer: ECONNREFUSED', took: 3 }}
      onClose={() => undefined}
    />,
  )
  expect(screen.getByRole('status').textContent).toContain('Not delivered: no answer: ECONNREFUSED')
})
