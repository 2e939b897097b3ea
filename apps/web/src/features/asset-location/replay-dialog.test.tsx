import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/time.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { samplePump } from '../../testing/sample-assets.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { stubMaps, withMapProviders } from './testing/map-providers.tsx'

const HISTORY = '/location/api/location.getLocationHistory'
const row = (minute: number, room: string, mapId: string | null = 'm3') => ({
  Time: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  Location: room,
  mapId,
  fullPath: { Level_1: 'Northfield General', Level_2: room },
  xCenterPoint: mapId ? minute : null,
  yCenterPoint: mapId ? minute : null,
  'Wifi Strength': null,
  'Connection Status': null,
  'Battery Level': null,
  'Infusion Status': null,
})

function open(rows: object[]) {
  const map = { mapId: 'm3', name: 'Level 3', xDimension: 64, yDimension: 40, width: 1600, height: 1000 }
  const server = fakeServer({
    [HISTORY]: () => ({ assets: rows, maxAssets: rows.length }),
    '/location/api/location.getMap/m3': () => map,
    '/var/uploads/images/Maps/m3.jpg': () => new Response('jpeg'),
  })
  render(withMapProviders(<ReplayDialog asset={samplePump()} onClose={() => undefined} />))
  return server
}
const map = async () => (await screen.findByRole('application')).getAttribute('aria-label')

describe('the replay of where an asset has been', () => {
  stubMaps()

  it('begins at the oldest position, leaves out those on no map, and goes on to the newest', async () => {
    const server = open([row(3, 'Room 3.09'), row(2, 'Outside', null), row(1, 'Room 3.07')])
    expect(await map()).toBe('Infusion Pump 0412: Northfield General > Room 3.07')
    expect(server.to(HISTORY)[0]?.body).toMatchObject({ assetId: 'IP-0412', currentPage: 1 })
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Time' })
    expect([slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['1', dateTime(row(1, '').Time)])
    fireEvent.click(screen.getByRole('button', { name: 'Next position' }))
    expect(await map()).toBe('Infusion Pump 0412: Northfield General > Room 3.09')
    expect(screen.getByText('Northfield General > Room 3.09').getAttribute('role')).toBe('status')
  })

  it('says that there is nothing to replay, or what failed', async () => {
    const server = open([row(1, 'Outside', null)])
    await screen.findByText('No position on a map was recorded yet.')
    server.handlers[HISTORY] = () => refusal(403, 'forbidden', 'Your privileges do not open this.')
    await queryClient.resetQueries()
    await screen.findByText('The positions could not be loaded')
    expect(screen.getByText('Your privileges do not open this.')).toBeTruthy()
  })
})
