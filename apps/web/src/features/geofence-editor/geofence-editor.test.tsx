import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import { sampleFence } from '../geofences/testing/sample-fence.ts'
import { drag, fillForm, map, posted, save } from './testing/editor.ts'

warmUp()
layMapsOut()

describe('drawing a geofence', () => {
  it('saves the drawn rectangle with the form, shows a message, lists it and starts again', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await screen.findByText('No geofences yet. Draw the first one on the map.')
    await drag([400, 200], [600, 300])
    await fillForm()
    await userEvent.type(screen.getByRole('textbox', { name: 'Wait before alerting' }), '1a5')
    await save()
    await screen.findByText('Geofence Saved!')
    const body = posted(server) as { Coordinates: Record<string, number> }
    expect(body).toMatchObject({
      Name: 'Pump bay',
      Type: 'Storage',
      AssetTypes: ['Equipment'],
      MapId: 'm3',
      EntryTrigger: false,
      EntryTriggerWaitTime: 0,
      ExitTrigger: true,
      ExitTriggerWaitTime: 15,
      Enabled: true,
    })
    const { x = 0, y = 0, w = 0, h = 0, x2, y2 } = body.Coordinates
    expect(w / h).toBeCloseTo(2, 1)
    expect([x2, y2]).toEqual([x + w, y + h])
    expect(await screen.findByRole('button', { name: 'Edit Pump bay' })).toBeTruthy()
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear' }).disabled).toBe(true)
  })

  it('requires a rectangle first, then the form, and saves only both', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await screen.findByRole('textbox', { name: 'Name' })
    await save()
    await screen.findByText('You have not marked any fence on the map')
    for (const text of ['Geofence Name is required', 'Geofence Type is required', 'Asset Type is required'])
      await screen.findByText(text)
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(2))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })))
    await drag([400, 200], [600, 300])
    await save()
    await screen.findByText('Please fill all the details correctly')
    expect(posted(server)).toBeUndefined()
  })

  it('draws by keys: Enter, arrows, Escape, and undoes by the buttons', async () => {
    mapHospital({})
    openPage('/geofencing/m3')
    await screen.findByRole('textbox', { name: 'Name' })
    const canvas = await map()
    fireEvent.keyDown(canvas, { key: 'Enter' })
    const size = await screen.findByText(/^Rectangle of /)
    const drawn = size.textContent
    fireEvent.keyDown(canvas, { key: 'ArrowRight', shiftKey: true, altKey: true })
    await waitFor(() => expect(size.textContent).not.toBe(drawn))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(size.textContent).toBe(drawn))
    fireEvent.keyDown(canvas, { key: 'Escape' })
    await waitFor(() => expect(size.textContent).toBe(''))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(size.textContent).toBe(drawn))
  })

  it("shows the server's message, also at its field, and keeps the input", async () => {
    const server = mapHospital({})
    const nameTaken = 'A geofence with this name already exists on this map.'
    server.handlers['/location/api/geofence/add'] = () =>
      refusal(409, 'duplicate', nameTaken, { errors: [{ path: 'Name', message: nameTaken }] })
    openPage('/geofencing/m3')
    await screen.findByRole('textbox', { name: 'Name' })
    await drag([400, 200], [600, 300])
    await fillForm()
    await save()
    // One at the field, and one as a message.
    await waitFor(() => expect(screen.getAllByText(nameTaken)).toHaveLength(2))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Pump bay')
    expect(server.fences).toEqual([])
  })

  it('offers patients only to users who may see them', async () => {
    mapHospital({})
    openPage('/geofencing/m3')
    await screen.findByRole('checkbox', { name: 'Clinicians' })
    expect(screen.queryByRole('checkbox', { name: 'Patients' })).toBeNull()
  })

  it('offers patients to users with the flag', async () => {
    mapHospital({ patientDataAccess: true })
    openPage('/geofencing/m3')
    expect(await screen.findByRole('checkbox', { name: 'Patients' })).toBeTruthy()
  })
})

describe('the types of geofences', () => {
  it('are the defaults until one is added, which is saved with them and chosen', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await userEvent.click(await findEnabledButton('Add type'))
    await userEvent.type(await screen.findByRole('textbox', { name: 'New type' }), 'Quarantine{Enter}')
    await screen.findByText('Setting Saved')
    expect(server.to('/api/settings/create')[0]?.body).toEqual({
      Type: 'Geofence',
      SubType: 'Geofence',
      Fields: { GeofenceTypes: ['Restricted', 'Safe', 'Storage', 'Cleaning', 'Quarantine'] },
    })
    expect(await screen.findByTitle('Quarantine')).toBeTruthy()
  })

  it('are not added twice, regardless of case', async () => {
    const server = mapHospital({})
    openPage('/geofencing/m3')
    await userEvent.click(await findEnabledButton('Add type'))
    await userEvent.type(await screen.findByRole('textbox', { name: 'New type' }), 'sTORAGE{Enter}')
    await screen.findByText('Geofence Type already present!')
    expect(server.to('/api/settings/create')).toEqual([])
  })
})

describe('the geofences of a map, as a list', () => {
  it('open in the form, and are changed by the update call', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Pump bay' }))
    await screen.findByRole('heading', { name: 'Edit Pump bay' })
    expect(window.location.hash).toBe('#/geofencing/m3?fence=f-1')
    fireEvent.keyDown(await map(), { key: 'ArrowRight', altKey: true })
    await save()
    await screen.findByText('Geofence Saved!')
    const body = server.to('/location/api/geofence/update/f-1')[0]?.body
    expect(body).toMatchObject({
      Name: 'Pump bay',
      ExitTriggerWaitTime: 5,
      Coordinates: { x: 410, w: 400, x2: 810 },
    })
    await waitFor(() => expect(window.location.hash).toBe('#/geofencing/m3'))
  })

  it('are switched off and on, with all other values unchanged', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('switch', { name: 'Pump bay enabled' }))
    await screen.findByText('Pump bay is switched off')
    const { _id, __v, createdAt, updatedAt, ...stored } = sampleFence()
    expect([_id, __v, createdAt, updatedAt]).toHaveLength(4)
    expect(server.to('/location/api/geofence/update/f-1')[0]?.body).toEqual({ ...stored, Enabled: false })
    expect(screen.getByRole('switch', { name: 'Pump bay enabled' }).getAttribute('aria-checked')).toBe(
      'false',
    )
  })

  it('are switched back when the server refuses', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    server.handlers['/location/api/geofence/update/f-1'] = () => refusal(403, 'forbidden', 'Not allowed.')
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('switch', { name: 'Pump bay enabled' }))
    await screen.findByText('Not allowed.')
    expect(screen.getByRole('switch', { name: 'Pump bay enabled' }).getAttribute('aria-checked')).toBe('true')
  })

  it('are deleted after a confirmation, and not after Cancel', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    openPage('/geofencing/m3')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Pump bay' }))
    await screen.findAllByText('Delete geofence "Pump bay"?')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(server.fences).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Delete Pump bay' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete geofence' }))
    await screen.findByText('Geofence deleted.')
    await screen.findByText('No geofences yet. Draw the first one on the map.')
    expect(server.fences).toEqual([])
  })

  it('cannot be deleted by users who may not open the list', async () => {
    mapHospital({ fences: [sampleFence()], allowedRoutes: ['/geofencing'] })
    openPage('/geofencing/m3')
    await screen.findByRole('button', { name: 'Edit Pump bay' })
    expect(screen.queryByRole('button', { name: 'Delete Pump bay' })).toBeNull()
  })

  it('ask for confirmation before unsaved changes are left', async () => {
    mapHospital({ fences: [sampleFence()] })
    openPage('/geofencing/m3')
    await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Half a name')
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Pump bay' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Half a name')
    await userEvent.click(screen.getByRole('button', { name: 'Edit Pump bay' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }))
    await screen.findByRole('heading', { name: 'Edit Pump bay' })
  })
})

describe('without a connection', () => {
  it('the map stays, saving is disabled, and the reason is shown', async () => {
    const server = mapHospital({ fences: [sampleFence()] })
    openPage('/geofencing/m3')
    await screen.findByRole('button', { name: 'Edit Pump bay' })
    await screen.findByText('Live', { selector: 'header *' })
    server.handlers['/api/live'] = () => refusal(503, 'unavailable', 'Not now.')
    act(() => server.live.end())
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save geofence' })
    await waitFor(() => expect(button().disabled).toBe(true))
    expect(button().title).toBe('Connection lost: changes are possible once it is back')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete Pump bay' }).disabled).toBe(true)
    expect(screen.getByRole<HTMLButtonElement>('switch', { name: 'Pump bay enabled' }).disabled).toBe(true)
  })
})

describe('a map that cannot be drawn on', () => {
  it('shows a message if it is unknown, with a retry and a link to all maps', async () => {
    const server = mapHospital({})
    const known = server.handlers['/location/api/location.getMap/m3']
    server.handlers['/location/api/location.getMap/m3'] = () => refusal(404, 'not_found', 'Not found.')
    openPage('/geofencing/m3')
    await screen.findByText('This map could not be loaded')
    expect(screen.queryByRole('button', { name: 'Save geofence' })).toBeNull()
    const alert = within(screen.getByRole('alert'))
    const ways = alert.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(ways).toEqual(['#/hierarchy-list-two', '#/geofencelist'])
    if (known) server.handlers['/location/api/location.getMap/m3'] = known
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('button', { name: 'Save geofence' })
  })

  it('shows squared paper if its image is missing, and allows drawing', async () => {
    const server = mapHospital({})
    server.handlers['/var/uploads/images/Maps/m3.jpg'] = () =>
      refusal(404, 'not_found', 'There is no such image.')
    openPage('/geofencing/m3')
    await screen.findByText('This map has no image')
    await drag([400, 200], [600, 300])
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Clear' }).disabled).toBe(false)
  })
})
