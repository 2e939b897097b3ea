import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import { drag, fillForm, map, posted, save } from './testing/editor.ts'

warmUp()
layMapsOut()

const shape = () => within(screen.getByRole('group', { name: 'Polygon' }))

describe('shapes as numbers', () => {
  const number = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  const enter = async (name: string, value: string): Promise<void> => {
    // The fields are loaded with the first shape.
    await userEvent.clear(await screen.findByRole('textbox', { name }))
    await userEvent.type(number(name), `${value}{Enter}`)
  }

  it('accept an exact circle, show metres, and are stored', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('radio', { name: 'Circle' }))
    await drag([500, 300], [560, 300])
    await enter('Centre, from the left', '400')
    await enter('Centre, from the top', '300')
    await enter('Radius', '100')
    expect(screen.getByText('Radius 4.0 m · area 50.3 m²')).toBeTruthy()
    await fillForm()
    await save()
    await screen.findByText('Geofence Saved!')
    expect(posted(server)).toMatchObject({
      Coordinates: { shape: 'circle', centre: { x: 400, y: 300 }, radius: 100 },
    })
  })

  it('move and resize a rectangle, and Undo reverts it', async () => {
    mapHospital({})
    openPage('/geofencing/m3')
    await screen.findByRole('textbox', { name: 'Name' })
    await drag([400, 200], [600, 300])
    await enter('Left edge', '200')
    await enter('Width', '250')
    expect(number('Left edge').value).toBe('200')
    expect(screen.getByText('10.0 m')).toBeTruthy()
    await enter('Left edge', '9999')
    expect(number('Left edge').value).toBe('1350')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(number('Left edge').value).toBe('200')
    await enter('Width', 'wide')
    expect(number('Width').value).toBe('250')
  })

  it('show immediately which corner makes edges cross, and block saving until it is corrected', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('radio', { name: 'Polygon' }))
    await screen.findByRole('textbox', { name: 'Name' })
    const canvas = await map()
    await drag([500, 300], [501, 300])
    fireEvent.keyDown(canvas, { key: 'Escape' })
    fireEvent.keyDown(canvas, { key: 'Enter' })
    await screen.findByText(/^Area /)
    await userEvent.click(screen.getByRole('button', { name: 'Show 4 corners as numbers' }))
    const crossing = 'The edges of the geofence cross or touch.'
    expect(screen.queryByText(crossing)).toBeNull()
    const upper = number('Corner 1, from the top').value
    const lower = number('Corner 4, from the top').value
    await enter('Corner 1, from the top', lower)
    await enter('Corner 4, from the top', upper)
    expect((await shape().findByRole('alert')).textContent).toContain(crossing)
    expect(screen.getByText('See corner 3.')).toBeTruthy()
    await fillForm()
    await save()
    await waitFor(() => expect(screen.getAllByText(crossing).length).toBeGreaterThan(1))
    expect(posted(server)).toBeUndefined()
    await enter('Corner 1, from the top', upper)
    await enter('Corner 4, from the top', lower)
    expect(shape().queryByRole('alert')).toBeNull()
    await save()
    await screen.findByText('Geofence Saved!')
    const body = posted(server) as { Coordinates: { shape: string; points: unknown[] } }
    expect([body.Coordinates.shape, body.Coordinates.points.length]).toEqual(['polygon', 4])
  })
})

describe('corners', () => {
  it('are reached by Tab, announced, and removed by a button', async () => {
    mapHospital({})
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('radio', { name: 'Polygon' }))
    await screen.findByRole('textbox', { name: 'Name' })
    const canvas = await map()
    await drag([500, 300], [501, 300])
    fireEvent.keyDown(canvas, { key: 'Escape' })
    fireEvent.keyDown(canvas, { key: 'Enter' })
    await screen.findByText(/^Polygon of /, { selector: '[aria-live] ' })
    fireEvent.keyDown(canvas, { key: 'Tab' })
    await screen.findByText(/^Corner 1: x \d+, y \d+$/)
    await userEvent.click(screen.getByRole('button', { name: 'Remove corner' }))
    await userEvent.click(screen.getByRole('button', { name: 'Show 3 corners as numbers' }))
    expect(screen.queryByRole('button', { name: 'Remove corner' })).toBeNull()
  })
})
