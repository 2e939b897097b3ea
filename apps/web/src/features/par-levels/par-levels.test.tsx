import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { MoveProposal, StockRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="chart" /> }))

const STOCK = '/api/report.getFilterDataForReport/par-levels'
const BALANCE = '/api/report.getFilterDataForReport/balancing'
const createdAt = '2026-11-02T08:00:00.000Z'
const row = (unit: string, more: Partial<StockRow> = {}): StockRow => ({
  Category: 'Pump',
  Unit: `Site>Tower>${unit}`,
  hierarchyId: unit,
  Minimum: 2,
  Par: 4,
  There: 3,
  Available: 1,
  State: 'short',
  Missing: 3,
  ShortShare: 12.5,
  ...more,
})
const series = (unit: string, available: number) => ({
  hierarchyId: unit,
  Category: 'Pump',
  points: [{ createdAt, there: 3, available }],
})
const move: MoveProposal = {
  AssetId: 'IP-1',
  AssetType: 'Equipment',
  AssetName: 'Pump 1',
  Category: 'Pump',
  From: 'Site>Tower>Store',
  mapId: 'm1',
  To: 'Site>Tower>ICU',
  Metres: 41.6,
  Way: 'lanes',
  Reason: 'safety',
}

warmUp()
beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

describe('the report of PAR levels', () => {
  const open = (rows: readonly StockRow[]) => {
    const server = pumpHospital(['/report/par-levels', '/devices'])
    server.handlers[STOCK] = () => ({
      assets: rows,
      maxAssets: rows.length,
      moments: 24,
      points: rows.length === 0 ? [] : [{ createdAt, short: 1, below: 0, met: 1 }],
      series: [series('ICU', 1), series('Ward', 5)],
    })
    openConsole('/report/par-levels')
  }

  it('shows available equipment against each level, and the chosen row over time', async () => {
    open([row('ICU'), row('Ward', { Available: 5, State: 'above', Missing: 0, ShortShare: 0 })])
    const table = await screen.findByRole('table', { name: 'Stock against PAR levels' })
    const cells = within(table).getAllByRole('cell')
    expect(cells.slice(0, 9).map(({ textContent }) => textContent)).toEqual([
      'Site > Tower > ICU',
      'Pump',
      'Below the safety level',
      '1',
      '3',
      '2',
      '4',
      '3',
      '13%',
    ])
    const first = within(await screen.findByRole('region', { name: 'Pump in Tower · ICU' }))
    await userEvent.click(first.getByRole('button', { name: 'Show as table' }))
    expect(first.getAllByRole('row')[1]?.textContent).toMatch(/1242$/)
    await userEvent.click(screen.getByRole('button', { name: 'Show Pump in Ward over time' }))
    expect(await screen.findByRole('region', { name: 'Pump in Tower · Ward' })).toBeTruthy()
  })

  it('shows that no levels are set', async () => {
    open([])
    expect(await screen.findByText(/^No PAR levels are set\./)).toBeTruthy()
  })
})

describe('the list of transfers', () => {
  const open = (moves: readonly MoveProposal[], levels: number) => {
    const server = pumpHospital(['/report/balancing', '/devices'])
    const summary = {
      Category: 'Pump',
      levels: 4,
      shortBefore: 2,
      shortAfter: 0,
      belowBefore: 3,
      belowAfter: 1,
      pieces: moves.length,
      metres: 42,
    }
    server.handlers[BALANCE] = () => ({
      assets: moves,
      maxAssets: moves.length,
      categories: Array.from({ length: levels }, () => summary),
    })
    openConsole('/report/balancing')
  }

  it('shows equipment, destination, distance and reason, and the effect on the levels', async () => {
    open([move, { ...move, AssetId: 'IP-2', AssetName: '', Metres: null, Way: 'unknown', Reason: 'par' }], 1)
    const table = await screen.findByRole('table', { name: 'Transfer list' })
    const cells = within(table).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Pump 1',
      'Pump',
      'Site > Tower > Store',
      'Site > Tower > ICU',
      '42 m on foot',
      'Safety level',
      'IP-2',
      'Pump',
      'Site > Tower > Store',
      'Site > Tower > ICU',
      '--',
      'PAR level',
    ])
    expect(
      within(table).getByRole('link', { name: 'Show Pump 1 on the map' }).getAttribute('href'),
    ).toContain('view=map')
    const chart = within(screen.getByRole('region', { name: 'Levels below target, before and after' }))
    await userEvent.click(chart.getByRole('button', { name: 'Show as table' }))
    expect(chart.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'CategoryShortBelow PAR',
      'Pump, now21',
      'Pump, after transfers01',
    ])
  })

  it('shows that no transfers are needed, or that there are no levels', async () => {
    open([], 1)
    expect(await screen.findByText('No moves needed, or no spare equipment')).toBeTruthy()
  })
})
