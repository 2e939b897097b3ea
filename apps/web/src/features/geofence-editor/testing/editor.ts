import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { findDrawnMap } from '../../../testing/drawn-map.ts'
import type { mapHospital } from '../../../testing/map-hospital.tsx'

/** Waits for the map, ready for drawing. */
export const map = findDrawnMap
/** Returns a group of the form. */
const group = (name: string) => within(screen.getByRole('group', { name }))
export const save = () => userEvent.click(screen.getByRole('button', { name: 'Save geofence' }))
/** Returns the body of the geofence stored last. */
export const posted = (server: ReturnType<typeof mapHospital>) =>
  server.to('/location/api/geofence/add').at(-1)?.body

/** Drags on the map. The view of 1000 × 600 shows the plan of 1600 × 1000 at 0.494, with margins. */
export async function drag(from: [number, number], to: [number, number]): Promise<void> {
  const canvas = await map()
  const at = ([clientX, clientY]: [number, number]) => ({ clientX, clientY, pointerId: 1, button: 0 })
  fireEvent.pointerDown(canvas, at(from))
  fireEvent.pointerMove(canvas, at(to))
  fireEvent.pointerUp(canvas, at(to))
}

/** Fills all required fields of the form. */
export async function fillForm(name = 'Pump bay'): Promise<void> {
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), name)
  fireEvent.mouseDown(screen.getByRole('combobox', { name: 'Geofence type' }))
  fireEvent.click(await screen.findByTitle('Storage'))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Devices' }))
  await userEvent.click(group('Entry trigger').getByRole('radio', { name: 'No' }))
  await userEvent.click(group('Exit trigger').getByRole('radio', { name: 'Yes' }))
}
