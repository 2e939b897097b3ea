import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { IdleAssetRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas aria-label="bars" /> }))

const idle: IdleAssetRow = {
  AssetId: 'IP-0412',
  AssetType: 'Equipment',
  AssetName: 'Infusion Pump 0412',
  Category: 'lvp',
  SerialNo: 'SN-412',
  Location: 'Northfield General>Tower A>Store',
  mapId: 'm1',
  arrivedAt: '2026-11-01T08:40:00.000Z',
  seenAt: '2026-11-02T08:40:00.000Z',
  Days: 20,
}

function hospital(
  page: 'unmoved' | 'not-seen',
  rows: readonly IdleAssetRow[] = [idle],
  pages: string[] = [],
) {
  const server = pumpHospital([`/report/${page}`, '/devices', '/asset-detail', ...pages])
  const path = `/api/report.getFilterDataForReport/${page}`
  server.handlers[path] = () => ({
    assets: rows,
    maxAssets: rows.length,
    days: 7,
    bounds: [7, 14, 28],
    groups: rows.map(({ Location, Category }) => ({
      name: page === 'unmoved' ? Category : Location,
      counts: [0, 1, 0],
    })),
  })
  return { ...server, path, sentBodies: () => server.to(path).map(({ body }) => body as { items: object[] }) }
}

warmUp()

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

describe.each([
  ['unmoved', 'Idle equipment', 'Idle equipment by category'],
  ['not-seen', 'Lost equipment', 'Lost equipment by last place'],
] as const)('the report %s', (page, tableName, chartName) => {
  it('lists equipment with its last place, linked to the map, and counts it', async () => {
    const { sentBodies } = hospital(page)
    openConsole(`/report/${page}`)
    const table = await screen.findByRole('table', { name: tableName })
    expect(within(table).getByRole('link', { name: 'Infusion Pump 0412' })).toBeTruthy()
    const pin = within(table).getByRole('link', { name: 'Show Infusion Pump 0412 on the map' })
    expect(decodeURIComponent(pin.getAttribute('href') ?? '')).toContain(
      '"AssetType":["Equipment"],"AssetId":["IP-0412"]',
    )
    const chart = within(screen.getByRole('region', { name: chartName }))
    await userEvent.click(chart.getByRole('button', { name: 'Show as table' }))
    const rows = chart.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[0]).toContain('14 to 27 days')
    expect(rows[0]).toContain('28 days and more')
    expect(rows[1]).toContain('010')
    expect(sentBodies()[0]?.items).toEqual([{ AssetType: ['Equipment'] }])
  })

  it('requests the chosen number of days, kept in the address as a filter', async () => {
    const { sentBodies } = hospital(page)
    openConsole(`/report/${page}`)
    await screen.findByRole('table', { name: tableName })
    await userEvent.click(screen.getByRole('combobox', { name: 'Minimum days' }))
    await userEvent.click(await screen.findByText('30 days or more'))
    await waitFor(() => expect(sentBodies().at(-1)?.items).toContainEqual({ Days: ['30'] }))
    expect(decodeURIComponent(window.location.hash)).toContain('"Days":["30"]')
    expect(screen.getByRole('list', { name: 'Active filters' }).textContent).toContain('30')
  })

  it('shows an empty report, and a failure with a retry', async () => {
    const server = hospital(page, [])
    const works = server.handlers[server.path]
    if (!works) throw new Error('no handler')
    server.handlers[server.path] = () => refusal(500, 'internal', 'Broken.')
    openConsole(`/report/${page}`)
    expect((await screen.findAllByText('The report could not be loaded')).length).toBeGreaterThan(0)
    server.handlers[server.path] = works
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
    expect(await screen.findByText(/^All equipment (has moved|was seen) in these days\./)).toBeTruthy()
  })

  it('shows that there is no equipment at all, with a link to the import', async () => {
    const server = hospital(page, [], ['/device-import'])
    server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    openConsole(`/report/${page}`)
    expect(await screen.findByText('No equipment yet')).toBeTruthy()
    expect(screen.queryByText(/^Everything/)).toBeNull()
    expect(screen.getByRole('link', { name: 'Import assets' }).getAttribute('href')).toBe('#/device-import')
    expect(server.to('/api/assets.filter').map(({ body }) => body)).toEqual([[{ AssetType: 'Equipment' }]])
  })
})
