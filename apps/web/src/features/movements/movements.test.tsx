import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { AwayRow, MoveRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/flow-canvas.tsx', () => ({ FlowCanvas: () => <canvas aria-label="flows" /> }))

const ICU = 'Northfield General>Tower A>Level 3>ICU West>Room 3.07'
const STORE = 'Northfield General>Tower A>Level 1>Store'

const move = (id: string, part: Partial<MoveRow> = {}): MoveRow => ({
  AssetId: id,
  AssetType: 'Equipment',
  AssetName: `Pump ${id}`,
  LocationA: ICU,
  LocationB: STORE,
  leftAt: '2026-11-21T08:30:00.000Z',
  createdAt: '2026-11-21T08:40:00.000Z',
  ...part,
})

const away: AwayRow = {
  AssetId: '7',
  AssetType: 'Equipment',
  AssetName: 'Pump 7',
  CurrentLocation: STORE,
  HomeLocation: ICU,
  from: ICU,
  to: STORE,
  createdAt: '2026-11-21T08:40:00.000Z',
}

function hospital(page: 'pump-movement' | 'movement-vs-time', rows: readonly object[], total = rows.length) {
  const server = pumpHospital([`/report/${page}`, '/devices', '/asset-detail'])
  server.handlers[`/api/report.getFilterDataForReport/${page}`] = () => ({ assets: rows, maxAssets: total })
  server.handlers['/location/api/location.getLocationTitle'] = () => ({
    data: { Level_1: 'Campus', Level_2: 'Building' },
  })
  const requests = () => server.to(`/api/report.getFilterDataForReport/${page}`)
  return { ...server, requests }
}

type Asked = { items: Record<string, unknown>[]; pagination: object; level?: string }
const bodyOf = (request: { body: unknown } | undefined): Asked => request?.body as Asked

warmUp()

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

describe('the report of moves', () => {
  it('lists moves with their places, and draws the flows between them', async () => {
    const { requests } = hospital('pump-movement', [move('1'), move('2')], 12)
    openConsole('/report/pump-movement')
    const table = await screen.findByRole('table', { name: 'Moves between places' })
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'AssetId',
      'AssetName',
      'LocationA',
      'LocationB',
      'Left A',
      'Arrived at B',
    ])
    expect(within(table).getByRole('link', { name: '1' }).getAttribute('href')).toBe(
      '#/asset-detail;type=Equipment;id=1',
    )
    const [place] = within(table).getAllByRole('link', { name: STORE.replaceAll('>', ' > ') })
    expect(decodeURIComponent(place?.getAttribute('href') ?? '').replaceAll('+', ' ')).toBe(
      '#/devices?view=map&filter={"CurrentLocation.fullPath":["Northfield General","Tower A","Level 1","Store"]}',
    )
    await screen.findByLabelText('flows')
    const flows = within(screen.getByRole('region', { name: 'Flows between places' }))
    expect(flows.getByText('12 moves · without stops under 5 min')).toBeTruthy()
    await userEvent.click(flows.getByRole('button', { name: 'Show as table' }))
    expect(flows.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'LocationALocationBTrips',
      `${ICU}${STORE}2`,
    ])
    expect(requests().map((request) => bodyOf(request).pagination)).toEqual(
      expect.arrayContaining([
        { currentPage: 1, items: 5 },
        { currentPage: 1, items: 500 },
      ]),
    )
  })

  it('requests the chosen level, the order and both places, which are kept in the address', async () => {
    const { requests } = hospital('pump-movement', [move('1')])
    const filter = '{"2.CurrentLocation.fullPath":["Northfield General","Tower A"]}'
    openConsole(`/report/pump-movement?level=Level_2&filter=${encodeURIComponent(filter)}`)
    const table = await screen.findByRole('table', { name: 'Moves between places' })
    expect(screen.getByText('Northfield General > Tower A')).toBeTruthy()
    await userEvent.click(within(table).getByText('AssetId'))
    await waitFor(() =>
      expect(bodyOf(requests().at(-1)).items).toContainEqual({
        sort: [{ sortField: 'AssetId', sortDirection: -1 }],
      }),
    )
    const { items, level } = bodyOf(requests().at(-1))
    expect(level).toBe('Level_2')
    expect(items.slice(1, 4)).toEqual([
      { AssetType: ['Equipment'] },
      { '2.CurrentLocation.fullPath.Level_1': 'Northfield General' },
      { '2.CurrentLocation.fullPath.Level_2': 'Tower A' },
    ])
    expect(window.location.hash).toContain('level=Level_2')
  })

  it('shows that nothing moved, with another text if filters exclude all', async () => {
    hospital('pump-movement', [])
    openConsole(`/report/pump-movement?filter=${encodeURIComponent('{"Fields.AssetName":"~x"}')}`)
    await screen.findByText('Choose another period or reset the filters.')
    await userEvent.click(screen.getAllByRole('button', { name: 'Reset filters' }).at(-1) ?? document.body)
    expect(await screen.findByText(/^No moves between places/)).toBeTruthy()
    expect(screen.getByText('No data to show in graph')).toBeTruthy()
  })

  it('exports every row that matches', async () => {
    const server = hospital('pump-movement', [move('1')])
    server.handlers['/api/report.exportCsv/pump-movement'] = () =>
      new Response('a\r\n', { headers: { 'content-disposition': 'attachment; filename="report.csv"' } })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    openConsole('/report/pump-movement?level=Level_2')
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV, every row' }))
    await waitFor(() => expect(saved).toEqual(['report.csv']))
    vi.restoreAllMocks()
    const { items, level, pagination } = bodyOf(server.to('/api/report.exportCsv/pump-movement')[0])
    expect(items[1]).toEqual({ AssetType: ['Equipment'] })
    expect(level).toBe('Level_2')
    expect(pagination).toBeUndefined()
  })

  it('shows a failure, and tries again', async () => {
    const server = hospital('pump-movement', [move('1')])
    const path = '/api/report.getFilterDataForReport/pump-movement'
    const works = server.handlers[path]
    if (!works) throw new Error('no handler')
    server.handlers[path] = () => refusal(400, 'validation', 'A report covers at most 366 days.')
    openConsole('/report/pump-movement')
    await waitFor(() => expect(screen.getAllByText('The report could not be loaded')).toHaveLength(2))
    server.handlers[path] = works
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
    expect(await screen.findByRole('table', { name: 'Moves between places' })).toBeTruthy()
  })
})

describe('the report of assets away from home', () => {
  it('lists assets with their current place and home location, without a period', async () => {
    const { requests } = hospital('movement-vs-time', [away])
    openConsole('/report/movement-vs-time')
    const table = await screen.findByRole('table', { name: 'Assets away from home' })
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .slice(0, 5),
    ).toEqual(['AssetId', 'AssetType', 'AssetName', 'Current Location', 'Homed Location'])
    expect(bodyOf(requests()[0]).items).toEqual([{ AssetType: ['Equipment'] }])
  })
})
