import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UtilisationRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="areas" /> }))

const PATH = '/api/report.getFilterDataForReport/utilisation'
const row: UtilisationRow = {
  AssetType: 'Equipment',
  Category: 'lvp',
  Unit: 'Northfield General>Tower A>Level 1',
  Owned: 20,
  InUse: 62.5,
  Infusing: 60,
  Moving: 2.5,
  Idle: 37.5,
  Peak: 17,
  NeverNeeded: 3,
}
const hours = Array.from({ length: 24 }, (_, hour) => (hour === 0 ? null : hour))

function hospital(rows: readonly UtilisationRow[] = [row]) {
  const server = pumpHospital(['/report/utilisation', '/devices'])
  server.handlers[PATH] = () => ({
    assets: rows,
    maxAssets: rows.length,
    moments: rows.length * 168,
    stepHours: 1,
    points: rows.map(() => ({ createdAt: '2026-11-20T08:00:00.000Z', infusing: 12, moving: 1, idle: 7 })),
    heat: { week: Array.from({ length: 7 }, () => hours), categories: [{ name: 'lvp', hours }] },
  })
  return server
}

warmUp()

describe('the report of utilisation', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it("lists owned and used equipment by unit, over time, and by hour in the user's time zone", async () => {
    const server = hospital()
    openConsole('/report/utilisation')
    const table = await screen.findByRole('table', { name: 'Use by category and unit' })
    const cells = within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
    expect(cells.slice(1)).toEqual([
      'Northfield General > Tower A > Level 1',
      '20',
      '63%',
      '60%',
      '3%',
      '38%',
      '17',
      '3',
    ])
    const chart = within(screen.getByRole('region', { name: 'Equipment by use over time' }))
    expect(chart.getByText('168 samples')).toBeTruthy()
    const heat = within(screen.getByRole('table', { name: 'In use by hour' }))
    expect(heat.getAllByRole('rowheader').map(({ textContent }) => textContent)[0]).toBe('Mon')
    await userEvent.click(screen.getByText('Hour and category'))
    expect(heat.getAllByRole('rowheader')).toHaveLength(1)
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    expect(server.to(PATH)[0]?.body).toMatchObject({ timeZone })
  })

  it('requests the chosen level and order, and shows an empty report', async () => {
    const server = hospital([])
    server.handlers['/location/api/location.getLocationTitle'] = () => ({ data: { Level_2: 'Building' } })
    openConsole('/report/utilisation?level=Level_2')
    expect(await screen.findByText('There is no active equipment.')).toBeTruthy()
    await waitFor(() => expect(server.to(PATH).at(-1)?.body).toMatchObject({ level: 'Level_2' }))
    expect(screen.queryByRole('table', { name: 'In use by hour' })).toBeNull()
  })
})
