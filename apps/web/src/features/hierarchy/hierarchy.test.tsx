import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessQuery } from '../../lib/access.ts'
import { liveStream } from '../../lib/live/index.ts'
import { queryClient } from '../../lib/query-client.ts'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { Hierarchy } from './hierarchy.tsx'

const unscaled = { x: 1, y: 1 }
const SAVE = '/location/api/hierarchy/modifyRtlsHierarchy'

/** Creates a hospital of a site, a floor mapped for Centrak, and a room; Centrak has two places. */
function hospital() {
  const place = (
    hierarchyId: string,
    fullName: string[],
    mapId: string | null = null,
    mappings: object = {},
  ) => ({
    _id: hierarchyId,
    hierarchyId,
    mapId,
    fullName,
    mappings,
  })
  const places = [
    place('n', ['North']),
    place('n1', ['North', 'Level 1'], 'm1', { centrak: { hierarchyId: 'c-1', scaling: unscaled } }),
    place('n1-01', ['North', 'Level 1', 'Room 1.01']),
  ]
  const provided = ['c-1', 'c-2'].map((hierarchyId, i) => ({
    _id: hierarchyId,
    provider: 'centrak',
    hierarchyId,
    mapId: null,
    fullName: ['Centrak', `Zone ${i + 1}`],
  }))
  const server = fakeServer({
    '/location/api/hierarchy/rtlsHierarchies': () => ({ data: places }),
    '/location/api/hierarchy/providerHierarchies': () => ({ data: provided }),
    '/location/api/hierarchy/getActivatedHierarchyProviders': () => ({ data: ['aeroscout', 'centrak'] }),
    '/location/api/location.getLocationTitle': () => ({ data: { Level_1: 'Site', Level_2: 'Level 2' } }),
    '/location/api/location.getMap/m1': () => ({ mapId: 'm1', name: 'Level 1', width: null, height: null }),
    '/api/settings/create': ({ body }) => ({ err: 0, message: 'Setting Updated', data: body }),
    [SAVE]: ({ body }) => {
      const { hierarchyId, mappings } = body as { hierarchyId: string; mappings: object }
      const saved = places.find((candidate) => candidate.hierarchyId === hierarchyId)
      if (!saved) return refusal(404, 'not_found', 'Not found.')
      saved.mappings = mappings
      return { err: 0, message: 'Mapping saved.', data: saved }
    },
  })
  return { ...server, places }
}

const Address = () => <output data-testid="address">{useLocation().search}</output>

function open(address = '/') {
  const allowedRoutes = ['/hierarchy-list-two', '/view-map', '/map-import', '/geofencing']
  queryClient.setQueryData(accessQuery().queryKey, {
    configured: true,
    allowedRoutes,
    patientDataAccess: false,
  })
  return render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter initialEntries={[address]}>
          <Hierarchy />
          <Address />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
}

const button = (name: string) => screen.findByRole('button', { name })

describe('the hierarchy page', () => {
  beforeEach(() => queryClient.clear())

  it('lists every place with its name at each active provider, and links to pages that the user may open', async () => {
    hospital()
    open()
    await button('centrak place for Level 1: Zone 1 Centrak')
    expect(screen.getByRole('button', { name: 'aeroscout place for Level 1: Choose a place' })).toBeTruthy()
    expect(screen.getByText('3 places')).toBeTruthy()
    const view = screen.getByRole('link', { name: 'View map of Room 1.01' })
    expect([view.getAttribute('href'), view.getAttribute('target')]).toEqual(['#/view-map/n1', '_blank'])
    const fence = screen.getByRole('link', { name: 'Draw geofence of Room 1.01' })
    expect(fence.getAttribute('href')).toBe('#/geofencing/m1')
    expect(screen.queryByRole('link', { name: 'Draw geofence of North' })).toBeNull()
    expect(screen.queryByRole('link', { name: /Mark monitors/ })).toBeNull()
    const upload = screen.getByRole('link', { name: 'Import map of North' })
    expect([upload.getAttribute('href'), upload.getAttribute('rel')]).toEqual(['#/map-import/n', 'opener'])
  })

  it('saves a choice immediately; a place used elsewhere is shown and cannot be chosen', async () => {
    const server = hospital()
    open()
    const user = userEvent.setup()
    await user.click(await button('centrak place for Room 1.01: Choose a place'))
    await screen.findByRole('combobox', { name: 'centrak place for Room 1.01' })
    expect(await screen.findByText('Used by North > Level 1')).toBeTruthy()
    await user.click(await screen.findByText('Centrak > Zone 1', { selector: '.ant-select-item *' }))
    expect(server.to(SAVE)).toHaveLength(0)
    await user.click(await screen.findByText('Centrak > Zone 2', { selector: '.ant-select-item *' }))
    await screen.findByText('Mapping saved.')
    expect(server.to(SAVE)[0]?.body).toEqual({
      hierarchyId: 'n1-01',
      fullName: ['North', 'Level 1', 'Room 1.01'],
      mappings: { centrak: { hierarchyId: 'c-2', scaling: unscaled } },
    })
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe(
        'centrak place for Room 1.01: Zone 2 Centrak',
      ),
    )
  })

  it('saves the scaling, and refuses values that are not numbers above 0', async () => {
    const server = hospital()
    open()
    const user = userEvent.setup()
    await user.click(await button('Scaling of centrak for Level 1: 1 × 1'))
    const across = await screen.findByLabelText('Across (x)')
    await user.clear(across)
    await user.type(across, '-2')
    await user.click(screen.getByRole('button', { name: 'Save scaling' }))
    expect(await screen.findByText('A number above 0')).toBeTruthy()
    expect(server.to(SAVE)).toHaveLength(0)
    await user.clear(across)
    await user.type(across, '37.1{Enter}')
    await button('Scaling of centrak for Level 1: 37.1 × 1')
    await waitFor(() =>
      expect(server.places[1]?.mappings).toEqual({
        centrak: { hierarchyId: 'c-1', scaling: { x: 37.1, y: 1 } },
      }),
    )
  })

  it('removes a mapping and restores it', async () => {
    const server = hospital()
    open()
    await userEvent.click(await button('Clear centrak for Level 1'))
    await screen.findByText('Level 1 is no longer mapped for centrak')
    expect(server.places[1]?.mappings).toEqual({})
    await userEvent.click(await button('Undo'))
    await button('centrak place for Level 1: Zone 1 Centrak')
    await waitFor(() =>
      expect(server.places[1]?.mappings).toEqual({ centrak: { hierarchyId: 'c-1', scaling: unscaled } }),
    )
  })

  it('removes all mappings of a place after a confirmation', async () => {
    const server = hospital()
    open()
    await userEvent.click(await button('Remove mapping of Level 1'))
    const dialog = await screen.findByRole('dialog', { name: 'Remove the mapping of Level 1?' })
    expect(server.to(SAVE)).toHaveLength(0)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Remove mapping' }))
    await screen.findByText('The mapping of Level 1 was removed')
    expect(server.to(SAVE)[0]?.body).toMatchObject({ hierarchyId: 'n1', mappings: {} })
  })

  it("shows the server's message about a conflict, and reverts the choice", async () => {
    const server = hospital()
    server.handlers[SAVE] = () => refusal(409, 'duplicate', 'This place is mapped already.')
    open()
    const user = userEvent.setup()
    await user.click(await button('centrak place for Room 1.01: Choose a place'))
    await user.click(await screen.findByText('Centrak > Zone 2', { selector: '.ant-select-item *' }))
    await screen.findByText('This place is mapped already.')
    await button('centrak place for Room 1.01: Choose a place')
    expect(server.places[2]?.mappings).toEqual({})
  })

  it('finds places by text and filter, which the address keeps, and offers a reset', async () => {
    hospital()
    open('/?show=unmapped')
    await screen.findByText('2 of 3 places')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search places' }), 'room')
    await screen.findByText('1 of 3 places')
    expect(screen.getByTestId('address').textContent).toBe('?show=unmapped&search=room')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search places' }), 'zzz')
    await screen.findByText('No place matches')
    await userEvent.click(screen.getByRole('button', { name: 'Show all places' }))
    await screen.findByText('3 places')
  })

  it('names the levels', async () => {
    const server = hospital()
    open()
    await userEvent.click(await findEnabledButton('Level titles'))
    const second = await screen.findByLabelText('Level 2')
    await userEvent.clear(second)
    await userEvent.click(screen.getByRole('button', { name: 'Save titles' }))
    expect(await screen.findByText('Please give this level a title')).toBeTruthy()
    await userEvent.type(second, 'Floor{Enter}')
    await screen.findByText('Setting Updated')
    expect(server.to('/api/settings/create')[0]?.body).toEqual({
      Type: 'Location',
      SubType: 'Titles',
      Fields: { Level_1: 'Site', Level_2: 'Floor' },
    })
  })

  it('renders only the rows in view, however many places there are', async () => {
    const server = hospital()
    const many = Array.from({ length: 2_000 }, (_, i) => ({
      _id: `p${i}`,
      hierarchyId: `p${i}`,
      mapId: null,
      fullName: ['North', `Place ${String(i).padStart(4, '0')}`],
      mappings: {},
    }))
    server.handlers['/location/api/hierarchy/rtlsHierarchies'] = () => ({ data: many })
    open()
    await screen.findByText('2,000 places')
    expect(screen.getByRole('table', { name: 'Hierarchy' }).getAttribute('aria-rowcount')).toBe('2001')
    expect(screen.getAllByRole('row').length).toBeLessThan(40)
  })

  it('shows a failure and tries again; shows that no provider can be mapped', async () => {
    const server = hospital()
    const works = server.handlers['/location/api/hierarchy/rtlsHierarchies']
    server.handlers['/location/api/hierarchy/rtlsHierarchies'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    server.handlers['/location/api/hierarchy/getActivatedHierarchyProviders'] = () => ({ data: [] })
    open()
    await screen.findByText('Your privileges do not allow this.')
    if (works) server.handlers['/location/api/hierarchy/rtlsHierarchies'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('3 places')
    expect(screen.getByText(/No enabled location provider supplies maps and hierarchy/)).toBeTruthy()
    // Without providers, repeat(0, …) would be invalid and the cells would be below one another.
    const columns = document.querySelector<HTMLElement>('[style*="--columns"]')
    expect(columns?.style.getPropertyValue('--columns')).toMatch(/^minmax\(\d+px, 1\.2fr\) \d+px \d+px$/)
  })

  it('keeps everything readable and disables changes while the server is unreachable', async () => {
    hospital()
    open()
    await button('centrak place for Level 1: Zone 1 Centrak')
    act(() => liveStream.start())
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Clear centrak/ })).toHaveProperty('disabled', true),
    )
    const choice = screen.getByRole('button', { name: 'centrak place for Level 1: Zone 1 Centrak' })
    expect(choice.hasAttribute('disabled')).toBe(true)
    expect(choice.title).toBe('Connection lost: changes are possible once it is back')
    act(() => liveStream.stop())
    await waitFor(() => expect(choice.isConnected && choice.hasAttribute('disabled')).toBe(false))
  })

  it('shows a place as a card on a phone', async () => {
    setWindowWidth(390)
    hospital()
    open()
    await button('centrak place for Level 1: Zone 1 Centrak')
    expect(screen.queryByRole('columnheader')).toBeNull()
    expect(screen.getAllByText('Centrak', { selector: 'span' })).toHaveLength(3)
  })
})
