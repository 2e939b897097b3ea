import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobAnswer } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'

const hash = (): string => decodeURIComponent(window.location.hash).replaceAll('+', ' ')

const pump = (id: string, AssetStatus = 'active') => ({
  _id: id,
  AssetType: 'Equipment',
  AssetId: id,
  AssetStatus,
  Fields: { AssetName: `Pump ${id}`, PrimaryCategory: 'lvp' },
})

const job = (id: string, more: Partial<JobAnswer> = {}): JobAnswer => ({
  id,
  kind: 'assets.status',
  state: 'done',
  done: 2,
  total: 2,
  startedBy: 'm.okafor',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:00:01.000Z',
  result: { changed: 2, failed: 0, failures: [] },
  ...more,
})

function hospital(assets = [pump('1'), pump('2', 'inactive')], pages = ['/assetlist']) {
  const server = pumpHospital(pages)
  const { Equipment } = sampleMapping()
  server.handlers['/api/assets.getFilterOption'] = () => [
    { Equipment: { AssetInfo: Equipment, AssetStatus: {}, MedaDataInfo: {}, Time: {} }, Clinician: {} },
  ]
  server.handlers['/api/assets.list'] = () => ({ data: assets, count: assets.length })
  const answer = (id: string) => ({
    err: 0,
    message: 'The status is being changed.',
    status: 1,
    matched: 2,
    changed: 0,
    job: job(id),
  })
  server.handlers['/api/assets.changeBulkStatus'] = () => answer('j1')
  server.handlers['/api/assets.undoBulkStatus'] = () => answer('j2')
  server.handlers['/api/jobs/j1'] = () => ({ data: job('j1') })
  server.handlers['/api/jobs/j2'] = () => ({ data: job('j2') })
  const listed = () =>
    server.to('/api/assets.list').filter(({ body }) => (body as { pagesize: number }).pagesize > 1)
  return { ...server, lastBody: () => listed().at(-1)?.body as Record<string, unknown> | undefined }
}

const open = async (address = '/assetlist'): Promise<void> => {
  openConsole(address)
  await screen.findByRole('link', { name: 'Pump 1' })
}

warmUp()

describe('the asset list', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('shows in a row who claimed the asset and who reported it missing', async () => {
    const claimed = {
      ...pump('1'),
      Claim: { by: 'a.berg', until: new Date(Date.now() + 600_000).toISOString() },
    }
    const missing = { ...pump('2'), MissingReport: { by: 'm.okafor', at: new Date().toISOString() } }
    const server = hospital([claimed, missing])
    await open()
    const cellOf = (name: string) => screen.getByRole('link', { name }).closest('td')?.textContent ?? ''
    expect(cellOf('Pump 1')).toContain('a.berg')
    expect(cellOf('Pump 2')).toContain('m.okafor')
    expect(server.lastBody()?.['projection']).toEqual(expect.arrayContaining(['Claim', 'MissingReport']))
  })

  it('lists ten assets with the values of its columns, including inactive assets', async () => {
    const server = hospital()
    await open()
    expect(server.lastBody()).toEqual({
      page: 1,
      pagesize: 10,
      projection: ['AssetStatus', 'Fields.AssetName', 'Fields.PrimaryCategory', 'Claim', 'MissingReport'],
      query: [],
    })
    await waitFor(() => {
      const [, first] = screen.getAllByRole('row')
      const cells = within(first as HTMLElement).getAllByRole('cell')
      expect(cells.map(({ textContent }) => textContent).slice(1)).toEqual([
        'Equipment',
        '1',
        'Pump 1',
        'Large volume pump',
        'Active',
      ])
    })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export assets' }).disabled).toBe(true)
  })

  it('filters by type and category once these are applied, and offers categories only for types that have some', async () => {
    const server = hospital()
    await open()
    const user = userEvent.setup()
    expect(screen.queryByRole('combobox', { name: 'Category' })).toBeNull()
    await user.click(screen.getByRole('combobox', { name: 'Asset type' }))
    await user.click(await screen.findByTitle('Equipment'))
    await user.click(await screen.findByRole('combobox', { name: 'Category' }))
    await user.click(await screen.findByTitle('Large volume pump'))
    expect(server.lastBody()?.['query']).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Submit' }))
    const filters = [{ AssetType: ['Equipment'] }, { 'Fields.PrimaryCategory': ['lvp'] }]
    await waitFor(() => expect(server.lastBody()?.['query']).toEqual(filters))
    expect(hash()).toBe('#/assetlist?filter={"AssetType":["Equipment"],"Fields.PrimaryCategory":["lvp"]}')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export assets' }).disabled).toBe(false)
  })

  it('is sorted by the server: the same column reverses the direction, another keeps it', async () => {
    const server = hospital()
    await open('/assetlist?page=1&size=5')
    const user = userEvent.setup()
    await user.click(screen.getByRole('columnheader', { name: 'Asset type' }))
    await waitFor(() =>
      expect(server.lastBody()?.['query']).toEqual([
        { sort: [{ sortField: 'AssetType', sortDirection: -1 }] },
      ]),
    )
    await user.click(await screen.findByRole('columnheader', { name: 'Asset ID' }))
    await waitFor(() =>
      expect(server.lastBody()?.['query']).toEqual([{ sort: [{ sortField: 'AssetId', sortDirection: -1 }] }]),
    )
    expect(server.lastBody()?.['pagesize']).toBe(5)
  })

  it('activates and deactivates an asset in its row, and reverts if the server refuses', async () => {
    const server = hospital()
    let isRefused = false
    server.handlers['/api/assets.toggleAssetStatus'] = () =>
      isRefused
        ? refusal(403, 'forbidden', 'Your privileges do not allow this.')
        : { err: 0, message: 'Status changed.', status: 1, key: 'Equipment:1', AssetStatus: 'inactive' }
    await open()
    const user = userEvent.setup()
    await user.click(screen.getByRole('switch', { name: 'Deactivate Pump 1' }))
    await waitFor(() =>
      expect(server.to('/api/assets.toggleAssetStatus')[0]?.body).toEqual({
        key: 'Equipment:1',
        flag: false,
      }),
    )
    isRefused = true
    await user.click(screen.getByRole('switch', { name: 'Activate Pump 2' }))
    await screen.findByText('Your privileges do not allow this.')
    expect(await screen.findByRole('switch', { name: 'Activate Pump 2' })).toBeTruthy()
  })

  it('changes the selected assets after a confirmation, shows the result, and undoes it', async () => {
    const server = hospital()
    await open()
    const user = userEvent.setup()
    await user.click(screen.getByRole('checkbox', { name: 'Select Pump 1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Pump 2' }))
    const bar = screen.getByRole('toolbar', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'Deactivate' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText(/^2 assets become inactive/)).toBeTruthy()
    expect(server.to('/api/assets.changeBulkStatus')).toHaveLength(0)
    await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }))
    await waitFor(() =>
      expect(server.to('/api/assets.changeBulkStatus')[0]?.body).toEqual({
        status: 'inactive',
        keys: ['Equipment:1', 'Equipment:2'],
        wait: false,
      }),
    )
    expect(await screen.findByText('2 assets changed.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Undo \((?:60|[1-5]?\d) s\)$/ }))
    await waitFor(() =>
      expect(server.to('/api/assets.undoBulkStatus')[0]?.body).toEqual({ job: 'j1', wait: false }),
    )
    expect(await screen.findByText('Undoing the status change')).toBeTruthy()
  })

  it('counts and changes all listed assets, and shows those that could not be changed', async () => {
    const server = hospital()
    const failures = [{ key: 'Equipment:2', message: 'The status of this asset could not be changed.' }]
    const result = { changed: 1, failed: 1, failures }
    server.handlers['/api/jobs/j1'] = () => ({ data: job('j1', { result }) })
    await open(`/assetlist?filter=${encodeURIComponent('{"AssetType":["Equipment"]}')}`)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Choose Action' }))
    const dialog = await screen.findByRole('dialog')
    await user.click(within(dialog).getByLabelText('Activate'))
    expect(await within(dialog).findByText('2 assets become active.')).toBeTruthy()
    const counted = server.to('/api/assets.list').at(-1)?.body as { query: unknown }
    expect(counted.query).toEqual([{ AssetType: ['Equipment'] }, { AssetStatus: 'inactive' }])
    await user.click(within(dialog).getByRole('button', { name: 'Activate' }))
    await waitFor(() =>
      expect(server.to('/api/assets.changeBulkStatus')[0]?.body).toEqual({
        status: 'active',
        criteria: [{ AssetType: ['Equipment'] }],
        wait: false,
      }),
    )
    expect(await screen.findByText(/1 asset changed\. 1 could not be changed\./)).toBeTruthy()
    expect(screen.getByText('Assets not changed')).toBeTruthy()
  })

  it('shows empty states with their reason', async () => {
    hospital([])
    openConsole(`/assetlist?filter=${encodeURIComponent('{"AssetType":["Robot"]}')}`)
    await screen.findByText('No assets match the filters')
    await userEvent.click(screen.getByRole('button', { name: 'Show all assets' }))
    expect(await screen.findByText('No assets yet')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Import assets' })).toBeNull()
  })

  it('offers the import to users who may import, if there are no assets', async () => {
    hospital([], ['/assetlist', '/device-import'])
    openConsole('/assetlist')
    const link = await screen.findByRole('link', { name: 'Import assets' })
    expect(link.getAttribute('href')).toBe('#/device-import')
    expect(hash()).toBe('#/assetlist')
  })
})
