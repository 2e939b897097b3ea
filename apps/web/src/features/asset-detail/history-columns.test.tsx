import { render, screen } from '@testing-library/react'
import type { StatusRow } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { aliasesOf } from '../../lib/metadata.ts'
import { statusColumns } from './histories.tsx'

const row: StatusRow = {
  Time: '2026-11-21T10:00:00.000Z',
  'Wifi Strength': null,
  'Connection Status': null,
  'Battery Level': 'LEVEL_1',
  'Infusion Status': null,
}

/** Returns the text of the row's cell in a column. */
function cellText(title: string): string {
  const column = statusColumns(aliasesOf(undefined, 'Equipment')).find(
    (candidate) => candidate.title === title,
  )
  const { container, unmount } = render(<div>{column?.cell(row)}</div>)
  const { textContent } = container
  unmount()
  return textContent ?? ''
}

describe('the status history of an event with only a battery level', () => {
  it('shows the battery, and marks unreported states as missing', () => {
    expect(cellText('Battery Level')).toBe('Critical')
    expect(cellText('Connection Status')).toBe('--')
    expect(cellText('Wifi Strength')).toBe('--')
    expect(cellText('Infusion Status')).toBe('--')
    expect(screen.queryByText('Offline')).toBeNull()
  })
})
