import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FenceStatusRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const inside: FenceStatusRow = {
  geofenceId: 'f1',
  Geofence: 'Pump bay',
  GeofenceType: 'Exit',
  AssetId: 'IP-0412',
  AssetType: 'Equipment',
  Name: 'Infusion Pump 0412',
  Type: 'Equipment',
  Category: 'lvp',
  Location: 'Northfield General>Tower A',
  since: '2026-11-21T08:40:00.000Z',
}

function hospital(rows: readonly FenceStatusRow[] = [inside]) {
  const server = pumpHospital(['/report/fence-status', '/asset-detail'])
  const path = '/api/report.getFilterDataForReport/fence-status'
  server.handlers[path] = () => ({
    assets: rows,
    maxAssets: rows.length,
    fences: [
      { _id: 'f1', Name: 'Pump bay', inside: rows.length },
      { _id: 'f2', Name: 'MRI', inside: 0 },
    ],
  })
  return {
    ...server,
    sentItems: () => server.to(path).map(({ body }) => (body as { items: object[] }).items),
  }
}

warmUp()

describe('the report of geofences', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('counts the assets of each geofence, including empty ones, and lists the assets inside', async () => {
    const { sentItems } = hospital()
    openConsole('/report/fence-status')
    const table = await screen.findByRole('table', { name: 'Assets inside geofences' })
    const counts = within(screen.getByRole('list', { name: 'Assets in each geofence' }))
    expect(counts.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Pump bay 1',
      'MRI 0',
    ])
    expect(within(table).getByRole('link', { name: 'IP-0412' })).toBeTruthy()
    expect(sentItems()).toEqual([[]])
  })

  it('filters the rows by the chosen geofences, kept in the address', async () => {
    const { sentItems } = hospital()
    openConsole('/report/fence-status')
    const counts = await screen.findByRole('list', { name: 'Assets in each geofence' })
    await userEvent.click(within(counts).getByRole('button', { name: 'MRI 0' }))
    await waitFor(() => expect(sentItems()).toContainEqual([{ Geofence: ['f2'] }]))
    expect(decodeURIComponent(window.location.hash)).toContain('{"Geofence":["f2"]}')
    await userEvent.click(await screen.findByRole('button', { name: 'MRI 0', pressed: true }))
    expect(await screen.findByRole('button', { name: 'MRI 0', pressed: false })).toBeTruthy()
    expect(window.location.hash).not.toContain('Geofence')
  })

  it('shows that no asset is inside', async () => {
    hospital([])
    openConsole('/report/fence-status')
    expect(await screen.findByText('No asset is inside a geofence.')).toBeTruthy()
  })
})
