import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { CleaningRow, UncleanedUse } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="bars" /> }))

const PATH = '/api/report.getFilterDataForReport/cleaning'
const row: CleaningRow = {
  AssetType: 'Equipment',
  Category: '',
  Unit: 'Northfield General>Tower A>Level 1',
  Uses: 20,
  Cleaned: 12,
  NotCleaned: 5,
  Waiting: 3,
  ToCleaningMedian: 1.25,
  ToCleaningLongest: null,
}
const use: UncleanedUse = {
  AssetId: 'P-7',
  AssetType: 'Equipment',
  AssetName: 'Pump Seven',
  Category: '',
  Unit: row.Unit,
  usedUntil: '2026-11-20T08:00:00.000Z',
  usedAgainAt: '2026-11-20T12:00:00.000Z',
}

function hospital(more: object = {}) {
  const server = pumpHospital(['/report/cleaning', '/asset-detail', '/geofencelist', '/devices'])
  server.handlers[PATH] = () => ({
    assets: [row],
    maxAssets: 1,
    cleaningPlaces: 4,
    groups: [row],
    uncleaned: [use],
    maxUncleaned: 60,
    ...more,
  })
  return server
}

warmUp()

describe('the report of cleaning rounds', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('lists and draws the rounds after uses, and links to equipment reused without cleaning', async () => {
    hospital()
    openConsole('/report/cleaning')
    const table = await screen.findByRole('table', { name: 'Uses and cleaning by category and unit' })
    const cells = within(table).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'No category',
      'Northfield General > Tower A > Level 1',
      '20',
      '12',
      '5',
      '3',
      '1.3 h',
      '--',
    ])
    const chart = within(screen.getByRole('region', { name: 'After each use' }))
    expect(chart.getByText('4 cleaning rooms')).toBeTruthy()
    await userEvent.click(chart.getByRole('button', { name: 'Show as table' }))
    expect(chart.getAllByRole('row')[1]?.textContent).toBe('No category · Tower A · Level 15312')
    const uncleaned = within(screen.getByRole('region', { name: 'Reused without cleaning' }))
    expect(uncleaned.getByText('Latest 1 of 60')).toBeTruthy()
    const link = uncleaned.getByRole('link', { name: 'Pump Seven' })
    expect(link.getAttribute('href')).toContain('P-7')
  })

  it('shows equipment reused without cleaning ten at a time', async () => {
    const uncleaned = Array.from({ length: 12 }, (_, index) => ({
      ...use,
      AssetId: `P-${index + 1}`,
      AssetName: '',
    }))
    hospital({ uncleaned, maxUncleaned: 12 })
    openConsole('/report/cleaning')
    const panel = within(await screen.findByRole('region', { name: 'Reused without cleaning' }))
    const names = () => panel.getAllByRole('link', { name: /^P-/ }).map(({ textContent }) => textContent)
    expect(names()).toEqual(Array.from({ length: 10 }, (_, index) => `P-${index + 1}`))
    expect(panel.queryByText(/^Latest/)).toBeNull()
    const pages = within(panel.getByRole('navigation', { name: 'Pages of reuse without cleaning' }))
    expect(pages.getByText('1–10 of 12')).toBeTruthy()
    await userEvent.click(pages.getByRole('listitem', { name: '2' }))
    expect(names()).toEqual(['P-11', 'P-12'])
    expect(pages.getByText('11–12 of 12')).toBeTruthy()
  })

  it('shows that all equipment was cleaned, and that no use ended', async () => {
    hospital({ assets: [], maxAssets: 0, cleaningPlaces: 2, groups: [], uncleaned: [], maxUncleaned: 0 })
    openConsole('/report/cleaning')
    expect(await screen.findByText('No use of equipment ended in this period.')).toBeTruthy()
    expect(screen.getByText('No reuse without cleaning in this period.')).toBeTruthy()
  })

  it('links to geofences if there is no cleaning room', async () => {
    hospital({ assets: [], maxAssets: 0, cleaningPlaces: 0, groups: [], uncleaned: [], maxUncleaned: 0 })
    openConsole('/report/cleaning')
    expect(await screen.findByText('No cleaning rooms yet')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Open geofences' }).getAttribute('href')).toContain(
      '/geofencelist',
    )
    expect(screen.queryByRole('table')).toBeNull()
  })
})
