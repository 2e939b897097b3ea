import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findDrawnMap } from '../../testing/drawn-map.ts'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import { sampleFence } from '../geofences/testing/sample-fence.ts'

warmUp()
layMapsOut()

const marks = [
  {
    hierarchyId: 'centrak-M-7',
    provider: 'centrak',
    mapId: 'm3',
    type: 'monitor' as const,
    xCoordinate: 1_200,
    yCoordinate: 800,
  },
]

describe('the map of a place', () => {
  it('shows its full name, its geofences and monitors as lists, and links to its editors', async () => {
    mapHospital({ fences: [sampleFence()], marks })
    openPage('/view-map/h3')
    await screen.findByRole('heading', { name: 'Northfield General > Tower A > Level 3' })
    expect(await screen.findByText('Pump bay')).toBeTruthy()
    expect(screen.getByText('Exit after 5 min')).toBeTruthy()
    expect(await screen.findByText('M-7')).toBeTruthy()
    const href = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(href('Draw geofence')).toBe('#/geofencing/m3')
    expect(href('Mark monitors')).toBe('#/map-marking/m3')
    expect(href('Import map')).toBe('#/map-import/h3')
    expect(screen.queryByRole('button', { name: 'Edit Pump bay' })).toBeNull()
  })

  it('highlights the item in the list that is hovered on the plan', async () => {
    mapHospital({ fences: [sampleFence()], marks })
    openPage('/view-map/h3')
    const row = (await screen.findByText('Pump bay')).closest('li')
    await waitFor(() => expect(screen.getByText('M-7')).toBeTruthy())
    fireEvent.pointerMove(await findDrawnMap(), { clientX: 400, clientY: 190 })
    await waitFor(() => expect(row?.className).toMatch(/highlighted/))
    fireEvent.pointerMove(await findDrawnMap(), { clientX: 150, clientY: 60 })
    await waitFor(() => expect(row?.className).not.toMatch(/highlighted/))
  })

  it('offers only the pages that the user may open', async () => {
    mapHospital({ allowedRoutes: ['/view-map'] })
    openPage('/view-map/h3')
    await screen.findByText('No geofence is drawn on this map.')
    expect(screen.queryByRole('link', { name: 'Draw geofence' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Import map' })).toBeNull()
  })

  it('offers an import if the place has no map', async () => {
    const server = mapHospital({})
    server.handlers['/location/api/hierarchy/getLocationHierarchyById/h9'] = () => ({
      data: { _id: 'h9', hierarchyId: 'h9', mapId: null, fullName: ['Annex', 'Ground'], fullDisplayName: '' },
    })
    openPage('/view-map/h9')
    await screen.findByText('This place has no map yet.')
    expect(screen.getByText('Annex > Ground')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Import a map' }).getAttribute('href')).toBe('#/map-import/h9')
  })

  it('shows squared paper with its geofences if the image is missing', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    server.handlers['/var/uploads/images/Maps/m3.jpg'] = () =>
      refusal(404, 'not_found', 'There is no such image.')
    openPage('/view-map/h3')
    await screen.findByText('This map has no image')
    expect(await screen.findByText('Pump bay')).toBeTruthy()
  })

  it('shows that an unknown place could not be loaded', async () => {
    const server = mapHospital({})
    server.handlers['/location/api/hierarchy/getLocationHierarchyById/h4'] = () =>
      refusal(404, 'not_found', 'Not found.')
    openPage('/view-map/h4')
    await screen.findByText('This place could not be loaded')
    expect(screen.getByText('Not found.')).toBeTruthy()
  })
})
