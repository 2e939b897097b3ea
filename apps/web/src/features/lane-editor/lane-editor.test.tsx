import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { MapLanes } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { findDrawnMap } from '../../testing/drawn-map.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
layMapsOut()

const saved = (server: ReturnType<typeof mapHospital>) =>
  server.to('/location/api/hierarchy/mapLanes/m3').flatMap(({ body }) => (body ? [body as MapLanes] : []))
/** Middle of the plan on the view of 1000 × 600 with margins. */
const middle = { clientX: 500, clientY: 287, pointerId: 1, button: 0 }

async function click(dx: number, dy: number): Promise<void> {
  const canvas = await findDrawnMap()
  const place = { ...middle, clientX: middle.clientX + dx, clientY: middle.clientY + dy }
  fireEvent.pointerDown(canvas, place)
  fireEvent.pointerUp(canvas, place)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const drawn: MapLanes = {
  mapId: 'm3',
  lanes: [
    {
      points: [
        { x: 100, y: 100 },
        { x: 500, y: 100 },
      ],
    },
  ],
  stops: [{ kind: 'stairs', name: 'East stairs', x: 100, y: 100 }],
  revision: 'r1',
}

describe('drawing lanes', () => {
  it('explains lanes, draws, saves on the revision that was read, and lists them', async () => {
    const server = mapHospital({
      connections: [{ kind: 'lift', name: 'Lift A', stops: [{ mapId: 'm2', x: 1, y: 1 }] }],
    })
    openPage('/map-marking/m3?view=lanes')
    await screen.findByText('Draw the first lane')
    await click(-100, 0)
    await click(100, 0)
    await userEvent.click(screen.getByText('Lift, stairs'))
    await click(100, 60)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Add stop' }))
    await dialog.findByText('This field is required')
    fireEvent.mouseDown(dialog.getByRole('combobox', { name: 'Name' }))
    expect(await screen.findByTitle('Lift A')).toBeTruthy()
    await userEvent.type(dialog.getByRole('combobox', { name: 'Name' }), 'Lift A')
    await userEvent.click(dialog.getByRole('button', { name: 'Add stop' }))
    await screen.findByRole('button', { name: 'Change Lift A' })
    await press('Save lanes')
    await screen.findByText('Lanes saved.')
    const [body] = saved(server)
    expect([body?.revision, body?.lanes.length, body?.lanes[0]?.points.length]).toEqual(['0', 1, 2])
    expect(body?.stops).toMatchObject([{ kind: 'lift', name: 'Lift A' }])
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save lanes' }).disabled).toBe(true),
    )
    expect(screen.queryByText('Draw the first lane')).toBeNull()
    await click(-50, 90)
    expect(saved(server)).toHaveLength(1)
  })

  it('removes, undoes and renames; refuses a name that is in use', async () => {
    const second = { kind: 'stairs' as const, name: 'West stairs', x: 500, y: 100 }
    const server = mapHospital({ lanes: { ...drawn, stops: [...drawn.stops, second] } })
    openPage('/map-marking/m3?view=lanes')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Lane 1' }))
    expect(screen.queryByRole('button', { name: 'Remove Lane 1' })).toBeNull()
    await press('Undo')
    await screen.findByRole('button', { name: 'Remove Lane 1' })
    await press('Change West stairs')
    const dialog = within(await screen.findByRole('dialog'))
    const name = dialog.getByRole('combobox', { name: 'Name' })
    await userEvent.clear(name)
    await userEvent.type(name, 'east STAIRS')
    await userEvent.click(dialog.getByRole('button', { name: 'Change stop' }))
    await dialog.findByText('This lift, stairs or passage already has a stop on this map.')
    await userEvent.clear(name)
    await userEvent.type(name, 'North stairs')
    await userEvent.click(dialog.getByRole('button', { name: 'Change stop' }))
    await screen.findByRole('button', { name: 'Change North stairs' })
    await press('Save lanes')
    await screen.findByText('Lanes saved.')
    expect(saved(server)[0]?.stops.map((stop) => stop.name)).toEqual(['East stairs', 'North stairs'])
  })

  it("asks on a conflict: after keeping mine, the next save uses the others' revision", async () => {
    const server = mapHospital({ lanes: structuredClone(drawn) })
    openPage('/map-marking/m3?view=lanes')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove East stairs' }))
    Object.assign(server.lanes, { revision: 'theirs' })
    await press('Save lanes')
    await userEvent.click(await screen.findByRole('button', { name: 'Keep mine' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep mine' })).toBeNull())
    expect(screen.queryByRole('button', { name: 'Remove East stairs' })).toBeNull()
    await waitFor(async () => {
      await press('Save lanes')
      expect(saved(server).at(-1)?.revision).toBe('theirs')
    })
    expect(server.lanes.stops).toEqual([])
  })

  it('asks before unsaved lanes are left', async () => {
    mapHospital({ lanes: structuredClone(drawn) })
    openPage('/map-marking/m3?view=lanes')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Lane 1' }))
    await userEvent.click(screen.getByText('Monitors'))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(window.location.hash).toContain('view=lanes')
    await userEvent.click(screen.getByText('Monitors'))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await screen.findByText(/^No monitors yet/)
  })
})
