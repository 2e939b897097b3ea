import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ChartPoint } from '@wardtrack/contracts'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import type { ChartFigures, ChartPointing } from '../../ui/chart/chart-figures.ts'

interface DrawnChart {
  readonly figures: ChartFigures
  readonly pointing: ChartPointing
}

const drawn = vi.hoisted(() => new Map<string, unknown>())

// jsdom has no canvas: the fake charts show their properties, and the test moves the pointer.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({
  ChartCanvas: (props: DrawnChart) => {
    drawn.set(props.figures.series[0]?.name ?? '', props)
    return <canvas />
  },
}))
// Restores the real canvas for the next test file of this process.
afterAll(() => vi.doUnmock('../../ui/chart/chart-canvas.tsx'))

const chartOf = (worstState: string): DrawnChart => drawn.get(worstState) as DrawnChart

const START = Date.parse('2026-11-21T08:30:00.000Z')
const BUCKET_SECONDS = 240

const point = (index: number, part: Partial<ChartPoint> = {}): ChartPoint => ({
  createdAt: new Date(START + index * BUCKET_SECONDS * 1_000).toISOString(),
  Wifi_1: 1,
  Wifi_2: 2 + index,
  Wifi_3: 0,
  Wifi_4: 5,
  Wifi_5: 8,
  Battery_1: 3,
  Battery_2: 0,
  Battery_3: 4,
  Battery_4: 9,
  Online: 14,
  Offline: 2,
  Silent: 0,
  Infusing: 0,
  NotInfusing: 0,
  ...part,
})

function hospital(points: readonly ChartPoint[] = [0, 1, 2, 3].map((index) => point(index))) {
  const server = pumpHospital(['/report/status-vs-time', '/devices', '/asset-detail'])
  server.handlers['/api/report.getStatusVsTimeReport'] = () => ({
    assets: points,
    maxAssets: points.length,
    bucketSeconds: BUCKET_SECONDS,
  })
  server.handlers['/api/report.getStatusVsTimeAssets'] = () => ({
    assets: [
      {
        AssetType: 'Equipment',
        AssetId: 'IP-0412',
        Name: 'Infusion Pump 0412',
        SerialNo: 'LVP-21',
        Category: 'lvp',
        Location: 'Northfield General>Tower A',
        since: point(0).createdAt,
      },
    ],
    maxAssets: 1,
    moment: point(2).createdAt,
  })
  return server
}

const items = (body: unknown): Record<string, unknown>[] =>
  (body as { items: Record<string, unknown>[] }).items

warmUp()

describe('the report of states over time', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    drawn.clear()
    signIn()
  })

  it('requests the last six hours of equipment and draws four charts, the worst state at the bottom', async () => {
    const server = hospital()
    openConsole('/report/status-vs-time')
    await screen.findByRole('button', { name: 'Weak 5' })
    const wifi = screen.getByRole('region', { name: 'WiFi' })
    for (const name of ['Battery', 'Connection State', 'Infusion State'])
      expect(screen.getByRole('region', { name })).toBeTruthy()
    const [period, type] = items(server.to('/api/report.getStatusVsTimeReport')[0]?.body)
    expect(type).toEqual({ AssetType: ['Equipment'] })
    const range = period?.['createdAt'] as { $gte: string; $lt: string } | undefined
    const hours = (Date.parse(range?.$lt ?? '') - Date.parse(range?.$gte ?? '')) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(6)
    expect(hours).toBeLessThan(6.2)
    await waitFor(() => expect(chartOf('Very weak')).toBeTruthy())
    expect(chartOf('Very weak').figures.series.map(({ name, step }) => [name, step])).toEqual([
      ['Very weak', 0],
      ['Weak', 1],
      ['Fair', 2],
      ['Good', 3],
      ['Strong', 4],
    ])
    // Without a pointer, the legend shows the current values.
    expect(within(wifi).getByRole('button', { name: 'Weak 5' })).toBeTruthy()
    const infusion = screen.getByRole('region', { name: 'Infusion State' })
    expect(within(infusion).getByText('No data to show in graph')).toBeTruthy()
    expect(screen.getByText('Every 4 min')).toBeTruthy()
  })

  it('names the asset types that a filter leaves out because they encrypt its field', async () => {
    const server = hospital()
    const answer = server.handlers['/api/report.getStatusVsTimeReport']
    server.handlers['/api/report.getStatusVsTimeReport'] = (call) => ({
      ...(answer?.(call) as object),
      unfiltered: [{ field: 'Fields.AssetName', AssetTypes: ['Patient'] }],
    })
    openConsole('/report/status-vs-time')
    const notice = await screen.findByText(/is encrypted for Patient/)
    expect(notice.textContent).toMatch(/^\S.* is encrypted for Patient\. Parts of it cannot be searched/)
    expect(await screen.findByRole('region', { name: 'WiFi' })).toBeTruthy()
  })

  it('shows the values at one pointer in all charts, with the time in words', async () => {
    hospital()
    openConsole('/report/status-vs-time')
    await waitFor(() => expect(chartOf('Critical')).toBeTruthy())
    chartOf('Critical').pointing.onPoint(1)
    expect(await screen.findByRole('button', { name: 'Weak 3' })).toBeTruthy()
    expect(chartOf('Very weak').pointing.category).toBe(1)
    expect(chartOf('Offline').pointing.category).toBe(1)
    expect(screen.getByText(/^11\/21\/2026, \d\d:34 · all four charts$/)).toBeTruthy()
    chartOf('Critical').pointing.onPoint(undefined)
    expect(await screen.findByRole('button', { name: 'Weak 5' })).toBeTruthy()
  })

  it('zooms to a selected range, kept in the address, and returns by the button', async () => {
    const server = hospital()
    openConsole('/report/status-vs-time')
    await waitFor(() => expect(chartOf('Critical')).toBeTruthy())
    chartOf('Critical').pointing.onRange(1, 2)
    const end = new Date(START + 3 * BUCKET_SECONDS * 1_000).toISOString()
    await waitFor(() =>
      expect(items(server.to('/api/report.getStatusVsTimeReport').at(-1)?.body)[0]).toEqual({
        createdAt: { $gte: point(1).createdAt, $lt: end },
      }),
    )
    expect(decodeURIComponent(window.location.hash)).toContain(`${point(1).createdAt}~${end}`)
    await userEvent.click(screen.getByText('Last 6 hours'))
    await waitFor(() => expect(window.location.hash).not.toContain('createdAt'))
  })

  it('shows the assets behind a band at a time, and links to those in that state now', async () => {
    const server = hospital()
    openConsole(`/report/status-vs-time?filter=${encodeURIComponent('{"Fields.PrimaryCategory":["lvp"]}')}`)
    await waitFor(() => expect(chartOf('Very weak')).toBeTruthy())
    const { figures, pointing } = chartOf('Very weak')
    const weak = figures.series[1]
    if (!weak) throw new Error('no band')
    pointing.onBand(weak, 1)
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByRole('link', { name: 'Infusion Pump 0412' })
    expect(within(drawer).getByText(/^3 devices were in this state/)).toBeTruthy()
    expect(within(drawer).getAllByText('Northfield General > Tower A').length).toBeGreaterThan(0)
    expect(server.to('/api/report.getStatusVsTimeAssets')[0]?.body).toEqual({
      items: [{ AssetType: ['Equipment'] }, { 'Fields.PrimaryCategory': ['lvp'] }],
      moment: point(2).createdAt,
      state: 'Wifi_2',
      pagination: { currentPage: 1, items: 10 },
    })
    const now = within(drawer).getByRole('link', { name: /now in this state: Weak$/ })
    expect(decodeURIComponent(now.getAttribute('href') ?? '').replaceAll('+', ' ')).toBe(
      '#/devices?filter={"Fields.PrimaryCategory":["lvp"],"Fields.WifiStrength.Strength":["BAR_TWO"]}',
    )
  })

  it('shows the same points as a table', async () => {
    hospital()
    openConsole('/report/status-vs-time')
    await screen.findByRole('button', { name: 'Weak 5' })
    const all = screen.getAllByRole('button', { name: 'Show as table' }).at(-1)
    if (!all) throw new Error('no button')
    await userEvent.click(all)
    const table = await screen.findByRole('table', { name: 'Devices by state over time' })
    expect(within(table).getAllByText(/^11\/21\/2026, /)).toHaveLength(4)
    expect(within(table).getByRole('columnheader', { name: 'Not infusing' })).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'WiFi' })).toBeNull()
  })

  it('reserves the space of its charts while loading: inactive headings and legends', async () => {
    const server = hospital()
    const works = server.handlers['/api/report.getStatusVsTimeReport']
    if (!works) throw new Error('no handler')
    let load = (): void => undefined
    const loaded = new Promise<void>((resolve) => {
      load = resolve
    })
    server.handlers['/api/report.getStatusVsTimeReport'] = async (request) => {
      await loaded
      return works(request)
    }
    openConsole('/report/status-vs-time')
    const wifi = await screen.findByRole('region', { name: 'WiFi' })
    expect(within(wifi).getByRole('button', { name: 'Weak --' })).toHaveProperty('disabled', true)
    expect(within(wifi).getByRole('button', { name: 'Show as table' })).toHaveProperty('disabled', true)
    expect(screen.queryByText('No data to show in graph')).toBeNull()
    load()
    expect(await screen.findByRole('button', { name: 'Weak 5' })).toHaveProperty('disabled', false)
  })

  it('shows in each chart that there is no data', async () => {
    hospital([])
    openConsole('/report/status-vs-time')
    await waitFor(() => expect(screen.getAllByText('No data to show in graph')).toHaveLength(4))
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull()
  })

  it('shows a failure, and tries again', async () => {
    const server = hospital()
    const works = server.handlers['/api/report.getStatusVsTimeReport']
    if (!works) throw new Error('no handler')
    server.handlers['/api/report.getStatusVsTimeReport'] = () =>
      refusal(400, 'validation', 'A report covers at most 366 days.')
    openConsole('/report/status-vs-time')
    await screen.findByText('The report could not be loaded')
    expect(screen.getByText('A report covers at most 366 days.')).toBeTruthy()
    server.handlers['/api/report.getStatusVsTimeReport'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Weak 5' })).toBeTruthy()
  })
})
