import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { liveStream } from '../../lib/live/index.ts'
import { MapEngine } from '../../map-engine/index.ts'
import { findDrawnMap } from '../../testing/drawn-map.ts'
import { refusal } from '../../testing/fake-server.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { DevicesMapView } from './devices-map-view.tsx'
import { HeatOnFloors } from './heat-on-floors.tsx'
import { hospital, openView, withCanvases } from './testing/floors-on-page.tsx'
import { moved, pathOf, samplePointer } from './testing/sample-pointers.ts'

/** Middle of the plan, where pump `a` is, on the canvas of 1000 × 600. */
const middle = { clientX: 537, clientY: 276 }

const open = (search = '') => openView(<DevicesMapView search={search} />)
const row = (name: string) => screen.findByRole('link', { name: new RegExp(name) })

describe('the devices on their maps', () => {
  withCanvases()

  it('are on the first floor, with a list of the same devices by unit', async () => {
    hospital([
      samplePointer('a'),
      samplePointer('b', { fullPath: pathOf('Theatres', 'Theatre 1') }),
      samplePointer('c', { mapId: 'm2' }),
    ])
    open()
    await screen.findByText('Map 1 of 2 · 2 devices')
    expect(await screen.findByRole('heading', { name: /ICU West/ })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: /Theatres/ })).toBeTruthy()
    expect((await row('Pump a')).getAttribute('href')).toBe('#/asset-detail;type=Equipment;id=a')
    expect(screen.queryByText('Pump c')).toBeNull()
    const floors = within(screen.getByRole('navigation', { name: 'Floors' })).getAllByRole('button')
    expect(floors.map(({ textContent }) => textContent)).toEqual(['L2 1', 'L1 2'])
  })

  it('show a tooltip when hovered, and are highlighted in the list', async () => {
    const nurse = { AssetType: 'Clinician', AssetId: 'CL-1', Fields: { AssetName: 'Anna Lindqvist' } }
    const Fields = { AssetName: 'Pump a', SerialNo: 'S-a', Clinicians: [nurse], Equipments: [] }
    hospital([samplePointer('a', {}, { Fields })])
    open()
    await row('Pump a')
    fireEvent.pointerMove(await findDrawnMap(), middle)
    const tooltip = await screen.findByRole('tooltip')
    for (const words of [
      'S-a',
      'Northfield General > Tower A > Level 3 > ICU West > Room 3.07',
      'Anna Lindqvist',
      'Online',
      'Live',
    ])
      expect(within(tooltip).getByText(words)).toBeTruthy()
    expect(within(tooltip).queryByText('Patient')).toBeNull()
    expect((await row('Pump a')).parentElement?.className).toMatch(/highlighted/)
    fireEvent.pointerMove(await findDrawnMap(), { clientX: 200, clientY: 200 })
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })

  it('show where batteries are low, with a legend of words and counts, while the address says so', async () => {
    const setHeat = vi.spyOn(MapEngine.prototype, 'setHeat')
    hospital([samplePointer('a'), samplePointer('b', {}, { Battery: 'LEVEL_1' })])
    open()
    await row('Pump a')
    fireEvent.click(await screen.findByRole('button', { name: 'Layers' }))
    fireEvent.click(await screen.findByRole('radio', { name: 'Battery' }))
    const legend = await screen.findByRole('region', { name: 'Heat map legend' })
    const groups = within(legend)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
    expect(groups.map((text) => text?.at(-1))).toEqual(['1', '0', '1'])
    expect(groups[2]).toContain('Critical')
    expect(screen.getByTestId('address').textContent).toContain('heat=battery')
    await waitFor(() =>
      expect(setHeat.mock.lastCall?.[0]?.points.map(({ level }) => level)).toEqual(['good', 'poor']),
    )
    fireEvent.click(screen.getByRole('radio', { name: 'None' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Heat map legend' })).toBeNull())
    expect(setHeat.mock.lastCall).toEqual([undefined])
  })

  it.each([
    ['battery', samplePointer('a', {}, { Battery: 'LEVEL_1' }), 'Battery:Critical'],
    ['wifi', samplePointer('a', {}, { WiFi: '' }), 'Wifi:Not reported'],
  ] as const)(
    'show their value in the %s heat map, their name and their last time when hovered or focused',
    async (kind, pointer, value) => {
      hospital([pointer])
      openView(<HeatOnFloors kind={kind} conditions={[]} />)
      const device = await row('Pump a')
      const isDescribed = async (): Promise<void> => {
        const tooltip = await screen.findByRole('tooltip')
        expect(within(tooltip).getByText('Pump a')).toBeTruthy()
        expect(within(tooltip).getByText('Live')).toBeTruthy()
        expect(tooltip.textContent).toContain(value)
      }
      fireEvent.pointerMove(await findDrawnMap(), middle)
      await isDescribed()
      fireEvent.pointerMove(await findDrawnMap(), { clientX: 200, clientY: 200 })
      await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
      fireEvent.focus(device)
      await isDescribed()
    },
  )

  it('offer a reset if no device matches the filters', async () => {
    hospital([]).handlers['/api/assets.getfilterMap'] = () => []
    const onShowAll = vi.fn()
    openView(<DevicesMapView search="" filters={{ BatteryLevel: ['LEVEL_1'] }} onShowAll={onShowAll} />)
    await screen.findByText('No matching device is on a map')
    fireEvent.click(screen.getByRole('button', { name: 'Show all devices' }))
    expect(onShowAll).toHaveBeenCalledOnce()
  })

  it('name linked patients only if the response contains them', async () => {
    const patient = { AssetType: 'Patient', AssetId: 'PT-1', Fields: { AssetName: 'J. Whitcombe' } }
    const Fields = { AssetName: 'Pump a', Clinicians: [], Equipments: [], Patients: [patient] }
    hospital([samplePointer('a', {}, { Fields })])
    open()
    await findDrawnMap()
    fireEvent.focus(await row('Pump a'))
    expect(within(await screen.findByRole('tooltip')).getByText('J. Whitcombe')).toBeTruthy()
  })

  it('open their details in a new tab when clicked or entered', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    hospital([samplePointer('a')])
    open()
    await row('Pump a')
    const canvas = await findDrawnMap()
    fireEvent.pointerDown(canvas, { ...middle, button: 0 })
    fireEvent.pointerUp(canvas, middle)
    fireEvent.keyDown(canvas, { key: 'ArrowRight' })
    fireEvent.keyDown(canvas, { key: 'Enter' })
    expect(opened.mock.calls).toEqual([
      ['#/asset-detail;type=Equipment;id=a', '_blank', 'noopener'],
      ['#/asset-detail;type=Equipment;id=a', '_blank', 'noopener'],
    ])
  })

  it('change to the next floor, which the address then names, on squared paper if it has no image', async () => {
    hospital([samplePointer('a'), samplePointer('c', { mapId: 'm2' })])
    open()
    await row('Pump a')
    fireEvent.click(screen.getByRole('button', { name: 'Next map' }))
    await row('Pump c')
    expect(screen.getByTestId('address').textContent).toBe('?map=m2')
    expect(await screen.findByText('This map has no image')).toBeTruthy()
    fireEvent.keyDown(await findDrawnMap(), { key: 'PageUp' })
    await row('Pump a')
    expect(screen.getByTestId('address').textContent).toBe('?map=m1')
  })

  it('move, leave and arrive with live events', async () => {
    const server = hospital([samplePointer('a'), samplePointer('b')])
    open()
    await row('Pump a')
    liveStream.start()
    await waitFor(() => expect(server.to('/api/live')).toHaveLength(1))
    const time = new Date(Date.now() + 1_000).toISOString()
    server.on.push(samplePointer('c', { time }))
    const sendEvent = ({ event, data }: ReturnType<typeof moved>) => server.live.send(event, data)
    await act(async () => {
      sendEvent(moved('a', { xCenterPoint: 80, time }))
      sendEvent(moved('b', { mapId: 'm2', time }))
      sendEvent(moved('c', { time }))
    })
    await row('Pump c')
    await waitFor(() => expect(screen.queryByText('Pump b')).toBeNull())
    const body = server.to('/api/assets.MapsPointer').at(-1)?.body
    expect(body).toEqual([{ AssetType: 'Equipment' }, { 'CurrentLocation.mapId': 'm1', AssetId: ['c'] }])
    fireEvent.pointerMove(await findDrawnMap(), { clientX: 537 - 720 * 0.532, clientY: 276 })
    expect(within(await screen.findByRole('tooltip')).getByText('Pump a')).toBeTruthy()
  })

  it('are requested by the upper-case search, and their absence is shown', async () => {
    const server = hospital([])
    server.handlers['/api/assets.getfilterMap'] = () => []
    open('pump')
    expect(await screen.findByText('No devices on a map match “pump”')).toBeTruthy()
    expect(server.to('/api/assets.getfilterMap')[0]?.body).toEqual([
      { AssetType: 'Equipment' },
      { search: 'PUMP' },
    ])
  })

  it('appear after a retry when the maps could not be loaded', async () => {
    const server = hospital([samplePointer('a')])
    const working = server.handlers['/api/assets.getfilterMap']
    server.handlers['/api/assets.getfilterMap'] = () => refusal(403, 'forbidden', 'You may not see this.')
    open()
    expect(await screen.findByText('You may not see this.')).toBeTruthy()
    if (working) server.handlers['/api/assets.getfilterMap'] = working
    fireEvent.click(screen.getByRole('button', { name: /Retry/ }))
    await row('Pump a')
  })

  it('open in a sheet on a phone, by tap or from the list', async () => {
    setWindowWidth(390)
    hospital([samplePointer('a')])
    open()
    await findDrawnMap()
    fireEvent.click(await screen.findByRole('button', { name: '1 device on this floor' }))
    fireEvent.click(await row('Pump a'))
    const details = await screen.findByRole('link', { name: /Open details/ })
    expect(details.getAttribute('href')).toBe('#/asset-detail;type=Equipment;id=a')
    expect(screen.getByText('ICU West · Room 3.07')).toBeTruthy()
  })

  it('open in the sheet and on the map when tapped in the list before the plan has loaded', async () => {
    setWindowWidth(390)
    const focusMarker = vi.spyOn(MapEngine.prototype, 'focusMarker')
    const server = hospital([samplePointer('a')])
    let answerImage: (image: Response) => void = () => undefined
    server.handlers['/var/uploads/images/Maps/m1.jpg'] = () =>
      new Promise<Response>((resolve) => {
        answerImage = resolve
      })
    open()
    fireEvent.click(await screen.findByRole('button', { name: '1 device on this floor' }))
    fireEvent.click(await row('Pump a'))
    await screen.findByRole('link', { name: /Open details/ })
    expect(focusMarker).not.toHaveBeenCalled()
    await waitFor(() => expect(server.to('/var/uploads/images/Maps/m1.jpg')).toHaveLength(1))
    answerImage(new Response('jpeg'))
    await findDrawnMap()
    await waitFor(() => expect(focusMarker.mock.calls).toEqual([['Equipment:a']]))
    const [engine] = focusMarker.mock.contexts as MapEngine[]
    expect(engine?.snapshot.focused).toEqual({ kind: 'marker', id: 'Equipment:a' })
    expect(screen.getByRole('link', { name: /Open details/ })).toBeTruthy()
  })
})
