import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { Asset } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { samplePump } from '../../testing/sample-assets.ts'
import { AssetLocationMap } from './asset-location-map.tsx'
import { stubMaps, withMapProviders } from './testing/map-providers.tsx'

function hospital(image: () => Response) {
  return fakeServer({
    '/location/api/location.getMap/m3': () => ({
      mapId: 'm3',
      name: 'Tower A · Level 3',
      xDimension: 64,
      yDimension: 40,
      width: 1600,
      height: 1000,
    }),
    '/var/uploads/images/Maps/m3.jpg': image,
  })
}

const page = (asset: Asset) => withMapProviders(<AssetLocationMap asset={asset} />)

describe('the map of one asset', () => {
  stubMaps()

  it('shows the floor with its name, and follows the asset', async () => {
    const server = hospital(() => new Response('jpeg'))
    const pump = samplePump()
    const { rerender } = render(page(pump))
    await screen.findByText('Tower A · Level 3')
    await waitFor(() => expect(server.to('/var/uploads/images/Maps/m3.jpg')).toHaveLength(1))
    const before = (await screen.findByRole('application')).getAttribute('aria-label')
    expect(before).toBe(
      'Infusion Pump 0412 on the map: Northfield General > Tower A > Level 3 > ICU West > Room 3.07',
    )
    const homePlace = {
      mapId: 'm3',
      fullPath: { Level_1: 'Northfield General', Level_2: 'Lift lobby' },
      xCenterPoint: 9,
      yCenterPoint: 9,
    }
    rerender(page(samplePump({ CurrentLocation: homePlace })))
    expect(screen.getByRole('application').getAttribute('aria-label')).toContain('Lift lobby')
  })

  it('shows a message without a position', () => {
    hospital(() => new Response('jpeg'))
    const { CurrentLocation: _, ...unplaced } = samplePump()
    render(page(unplaced))
    expect(screen.getByText('No position yet')).toBeTruthy()
    expect(screen.queryByRole('application')).toBeNull()
  })

  it('keeps the pin if the map has no image, and shows a message', async () => {
    hospital(() => refusal(404, 'not_found', 'There is no such image.'))
    render(page(samplePump()))
    expect(await screen.findByText('This map has no image')).toBeTruthy()
    expect(screen.getByRole('application')).toBeTruthy()
  })

  it('shows the home location on the map of assets that are there now', async () => {
    const server = hospital(() => new Response('jpeg'))
    server.handlers['/api/assets.getfilterMap'] = () => [{ mapId: 'm3', name: 'Tower A · Level 3' }]
    server.handlers['/api/assets.MapsPointerAllAssets'] = () => ({
      data: [10, 30, 20].map((at) => ({ CurrentLocation: { xCenterPoint: at, yCenterPoint: at } })),
      truncated: false,
    })
    const fullPath = {
      Level_1: 'Northfield General',
      Level_2: 'Tower A',
      Level_3: 'Equipment store',
    } as const
    render(page(samplePump({ HomeLocation: { fullPath } })))
    expect(await screen.findByText('Home: Northfield General > Tower A > Equipment store')).toBeTruthy()
    fireEvent.click(await screen.findByText('Home', { selector: '.ant-segmented-item-label' }))
    await waitFor(() =>
      expect(screen.getByRole('application').getAttribute('aria-label')).toBe(
        'Home of Infusion Pump 0412 on the map: Northfield General > Tower A > Equipment store',
      ),
    )
    expect(await screen.findByRole('button', { name: 'Centre on home' })).toBeTruthy()
    const place = {
      'CurrentLocation.fullPath.Level_1': 'Northfield General',
      'CurrentLocation.fullPath.Level_2': 'Tower A',
      'CurrentLocation.fullPath.Level_3': 'Equipment store',
    }
    expect(server.to('/api/assets.getfilterMap')[0]?.body).toEqual([place])
    expect(server.to('/api/assets.MapsPointerAllAssets')[0]?.body).toEqual([
      { 'CurrentLocation.mapId': 'm3', ...place },
    ])
  })

  it('shows no point for a home location that contains several places', async () => {
    const server = hospital(() => new Response('jpeg'))
    const levels = { Level_1: 'Northfield General', Level_2: 'Tower A', Level_3: 'Level 3' } as const
    server.handlers['/api/assets.MapsPointerAllAssets'] = () => ({
      data: ['Recovery', 'Pump bay'].map((Level_4, n) => ({
        CurrentLocation: { xCenterPoint: n * 10, yCenterPoint: n * 10, fullPath: { ...levels, Level_4 } },
      })),
      truncated: false,
    })
    const { CurrentLocation: _, ...unplaced } = samplePump()
    render(page({ ...unplaced, HomeLocation: { fullPath: levels, mapId: 'm3' } }))
    expect(await screen.findByText('The home location is this whole area, not a single point.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Centre on/ })).toBeNull()
  })

  it('shows no point for a home location without assets', async () => {
    const server = hospital(() => new Response('jpeg'))
    server.handlers['/api/assets.MapsPointerAllAssets'] = () => ({ data: [], truncated: false })
    const { CurrentLocation: _, ...unplaced } = samplePump()
    const fullPath = { Level_1: 'Northfield General', Level_2: 'Equipment store' } as const
    render(page({ ...unplaced, HomeLocation: { fullPath, mapId: 'm3' } }))
    expect(await screen.findByText('The position of this place on the floor is unknown.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Centre on/ })).toBeNull()
  })

  it('opens larger in a dialog', async () => {
    hospital(() => new Response('jpeg'))
    render(page(samplePump()))
    fireEvent.click(await screen.findByRole('button', { name: 'Show the map larger' }))
    expect(await screen.findByRole('dialog')).toBeTruthy()
    await waitFor(() => expect(screen.getAllByRole('application')).toHaveLength(2))
  })
})
