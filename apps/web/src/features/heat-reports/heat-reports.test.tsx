import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const device = (AssetId: string, Battery: string) => ({
  AssetId,
  AssetType: 'Equipment',
  Name: `Pump ${AssetId}`,
  SerialNo: `SN-${AssetId}`,
  Battery,
  WiFi: 'BAR_FIVE',
  Location: 'Northfield General>Tower A',
  mapId: 'm3',
})

function hospital(rows = [device('1', 'LEVEL_1'), device('2', '')]) {
  const server = pumpHospital(['/report/battery-heat', '/asset-detail'])
  server.handlers['/api/report.getFilterDataForReport/battery-heat'] = () => ({
    assets: rows,
    maxAssets: rows.length,
  })
  const sentBody = () =>
    server.to('/api/report.getFilterDataForReport/battery-heat').at(-1)?.body as Record<string, unknown>
  return { ...server, sentBody }
}

warmUp()

describe('the report of batteries', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('lists devices with their levels, and requests the plans with the same filters', async () => {
    const server = hospital()
    openConsole(`/report/battery-heat?filter=${encodeURIComponent('{"Fields.PrimaryCategory":["lvp"]}')}`)
    const table = await screen.findByRole('table', { name: 'Device batteries' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual(['Name', 'SerialNo', 'Battery', 'WiFi'])
    expect(await within(table).findByText('Critical')).toBeTruthy()
    expect(within(table).getByRole('link', { name: 'Pump 2' }).getAttribute('href')).toBe(
      '#/asset-detail;type=Equipment;id=2',
    )
    expect(server.sentBody()).toEqual({
      pagination: { currentPage: 1, items: 5 },
      items: [{ AssetType: ['Equipment'] }, { 'Fields.PrimaryCategory': ['lvp'] }],
    })
    expect(server.to('/api/assets.getfilterMap')[0]?.body).toEqual([
      { AssetType: 'Equipment' },
      { 'Fields.PrimaryCategory': ['lvp'] },
    ])
    // The current state has no period.
    expect(screen.queryByText('Last 6 hours')).toBeNull()
  })

  it('sorts and pages on the server, and keeps both in the address', async () => {
    const server = hospital()
    openConsole('/report/battery-heat')
    const table = await screen.findByRole('table', { name: 'Device batteries' })
    await userEvent.click(within(table).getByText('Battery'))
    await waitFor(() =>
      expect(server.sentBody()['items']).toEqual([
        { AssetType: ['Equipment'] },
        { sort: [{ sortField: 'Battery', sortDirection: 1 }] },
      ]),
    )
    expect(window.location.hash).toContain('sort=Battery')
  })

  it('shows that no device is on a map', async () => {
    hospital([])
    openConsole('/report/battery-heat')
    expect(await screen.findByText('No device is on a map.')).toBeTruthy()
  })
})
