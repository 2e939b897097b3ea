import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { DwellRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="bars" /> }))

const PATH = '/api/report.getFilterDataForReport/dwell'
const row: DwellRow = {
  Unit: 'Northfield General>Tower A>Level 1',
  Stays: 120,
  StayMedian: 5.25,
  StayP90: 30,
  Turnarounds: 0,
  TurnaroundMedian: null,
  TurnaroundP90: null,
}

function hospital(rows: readonly DwellRow[] = [row]) {
  const server = pumpHospital(['/report/dwell', '/devices'])
  server.handlers[PATH] = () => ({ assets: rows, maxAssets: rows.length, units: rows })
  return server
}

warmUp()

describe('the report of stays and turnarounds', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('lists the units with their durations, and draws the stays of the busiest', async () => {
    hospital()
    openConsole('/report/dwell')
    const table = await screen.findByRole('table', { name: 'Stays and turnarounds by unit' })
    const cells = within(table).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Northfield General > Tower A > Level 1',
      '120',
      '5.3 h',
      '30.0 h',
      '0',
      '--',
      '--',
    ])
    const chart = within(screen.getByRole('region', { name: 'Hours per stay, units with the most stays' }))
    await userEvent.click(chart.getByRole('button', { name: 'Show as table' }))
    expect(chart.getAllByRole('row')[1]?.textContent).toBe('Tower A · Level 15.324.8')
  })

  it('shows that no equipment left a unit', async () => {
    hospital([])
    openConsole('/report/dwell')
    expect(await screen.findByText('No equipment left a unit in this period.')).toBeTruthy()
  })
})
