import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { RoomOutline } from '@wardtrack/contracts'
import { expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import { map } from './testing/editor.ts'

warmUp()
layMapsOut()

const rooms: RoomOutline[] = [
  {
    hierarchyId: 'store',
    fullName: ['House', 'Level 3', 'Store'],
    Coordinates: { x: 100, y: 100, x2: 500, y2: 300, w: 400, h: 200 },
  },
]
const roomTool = () => screen.findByRole<HTMLInputElement>('radio', { name: /^Room/ })

it('copies the shape of a room by Tab and Enter, announces it, and continues with that kind of shape', async () => {
  mapHospital({ rooms })
  openPage('/geofencing/m3')
  await waitFor(async () => expect((await roomTool()).disabled).toBe(false))
  fireEvent.click(await roomTool())
  const canvas = await map()
  await waitFor(() => expect(canvas.getAttribute('aria-label')).toContain('Tab goes from room to room'))
  fireEvent.keyDown(canvas, { key: 'Tab' })
  await screen.findByText('Store, Level 3: room 1 of 1. Enter uses its outline.')
  fireEvent.keyDown(canvas, { key: 'Enter' })
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Width' })).value).toBe('400')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Rectangle' }).checked).toBe(true)
  await screen.findByText('Rectangle of 16.0 m × 8.0 m')
})

it('cannot be chosen if the map has no known room, and shows the reason', async () => {
  mapHospital({})
  openPage('/geofencing/m3')
  await screen.findByRole('radio', { name: 'Room : This map has no room outlines.' })
  expect((await roomTool()).disabled).toBe(true)
})

it('cannot be chosen if the rooms fail to load, and shows that', async () => {
  const server = mapHospital({})
  server.handlers['/location/api/hierarchy/roomOutlines/m3'] = () => refusal(403, 'forbidden', 'No.')
  openPage('/geofencing/m3')
  await screen.findByRole('radio', { name: 'Room : The rooms of this map could not be loaded.' })
  expect((await roomTool()).disabled).toBe(true)
})
