import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AlertRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { isLive, openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const alertRow = (id: string, part: Partial<AlertRow> = {}): AlertRow => ({
  id,
  AssetId: 'IP-0412',
  Name: 'Infusion Pump 0412',
  SerialNo: 'LVP-21',
  Location: 'Northfield General>Tower A',
  Category: 'lvp',
  Type: 'Equipment',
  Status: 'open',
  Battery: 'LEVEL_4',
  AssetType: 'Equipment',
  Event: 'Geofence Exit: Pump bay',
  createdAt: '2026-11-21T08:40:00.000Z',
  ...part,
})

function hospital(page: string, rows: readonly AlertRow[] = [alertRow('a1')]) {
  const server = pumpHospital([`/report/${page}`, '/asset-detail', '/geofence-alert'])
  const path = `/api/report.getFilterDataForReport/${page}`
  server.handlers[path] = () => ({ assets: rows, maxAssets: rows.length })
  const sentItems = () => server.to(path).map(({ body }) => (body as { items: object[] }).items)
  return { ...server, sentItems }
}

warmUp()

describe('the reports of alerts and alarms', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it("wait for the user's request, and export nothing before", async () => {
    const { sentItems } = hospital('rtls-alert')
    openConsole('/report/rtls-alert')
    await screen.findByText('Choose what to show')
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', true)
    expect(sentItems()).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Show everything' }))
    const table = await screen.findByRole('table', { name: 'Alert Report' })
    expect(sentItems()).toEqual([[]])
    expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false)
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Time',
      'Event',
      'AssetId',
      'Name',
      'SerialNo',
      'Location',
      'Category',
      'Type',
      'Status',
      'Battery',
    ])
    expect(window.location.hash).toContain('asked=yes')
  })

  it('link an alert to its page, and any other row to the asset only', async () => {
    hospital('rtls-alert', [
      alertRow('a1'),
      alertRow('n1', { Status: 'raised', Event: 'Low battery: Battery Level LEVEL_1' }),
    ])
    openConsole('/report/rtls-alert?asked=yes')
    const table = await screen.findByRole('table', { name: 'Alert Report' })
    const alert = within(table).getByRole('link', { name: 'Geofence Exit: Pump bay' })
    expect(alert.getAttribute('href')).toBe('#/geofence-alert/a1')
    expect(within(table).queryByRole('link', { name: /^Low battery/ })).toBeNull()
    expect(within(table).getByText('Raised')).toBeTruthy()
    expect(within(table).getByText('New')).toBeTruthy()
    await waitFor(() => expect(within(table).getAllByText('Large volume pump')).toHaveLength(2))
    expect(within(table).getAllByRole('link', { name: 'IP-0412' })[0]?.getAttribute('href')).toBe(
      '#/asset-detail;type=Equipment;id=IP-0412',
    )
  })

  it('are refetched when a new alert arrives', async () => {
    const rows = [alertRow('a1')]
    const { sentItems, live } = hospital('rtls-alert', rows)
    openConsole('/report/rtls-alert?asked=yes')
    await screen.findByRole('table', { name: 'Alert Report' })
    await isLive()
    rows.push(alertRow('a2', { Event: 'Geofence Entry: Store' }))
    live.send('notification', { id: 'n1', title: 'x', text: 'y', count: 1, createdAt: rows[0]?.createdAt })
    expect(await screen.findByText('Geofence Entry: Store')).toBeTruthy()
    expect(sentItems().length).toBeGreaterThan(1)
  })

  it('show device alarms of the last six hours immediately, with their priority', async () => {
    const { sentItems } = hospital('mednet-alarm', [
      alertRow('m1', { Status: 'raised', priority: 'high', Event: 'A12 Occlusion' }),
    ])
    openConsole('/report/mednet-alarm')
    const table = await screen.findByRole('table', { name: 'Device alarms' })
    expect(within(table).getByText('Raised · high')).toBeTruthy()
    await waitFor(() => expect(sentItems()[0]).toHaveLength(1))
    expect(sentItems()[0]?.[0]).toHaveProperty('createdAt.$lt')
  })

  it('show that there are none', async () => {
    hospital('rtls-alarm', [])
    openConsole('/report/rtls-alarm?asked=yes')
    expect(await screen.findByText(/^No device went offline/)).toBeTruthy()
  })
})
