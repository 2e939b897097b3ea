import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { MonitorMark } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { findDrawnMap } from '../../testing/drawn-map.ts'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
layMapsOut()

const saved = (server: ReturnType<typeof mapHospital>) => server.to('/location/api/provider/saveHierarchies')
const mark = (part: Partial<MonitorMark> = {}): MonitorMark => ({
  hierarchyId: 'centrak-M-7',
  provider: 'centrak',
  mapId: 'm3',
  type: 'monitor',
  xCoordinate: 800,
  yCoordinate: 500,
  ...part,
})
/** Middle of the plan on the view of 1000 × 600 with margins. */
const middle = { clientX: 500, clientY: 287, pointerId: 1, button: 0 }

async function click(at: { clientX: number; clientY: number }): Promise<void> {
  const canvas = await findDrawnMap()
  fireEvent.pointerDown(canvas, { ...middle, ...at })
  fireEvent.pointerUp(canvas, { ...middle, ...at })
}

describe('marking a monitor', () => {
  it('asks beside the clicked point, saves provider in lower case and id, and lists it', async () => {
    const server = mapHospital({})
    openPage('/map-marking/m3')
    await screen.findByText('No monitors yet. Click the plan where the first one hangs.')
    await click(middle)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Provider' }), 'CenTrak')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Monitor ID' }), ' M-7 ')
    await userEvent.click(dialog.getByRole('button', { name: 'Mark monitor' }))
    await screen.findByText('Monitor Marked Successfully!')
    expect(saved(server)[0]?.body).toEqual([mark()])
    expect(await screen.findByRole('button', { name: 'Move M-7' })).toBeTruthy()
    expect(screen.getByText('centrak · 32.0 m, 20.0 m')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('offers the existing providers, and accepts any other', async () => {
    mapHospital({})
    openPage('/map-marking/m3')
    await screen.findByText(/^No monitors yet/)
    await click(middle)
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: 'Provider' }))
    expect(await screen.findByTitle('cisco')).toBeTruthy()
    expect(screen.getByTitle('centrak')).toBeTruthy()
  })

  it('saves nothing if provider or id is empty, or on Cancel', async () => {
    const server = mapHospital({})
    openPage('/map-marking/m3')
    await screen.findByText(/^No monitors yet/)
    await click(middle)
    await userEvent.click(await screen.findByRole('button', { name: 'Mark monitor' }))
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
    await userEvent.type(screen.getByRole('textbox', { name: 'Monitor ID' }), '   ')
    await userEvent.type(screen.getByRole('combobox', { name: 'Provider' }), 'centrak')
    await userEvent.click(screen.getByRole('button', { name: 'Mark monitor' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(saved(server)).toEqual([])
  })

  it('ignores a click outside the image', async () => {
    mapHospital({})
    openPage('/map-marking/m3')
    await screen.findByText(/^No monitors yet/)
    await click({ clientX: 20, clientY: 20 })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it("shows the server's message and keeps the dialog open", async () => {
    const server = mapHospital({})
    server.handlers['/location/api/provider/saveHierarchies'] = () =>
      refusal(409, 'duplicate', 'Another provider holds this id.')
    openPage('/map-marking/m3')
    await screen.findByText(/^No monitors yet/)
    await click(middle)
    await userEvent.type(await screen.findByRole('combobox', { name: 'Provider' }), 'a')
    await userEvent.type(screen.getByRole('textbox', { name: 'Monitor ID' }), 'b')
    await userEvent.click(screen.getByRole('button', { name: 'Mark monitor' }))
    await screen.findByText('Another provider holds this id.')
    expect(screen.getByRole('dialog')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Move b' })).toBeNull()
  })
})

describe('the monitors of a map', () => {
  it('are moved by a drag, whose end is saved', async () => {
    const server = mapHospital({ marks: [mark()] })
    openPage('/map-marking/m3')
    await screen.findByRole('button', { name: 'Move M-7' })
    const canvas = await findDrawnMap()
    fireEvent.pointerDown(canvas, { ...middle, clientY: 260 })
    fireEvent.pointerMove(canvas, { ...middle, clientX: 600, clientY: 260 })
    fireEvent.pointerUp(canvas, { ...middle, clientX: 600, clientY: 260 })
    await screen.findByText('Monitor Marked Successfully!')
    const [body] = (saved(server)[0]?.body ?? []) as MonitorMark[]
    expect(body).toMatchObject({ hierarchyId: 'centrak-M-7', yCoordinate: 500 })
    expect(body?.xCoordinate).toBeGreaterThan(950)
    expect(server.marks).toEqual([body])
  })

  it('are chosen in the list and moved by keys, which Enter saves', async () => {
    const server = mapHospital({ marks: [mark()] })
    openPage('/map-marking/m3')
    await userEvent.click(await screen.findByRole('button', { name: 'Move M-7' }))
    const canvas = await findDrawnMap()
    expect(document.activeElement).toBe(canvas)
    expect(screen.getAllByText(/^Arrow keys move M-7/).length).toBeGreaterThan(0)
    fireEvent.keyDown(canvas, { key: 'ArrowUp', altKey: true })
    expect(saved(server)).toEqual([])
    fireEvent.keyDown(canvas, { key: 'Enter' })
    await screen.findByText('Monitor Marked Successfully!')
    expect(server.marks).toEqual([mark({ yCoordinate: 490 })])
  })

  it('return if the server refuses the new place', async () => {
    const server = mapHospital({ marks: [mark()] })
    server.handlers['/location/api/provider/saveHierarchies'] = () => refusal(404, 'not_found', 'Not found.')
    openPage('/map-marking/m3')
    await userEvent.click(await screen.findByRole('button', { name: 'Move M-7' }))
    fireEvent.keyDown(await findDrawnMap(), { key: 'ArrowUp', altKey: true })
    fireEvent.keyDown(await findDrawnMap(), { key: 'Enter' })
    await screen.findByText('Not found.')
    expect(await screen.findByText('centrak · 32.0 m, 20.0 m')).toBeTruthy()
  })

  it('are moved by undo and redo, which also revert adding and removing', async () => {
    const server = mapHospital({ marks: [mark()] })
    openPage('/map-marking/m3')
    const canvas = await findDrawnMap()
    await screen.findByRole('button', { name: 'Move M-7' })
    fireEvent.keyDown(canvas, { key: 'Tab' })
    expect(screen.getByRole('button', { name: 'Move M-7' }).getAttribute('aria-pressed')).toBe('true')
    fireEvent.keyDown(canvas, { key: 'ArrowUp', shiftKey: true })
    fireEvent.keyDown(canvas, { key: 'Enter' })
    await waitFor(() => expect(server.marks).toEqual([mark({ yCoordinate: 490 })]))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.marks).toEqual([mark()]))
    await userEvent.click(screen.getByRole('button', { name: 'Redo' }))
    await waitFor(() => expect(server.marks).toEqual([mark({ yCoordinate: 490 })]))
    fireEvent.keyDown(canvas, { key: 'Delete' })
    await userEvent.click(await screen.findByRole('button', { name: 'Remove monitor' }))
    await waitFor(() => expect(server.marks).toEqual([]))
    await screen.findByText(/^No monitors yet/)
    // The dialog is open until the monitors were refetched.
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(server.marks).toEqual([mark({ yCoordinate: 490 })]))
    await screen.findByRole('button', { name: 'Move M-7' })
  })

  it('are removed after a confirmation', async () => {
    const server = mapHospital({ marks: [mark()] })
    openPage('/map-marking/m3')
    await userEvent.click(await screen.findByRole('button', { name: 'Remove M-7' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove monitor' }))
    await screen.findByText('Monitor removed.')
    expect(server.marks).toEqual([])
    await screen.findByText(/^No monitors yet/)
  })

  it('show that they could not be loaded, with a retry', async () => {
    const server = mapHospital({ marks: [mark()] })
    const works = server.handlers['/location/api/hierarchy/markedMonitors/get/m3']
    server.handlers['/location/api/hierarchy/markedMonitors/get/m3'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openPage('/map-marking/m3')
    await screen.findByText('The monitors could not be loaded')
    if (works) server.handlers['/location/api/hierarchy/markedMonitors/get/m3'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('button', { name: 'Move M-7' })).toBeTruthy()
  })
})
