import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Dashboard } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { isLive, openConsole, pumpHospital, sampleDashboard, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

/** Opens the dashboard on a server that keeps stored changes. */
async function openDashboard(more: Partial<Dashboard> = {}, routes = ['/dashboard', '/devices']) {
  const server = pumpHospital(routes)
  const state = { dashboard: sampleDashboard(more) }
  const answered = (message: string, change: Partial<Dashboard>) => {
    state.dashboard = { ...state.dashboard, ...change }
    return { err: 0, message, data: state.dashboard }
  }
  server.handlers['/api/dashboard'] = ({ body }) =>
    body === undefined
      ? { data: state.dashboard }
      : answered('Dashboard saved.', { ...(body as object), source: 'own' })
  server.handlers['/api/dashboard/default'] = () =>
    answered('This is now the default dashboard for everyone.', { isDefaultSet: true, defaultRevision: 'r2' })
  signIn()
  openConsole('/dashboard')
  await screen.findByRole('heading', { name: /Device counts/ })
  return { server, state, user: userEvent.setup() }
}

const order = (): (string | null)[] =>
  within(screen.getByRole('list', { name: 'Tiles' }))
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
const press = async (user: ReturnType<typeof userEvent.setup>, name: string) =>
  user.click(await screen.findByRole('button', { name }))

it('lists weak batteries in as many columns as fit into half a desktop window', async () => {
  await openDashboard()
  const table = await screen.findByRole('table', { name: 'Weak batteries' })
  const titles = within(table)
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent)
  expect(titles).toEqual(['Device', 'Battery', 'Connection', 'Place'])
})

describe('editing the dashboard', () => {
  it('moves, resizes and removes tiles, announces it, undoes the last change and saves the others', async () => {
    const { server, user } = await openDashboard()
    expect(order()).toEqual(['Device counts', 'Weak batteries', 'Devices by floor'])
    await press(user, 'Edit dashboard')
    const status = screen.getByText('You can edit the dashboard now.')
    expect(status.getAttribute('role')).toBe('status')
    screen.getByRole('button', { name: 'Move Weak batteries later' }).focus()
    await user.keyboard('{Enter}')
    expect(order()).toEqual(['Device counts', 'Devices by floor', 'Weak batteries'])
    expect(status.textContent).toBe('Weak batteries is tile 3 of 3 now.')
    // At the end the tile can only move back, and the focus stays with the tile.
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Weak batteries earlier')
    await press(user, 'Make Device counts large')
    expect(status.textContent).toBe('Device counts is large now.')
    await press(user, 'Remove Devices by floor')
    expect(order()).toEqual(['Device counts', 'Weak batteries'])
    await press(user, 'Undo')
    expect(order()).toEqual(['Device counts', 'Devices by floor', 'Weak batteries'])
    await press(user, 'Save dashboard')
    await screen.findByRole('button', { name: 'Edit dashboard' })
    const saved = server.to('/api/dashboard').find(({ body }) => body !== undefined)
    expect(saved?.body).toEqual({
      tiles: [
        { tile: 'device-counts', size: 'large' },
        { tile: 'devices-by-floor', size: 'large' },
        { tile: 'weak-batteries', size: 'large' },
      ],
    })
  })

  it('moves a tile by dragging it onto another, and restores all tiles on cancel', async () => {
    const { server, user } = await openDashboard()
    await press(user, 'Edit dashboard')
    const [counts, , floors] = screen.getByRole('list', { name: 'Tiles' }).children
    if (!counts || !floors) throw new Error('three tiles')
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(floors, { dataTransfer })
    fireEvent.dragOver(counts, { dataTransfer })
    fireEvent.drop(counts, { dataTransfer })
    expect(order()).toEqual(['Devices by floor', 'Device counts', 'Weak batteries'])
    await press(user, 'Cancel')
    expect(order()).toEqual(['Device counts', 'Weak batteries', 'Devices by floor'])
    expect(server.to('/api/dashboard').every(({ body }) => body === undefined)).toBe(true)
  })

  it('offers the tiles that are not on the dashboard, each once', async () => {
    const { user } = await openDashboard()
    await press(user, 'Edit dashboard')
    await press(user, 'Add tile')
    const dialog = await screen.findByRole('dialog', { name: 'Add tile' })
    expect(within(dialog).getByText('The route to the nearest available device of a category.')).toBeTruthy()
    expect(within(dialog).queryByText('Weak batteries')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Add Find nearest equipment' }))
    expect(within(dialog).getByText('All tiles available to you are on the dashboard.')).toBeTruthy()
    expect(order()).toContain('Find nearest equipment')
  })

  it('shows where equipment was reused without cleaning, and why the data is missing', async () => {
    const unknown = { ToCleaningMedian: null, ToCleaningLongest: null }
    const row = { AssetType: 'Equipment', Uses: 9, Cleaned: 1, Waiting: 1, ...unknown }
    const groups = [
      { ...row, Category: 'LVP', Unit: 'Northfield>Tower A>ICU West', NotCleaned: 7 },
      { ...row, Category: '', Unit: '', NotCleaned: 2 },
      { ...row, Category: 'PCA', Unit: 'Northfield>Tower A>ICU West', NotCleaned: 0 },
    ]
    const tiles = [
      { tile: 'device-counts', size: 'small' },
      { tile: 'cleaning-rounds', size: 'medium' },
    ] as const
    const { server } = await openDashboard({ tiles: [...tiles] }, ['/dashboard', '/report/cleaning'])
    const answer = (more: object) => {
      server.handlers['/api/report.getFilterDataForReport/cleaning'] = () => ({
        assets: [],
        maxAssets: 0,
        uncleaned: [],
        ...more,
      })
      return queryClient.invalidateQueries()
    }
    await answer({ cleaningPlaces: 3, groups, maxUncleaned: 9 })
    const bars = await screen.findByRole('list', { name: 'Cleaning rounds' })
    expect(
      within(bars)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['LVP · Tower A · ICU West7', 'No category2'])
    expect(screen.getByText('9 in all')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Cleaning rounds' }).getAttribute('href')).toBe(
      '#/report/cleaning',
    )
    for (const [cleaningPlaces, text] of [
      [3, 'No reuse without cleaning in the last 7 days'],
      [0, 'No cleaning rooms yet'],
    ] as const) {
      await answer({ cleaningPlaces, groups: [], maxUncleaned: 0 })
      expect(await screen.findByText(text)).toBeTruthy()
    }
  })

  it('offers custom reports by name and links to them', async () => {
    const { server, user } = await openDashboard({ available: ['device-counts', 'custom-report'] }, [
      '/dashboard',
      '/custom-report',
    ])
    const report = {
      _id: 'r1',
      Name: 'Loan pumps',
      Description: 'All of the pool',
      Subject: 'Equipment',
      Type: 'List',
    }
    const shape = {
      Fields: ['AssetName'],
      share: 'None',
      Icons: 'icon-x',
      owner: 'm',
      mayEdit: true,
      createdAt: '2026-11-01T00:00:00.000Z',
      revision: '0',
    }
    server.handlers['/api/custom.getAllCustomReports'] = () => ({ data: [{ ...report, ...shape }], count: 1 })
    server.handlers['/api/custom.getCustomReportById/r1'] = () => ({ ...report, ...shape })
    server.handlers['/api/report.getFilterDataForReport/custom-report'] = () => ({
      assets: [{ _id: 'a', AssetType: 'Equipment', AssetId: 'IP-1', AssetName: 'Pump one' }],
      maxAssets: 42,
    })
    await queryClient.invalidateQueries()
    await press(user, 'Edit dashboard')
    await press(user, 'Add tile')
    await press(user, 'Add Loan pumps')
    await user.keyboard('{Escape}')
    await press(user, 'Save dashboard')
    expect((await screen.findByRole('link', { name: 'Loan pumps' })).getAttribute('href')).toBe(
      '#/custom-report/r1',
    )
    expect(await screen.findByText('42 in all')).toBeTruthy()
    expect(screen.getByText('Pump one')).toBeTruthy()
  })

  it('asks for confirmation before a reset to the default', async () => {
    const { server, user } = await openDashboard({ source: 'own' })
    await press(user, 'Edit dashboard')
    await press(user, 'Default dashboard options')
    await user.click(await screen.findByRole('menuitem', { name: 'Reset to the default' }))
    const dialog = await screen.findByRole('dialog')
    server.handlers['/api/dashboard'] = () => ({ err: 0, message: 'Reset.', data: sampleDashboard() })
    await user.click(within(dialog).getByRole('button', { name: 'Reset to the default' }))
    await screen.findByRole('button', { name: 'Edit dashboard' })
    expect(server.to('/api/dashboard').length).toBeGreaterThan(1)
  })

  it('lets administrators set the default, based on the revision that they have seen', async () => {
    const { server, user } = await openDashboard({ maySetDefault: true, defaultRevision: 'r1' })
    await press(user, 'Edit dashboard')
    await press(user, 'Remove Weak batteries')
    await press(user, 'Default dashboard options')
    await user.click(await screen.findByRole('menuitem', { name: 'Use as default for everyone' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Use as default for everyone' }))
    await screen.findByText('This is now the default dashboard for everyone.')
    expect(server.to('/api/dashboard/default')[0]?.body).toEqual({
      tiles: [
        { tile: 'device-counts', size: 'medium' },
        { tile: 'devices-by-floor', size: 'large' },
      ],
      revision: 'r1',
    })
  })

  it('hides the default from users who may not set it', async () => {
    const { user } = await openDashboard()
    await press(user, 'Edit dashboard')
    expect(screen.queryByRole('button', { name: 'Default dashboard options' })).toBeNull()
  })
})

describe('the tiles', () => {
  it('show their failure to load, with a retry', async () => {
    const { server, user } = await openDashboard({
      tiles: [
        { tile: 'battery-levels', size: 'small' },
        { tile: 'device-counts', size: 'medium' },
      ],
    })
    const message = await screen.findByText('The figures could not be loaded')
    const tile = message.closest('section')
    if (!tile) throw new Error('a tile')
    server.handlers['/api/assets.count'] = () => ({
      data: [
        { value: 'LEVEL_1', count: 3 },
        { value: 'LEVEL_4', count: 1_234 },
      ],
      total: 1_240,
    })
    await user.click(within(tile).getByRole('button', { name: 'Retry' }))
    const bars = await within(tile).findByRole('list', { name: 'Battery levels' })
    await waitFor(() =>
      expect(
        within(bars)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['Critical3', 'Brim-full1,234']),
    )
  })

  it('show an error with a retry if the layout is unreadable, and an invitation if it is empty', async () => {
    const server = pumpHospital(['/dashboard'])
    server.handlers['/api/dashboard'] = () => refusal(500, 'internal', 'It broke.')
    signIn()
    openConsole('/dashboard')
    await screen.findByText('The dashboard could not be loaded')
    server.handlers['/api/dashboard'] = () => ({ data: sampleDashboard({ tiles: [] }) })
    const user = userEvent.setup()
    await press(user, 'Retry')
    await screen.findByText('This dashboard has no tiles')
    await press(user, 'Add tile')
    expect(await screen.findByRole('dialog', { name: 'Add tile' })).toBeTruthy()
  })

  it('refetch once for many events, not once for each', async () => {
    const { server } = await openDashboard({
      tiles: [
        { tile: 'battery-levels', size: 'small' },
        { tile: 'device-counts', size: 'medium' },
      ],
    })
    server.handlers['/api/assets.count'] = () => ({ data: [{ value: 'LEVEL_1', count: 3 }], total: 3 })
    await queryClient.invalidateQueries()
    await screen.findByText('Critical')
    await isLive()
    const before = server.to('/api/assets.count').length
    for (let n = 0; n < 50; n += 1)
      server.live.send('asset.status', {
        AssetType: 'Equipment',
        AssetId: `IP-${n}`,
        Fields: { BatteryLevel: { Level: 'LEVEL_1' } },
        FieldTimes: {},
      })
    await waitFor(() => expect(server.to('/api/assets.count').length).toBe(before + 1))
  })
})
