import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { AssetPointer } from '@wardtrack/contracts'
import { describe, expect, it, vi } from 'vitest'
import { accessQuery } from '../../lib/access.ts'
import { liveStream } from '../../lib/live/index.ts'
import { queryClient } from '../../lib/query-client.ts'
import { findDrawnMap } from '../../testing/drawn-map.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { AllAssetsMapView } from './all-assets-map-view.tsx'
import { hospital, openView, withCanvases } from './testing/floors-on-page.tsx'
import { moved, samplePointer } from './testing/sample-pointers.ts'

const person = (AssetType: string, id: string, AssetName: string, icon: 1 | 2 = 1): AssetPointer => {
  const { _id, CurrentLocation } = samplePointer(id, { xCenterPoint: id === 'n' ? 200 : 1200 })
  const Fields = { AssetName, Clinicians: [], Equipments: [] }
  return { _id, AssetType, AssetId: id, icon_type: icon, CurrentLocation, Fields }
}
const nurse = person('Clinician', 'n', 'Anna Lindqvist')
const patient = person('Patient', 'p', 'J. Whitcombe', 2)

const open = (address?: string) => openView(<AllAssetsMapView />, address)
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) })
const chip = (name: RegExp) => screen.findByRole('button', { name })

describe('all assets on their maps', () => {
  withCanvases()

  it('are requested without a type and listed with their states or their type', async () => {
    const server = hospital([samplePointer('a'), nurse, patient])
    open()
    expect(within(await row('Anna Lindqvist')).getByText('Clinician')).toBeTruthy()
    expect(within(await row('Pump a')).getByText('Not infusing')).toBeTruthy()
    expect(within(await row('J. Whitcombe')).queryByText('Offline')).toBeNull()
    expect((await row('J. Whitcombe')).getAttribute('href')).toBe('#/asset-detail;type=Patient;id=p')
    expect(screen.getByText('Map 1 of 2 · 3 assets')).toBeTruthy()
    expect(server.to('/api/assets.MapsPointerAllAssets')[0]?.body).toEqual([
      { 'CurrentLocation.mapId': 'm1' },
    ])
    expect(server.to('/api/assets.getfilterMap')[0]?.body).toEqual([])
  })

  it("are filtered by the user's default filter, unless the address has filters", async () => {
    const server = hospital([samplePointer('a'), nurse])
    server.handlers['/api/filters/getFiltersForUser'] = () => ({
      data: [
        {
          _id: 'f-1',
          displayName: 'Staff',
          criteria: [{ AssetType: 'Clinician' }],
          route: 'devices',
          isPublic: false,
          isDefault: true,
          isMine: true,
          owner: 'm.okafor',
        },
      ],
    })
    const { unmount } = open()
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe(
        `?${new URLSearchParams({ filter: '{"AssetType":["Clinician"]}' })}`,
      ),
    )
    await screen.findByText('Map 1 of 2 · 1 asset')
    unmount()
    open('/?search=pump')
    await row('Pump a')
    expect(screen.getByTestId('address').textContent).toBe('?search=pump')
  })

  it('are hidden by the chip of their type: on the map, in the list, in the counts and in the address', async () => {
    const server = hospital([samplePointer('a'), nurse])
    open()
    fireEvent.click(await chip(/^Clinician 1 on this map/))
    await waitFor(() => expect(screen.queryByText('Anna Lindqvist')).toBeNull())
    expect(screen.getByTestId('address').textContent).toBe('?hide=Clinician')
    expect(await screen.findByText('Map 1 of 2 · 1 asset')).toBeTruthy()
    expect((await chip(/^Clinician 1 on this map/)).getAttribute('aria-pressed')).toBe('false')
    await waitFor(() =>
      expect(server.to('/api/assets.getfilterMap').at(-1)?.body).toEqual([{ AssetType: ['Equipment'] }]),
    )
    fireEvent.click(await chip(/^Clinician/))
    await row('Anna Lindqvist')
    expect(screen.getByTestId('address').textContent).toBe('')
  })

  it('are on floors in natural order, by building, with distinct names', async () => {
    const server = hospital([])
    const floor = (tower: string, name: string) => ({
      mapId: `${tower} ${name}`,
      name,
      place: ['St. Example', tower, name],
      xDimension: 40,
      yDimension: 25,
      count: 1,
    })
    server.handlers['/api/assets.getfilterMap'] = () => [
      floor('Tower F', 'Floor 1'),
      floor('Tower G', 'Floor 1'),
      floor('Tower F', 'Floor 10'),
      floor('Tower F', 'Floor 9'),
    ]
    open()
    const strip = await screen.findByRole('navigation', { name: 'Floors' })
    const floors = within(strip).getAllByRole('button')
    expect(floors.map((button) => [button.textContent, button.title])).toEqual([
      ['G F1 1', 'Tower G · Floor 1'],
      ['F F10 1', 'Floor 10'],
      ['F F9 1', 'Floor 9'],
      ['F F1 0', 'Tower F · Floor 1'],
    ])
  })

  it('count as none on every floor when every type is hidden', async () => {
    const server = hospital([samplePointer('a')])
    open('/?hide=Equipment')
    await screen.findByText('Map 1 of 2 · 0 assets')
    const floors = within(screen.getByRole('navigation', { name: 'Floors' })).getAllByRole('button')
    expect(floors.map(({ textContent }) => textContent)).toEqual(['L2 0', 'L1 0'])
    expect(server.to('/api/assets.getfilterMap').map(({ body }) => body)).toEqual([[]])
  })

  it('offer no type Patient to users without access, even if the metadata has it', async () => {
    const server = hospital([samplePointer('a')])
    const _aliases = { Equipment: 'Equipment', Patient: 'Patient' }
    server.handlers['/api/asset.getMetaDataMapping'] = () => ({
      _id: 'mapping',
      _aliases,
      Equipment: {},
      Patient: {},
    })
    open()
    await row('Pump a')
    expect(screen.queryByText('Patient')).toBeNull()
    const access = { configured: true, allowedRoutes: [], patientDataAccess: true }
    act(() => void queryClient.setQueryData(accessQuery().queryKey, access))
    await chip(/^Patient 0 on this map/)
  })

  it('are shown with the hidden types of the address', async () => {
    hospital([samplePointer('a'), nurse])
    open('/?hide=Equipment')
    await row('Anna Lindqvist')
    expect(screen.queryByText('Pump a')).toBeNull()
  })

  it('show an open alert, and name no patient that is missing from the response', async () => {
    hospital([samplePointer('a', {}, { icon_type: 2 })])
    open()
    await findDrawnMap()
    fireEvent.focus(await row('Pump a'))
    const tooltip = await screen.findByRole('tooltip')
    expect(within(tooltip).getByText('Open alert')).toBeTruthy()
    expect(within(tooltip).queryByText('Patient')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Patient/ })).toBeNull()
  })

  it('open their details in a new tab when clicked', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    hospital([nurse])
    open()
    await row('Anna Lindqvist')
    const canvas = await findDrawnMap()
    fireEvent.keyDown(canvas, { key: 'ArrowRight' })
    fireEvent.keyDown(canvas, { key: 'Enter' })
    expect(opened.mock.calls).toEqual([['#/asset-detail;type=Clinician;id=n', '_blank', 'noopener']])
  })

  it('appear with live events of any type, and are refetched when an alert is raised', async () => {
    const server = hospital([samplePointer('a')])
    open()
    await row('Pump a')
    liveStream.start()
    await waitFor(() => expect(server.to('/api/live')).toHaveLength(1))
    server.on.push(nurse)
    const time = new Date(Date.now() + 1_000).toISOString()
    const { event, data } = moved('n', { time }, 'Clinician')
    await act(async () => server.live.send(event, data))
    await row('Anna Lindqvist')
    const requestCount = server.to('/api/assets.MapsPointerAllAssets').length
    await act(async () => server.live.send('geofence.alert', { LinkedLocation: { mapId: 'm1' } }))
    await waitFor(() =>
      expect(server.to('/api/assets.MapsPointerAllAssets').length).toBeGreaterThan(requestCount),
    )
  })

  it('are searched in upper case, on the map and in the list of maps, and restored by the address', async () => {
    const server = hospital([samplePointer('a'), nurse])
    open()
    const box = await screen.findByRole('searchbox', { name: 'Search these assets' })
    fireEvent.change(await screen.findByRole('searchbox', { name: 'Search these assets' }), {
      target: { value: 'anna' },
    })
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('?search=anna'))
    await waitFor(() =>
      expect(server.to('/api/assets.MapsPointerAllAssets').at(-1)?.body).toEqual([
        { search: 'ANNA' },
        { 'CurrentLocation.mapId': 'm1' },
      ]),
    )
    expect(server.to('/api/assets.getfilterMap').at(-1)?.body).toEqual([{ search: 'ANNA' }])
    server.handlers['/api/assets.getfilterMap'] = () => []
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'zzz' } })
    expect(await screen.findByText('No assets on a map match “zzz”')).toBeTruthy()
    expect(screen.getByRole('searchbox')).toBe(box)
  })

  it('open in a sheet on a phone', async () => {
    setWindowWidth(390)
    hospital([nurse])
    open()
    await findDrawnMap()
    fireEvent.click(await screen.findByRole('button', { name: '1 asset on this floor' }))
    fireEvent.click(await row('Anna Lindqvist'))
    const details = await screen.findByRole('link', { name: /Open details/ })
    expect(details.getAttribute('href')).toBe('#/asset-detail;type=Clinician;id=n')
    expect(screen.queryByText('Offline')).toBeNull()
  })
})
