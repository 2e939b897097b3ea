import { fireEvent, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { ANY_TIME } from '../../lib/date-range.ts'
import { queryClient } from '../../lib/query-client.ts'
import { dateTime } from '../../lib/time.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { samplePump } from '../../testing/sample-assets.ts'
import { ReplayDialog } from './replay-dialog.tsx'
import { stubMaps, withMapProviders } from './testing/map-providers.tsx'

const TRAIL = '/location/api/location.getTrail'
const row = (minute: number, room: string, mapId: string | null = 'm3') => ({
  time: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  mapId,
  fullPath: { Level_1: 'Northfield General', Level_2: room },
  x: mapId ? minute : null,
  y: mapId ? minute : null,
})

function open(rows: object[], more: object = {}) {
  const planOf = (mapId: string) => () => ({
    mapId,
    name: mapId,
    xDimension: 64,
    yDimension: 40,
    width: 1600,
    height: 1000,
  })
  const server = fakeServer({
    [TRAIL]: () => ({ positions: rows, total: rows.length, thinnedToMs: null, ...more }),
    '/location/api/location.getMap/m3': planOf('m3'),
    '/location/api/location.getMap/m2': planOf('m2'),
    '/var/uploads/images/Maps/m3.jpg': () => new Response('jpeg'),
    '/var/uploads/images/Maps/m2.jpg': () => new Response('jpeg'),
  })
  const none = (): void => undefined
  render(
    withMapProviders(<ReplayDialog asset={samplePump()} range={ANY_TIME} onRange={none} onClose={none} />),
  )
  return server
}
const map = async () => (await screen.findByRole('application')).getAttribute('aria-label')

describe("the replay of an asset's trail", () => {
  stubMaps()

  it('starts at the oldest position, skips positions without a map, and ends at the newest', async () => {
    const server = open([row(1, 'Room 3.07'), row(2, 'Outside', null), row(3, 'Room 3.09')])
    expect(await map()).toBe('Infusion Pump 0412: Northfield General > Room 3.07')
    expect(server.to(TRAIL)[0]?.body).toEqual({ assetId: 'IP-0412', assetType: 'Equipment' })
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: 'Time' })
    expect([slider.max, slider.getAttribute('aria-valuetext')]).toEqual(['1', dateTime(row(1, '').time)])
    fireEvent.click(screen.getByRole('button', { name: 'Next position' }))
    expect(await map()).toBe('Infusion Pump 0412: Northfield General > Room 3.09')
    expect(screen.getByText('Northfield General > Room 3.09').getAttribute('role')).toBe('status')
  })

  it('shows an empty trail and a failure', async () => {
    const server = open([row(1, 'Outside', null)])
    await screen.findByText('No positions on a map yet.')
    server.handlers[TRAIL] = () => refusal(403, 'forbidden', 'Your privileges do not allow this.')
    await queryClient.resetQueries()
    await screen.findByText('The positions could not be loaded')
    expect(screen.getByText('Your privileges do not allow this.')).toBeTruthy()
  })

  it('follows the asset over its floors, names each floor, and moves from floor to floor', async () => {
    open([row(1, 'Room 3.07'), row(2, 'Room 3.08'), row(3, 'Room 2.01', 'm2'), row(4, 'Room 3.09')])
    await screen.findByText(/^Northfield General · Room 3.07, .* · floor 1 of 3$/)
    expect(screen.getByRole('button', { name: 'Previous floor' })).toHaveProperty('disabled', true)
    fireEvent.click(screen.getByRole('button', { name: 'Next floor' }))
    expect(await map()).toBe('Infusion Pump 0412: Northfield General > Room 2.01')
    expect(screen.getByText(/ · floor 2 of 3$/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Next position' }))
    expect(screen.getByText(/ · floor 3 of 3$/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Next floor' })).toHaveProperty('disabled', true)
  })

  it('explains the thinning of the trail, and that the route between positions is unknown', async () => {
    open([row(1, 'Room 3.07'), row(3, 'Room 3.09')], { total: 4_000, thinnedToMs: 120_000 })
    expect(
      await screen.findByText(
        'Straight lines connect the positions. The actual route is unknown. 2 of 4,000 positions: the last in every 2 min.',
      ),
    ).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Next floor' })).toBeNull()
  })
})
