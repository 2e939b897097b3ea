import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/time.ts'
import { stubCanvases } from '../../map-engine/testing/fake-canvas.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const LOCATIONS = '/location/api/location.getLocationHistory'
const STATES = '/status/api/deviceStatus.history'
const VISITS = '/location/api/location.getVisits'
const STRETCHES = '/status/api/deviceStatus.stretches'
const HOUR_MS = 3_600_000

warmUp()

describe('the histories of an asset', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
    return stubCanvases()
  })

  it('request all entries until a period is chosen, which both share and the address contains', async () => {
    const server = pumpHospital()
    const lastBody = (path: string) => server.to(path).at(-1)?.body as { createdAt?: { startDate?: string } }
    openConsole('/asset-detail;type=Equipment;id=IP-0412')
    await waitFor(() => expect(screen.getAllByText('No entries yet')).toHaveLength(2))
    expect(lastBody(LOCATIONS).createdAt).toBeUndefined()
    await userEvent.click(screen.getByLabelText('Time: Any time'))
    await userEvent.click(await screen.findByLabelText('Choose a period'))
    await userEvent.click(await screen.findByTitle('Last 6 hours'))
    await waitFor(() => expect(screen.getAllByText('No entries in this period')).toHaveLength(2))
    for (const path of [LOCATIONS, STATES]) {
      const since = Date.parse(lastBody(path).createdAt?.startDate ?? '')
      expect(Math.abs(Date.now() - 6 * HOUR_MS - since)).toBeLessThan(HOUR_MS)
      expect(lastBody(path).createdAt).not.toHaveProperty('endDate')
    }
    expect(window.location.hash).toBe('#/asset-detail;type=Equipment;id=IP-0412?time=last-6-hours')
  })

  it('request the period of the address with both ends', async () => {
    const server = pumpHospital()
    const [from, to] = ['2026-01-01T08:00:00.000Z', '2026-01-02T08:00:00.000Z']
    openConsole(`/asset-detail;type=Equipment;id=IP-0412?time=${from}~${to}`)
    await screen.findAllByText('No entries in this period')
    await waitFor(() =>
      expect(server.to(STATES)[0]?.body).toEqual({
        currentPage: 1,
        items: 5,
        deviceId: 'IP-0412',
        assetType: 'Equipment',
        createdAt: { startDate: from, endDate: to },
      }),
    )
  })

  it('show visits instead of repeated rows, load earlier ones on request, and keep the form in the address', async () => {
    const server = pumpHospital()
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
    const visit = (room: string, members: object) => ({
      Location: room,
      fullPath: { Level_1: 'Northfield General', Level_2: room },
      mapId: 'm3',
      arrivedEarlier: false,
      leftAt: null,
      positions: 40,
      ...members,
    })
    const [newest, older] = [
      {
        visits: [
          visit('Room 3.09', { arrivedAt: at(9), lastSeenAt: at(12) }),
          visit('Store', { arrivedAt: at(8), lastSeenAt: at(8), leftAt: at(9), arrivedEarlier: true }),
        ],
        next: at(8),
      },
      { visits: [visit('Store', { arrivedAt: at(3), lastSeenAt: at(7) })], next: null },
    ]
    server.handlers[VISITS] = ({ body }) =>
      (body as { createdAt: { endDate?: string } }).createdAt.endDate === at(8) ? older : newest
    openConsole('/asset-detail;type=Equipment;id=IP-0412')
    await userEvent.click(await screen.findByText('Show as visits'))
    const rows = async () =>
      within(await screen.findByRole('table', { name: 'Visits' }))
        .getAllByRole('row')
        .slice(1)
        .map(({ textContent }) => textContent)
    expect(await rows()).toEqual([
      `Room 3.09${dateTime(at(9))}not yet, last seen ${dateTime(at(12))}at least 3 h`,
      `Storebefore ${dateTime(at(8))}${dateTime(at(9))}at least 1 h`,
    ])
    expect(window.location.hash).toBe('#/asset-detail;type=Equipment;id=IP-0412?history=summary')
    await userEvent.click(screen.getByRole('button', { name: 'Show earlier visits' }))
    await waitFor(async () => expect((await rows())[1]).toBe(`Store${dateTime(at(3))}${dateTime(at(9))}6 h`))
    expect(screen.queryByRole('button', { name: 'Show earlier visits' })).toBeNull()
    expect(await rows()).toHaveLength(2)
  })

  it('do not extend visits beyond their last position', async () => {
    const server = pumpHospital()
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, second)).toISOString()
    const visit = (from: number, to: number) => ({
      Location: 'Store',
      fullPath: { Level_1: 'Northfield General', Level_2: 'Store' },
      mapId: 'm3',
      arrivedAt: at(from),
      arrivedEarlier: false,
      lastSeenAt: at(to),
      leftAt: null,
      positions: 2,
    })
    server.handlers[VISITS] = () => ({ visits: [visit(20, 20), visit(2, 6)], next: null })
    openConsole('/asset-detail;type=Equipment;id=IP-0412?history=summary')
    const rows = within(await screen.findByRole('table', { name: 'Visits' })).getAllByRole('row')
    expect(rows.slice(1).map(({ lastElementChild }) => lastElementChild?.textContent)).toEqual([
      '--',
      'at least 4 s',
    ])
  })

  it('show states over time as strips and as a table', async () => {
    const server = pumpHospital()
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour)).toISOString()
    server.handlers[STRETCHES] = () => ({
      stretches: [
        { field: 'DeviceStatus', value: 'comm-status-offline', since: at(9), until: null },
        { field: 'DeviceStatus', value: 'comm-status-online', since: at(7), until: at(9) },
      ],
      readFrom: at(7),
    })
    openConsole(`/asset-detail;type=Equipment;id=IP-0412?history=summary&time=${at(6)}~${at(12)}`)
    await userEvent.click(await screen.findByRole('tab', { name: 'Status history' }))
    const chart = await screen.findByRole('figure', { name: 'States over time' })
    await waitFor(() =>
      expect([...chart.querySelectorAll('title')].map(({ textContent }) => textContent)).toEqual([
        `Online: ${dateTime(at(7))} – ${dateTime(at(9))} (2 h)`,
        `Offline: ${dateTime(at(9))} – ${dateTime(at(12))} (3 h)`,
      ]),
    )
    expect(screen.getByText(`Too many reports to show all. Shown from ${dateTime(at(7))}.`)).toBeTruthy()
    expect(server.to(STRETCHES)[0]?.body).toEqual({
      assetId: 'IP-0412',
      assetType: 'Equipment',
      createdAt: { startDate: at(6), endDate: at(12) },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const table = await screen.findByRole('table', { name: 'States over time' })
    expect(within(table).getAllByRole('row')).toHaveLength(3)
    expect(within(table).getByText('3 h')).toBeTruthy()
  })

  it('show a failure and offer a retry', async () => {
    const server = pumpHospital()
    for (const path of [VISITS, STRETCHES])
      server.handlers[path] = () => refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openConsole('/asset-detail;type=Equipment;id=IP-0412?history=summary')
    expect(await screen.findByText('The visits could not be loaded')).toBeTruthy()
    expect(await screen.findByText('The states over time could not be loaded')).toBeTruthy()
  })
})
