import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { FENCE_FILE } from '@wardtrack/contracts/fence-limits'
import { describe, expect, it, vi } from 'vitest'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { refusal } from '../../testing/fake-server.ts'
import { layMapsOut, mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'
import { sampleFence } from '../geofences/testing/sample-fence.ts'

warmUp()
layMapsOut()

const CHECK = '/location/api/geofence/import/check'
const IMPORT = '/location/api/geofence/import'
const area = { x: 100, y: 100, x2: 200, y2: 200, w: 100, h: 100 }
const good = (name: string, hasSettings = true) => ({ name, Coordinates: area, hasSettings, errors: [] })
const bad = {
  name: null,
  Coordinates: null,
  hasSettings: false,
  errors: [{ path: 'geometry.coordinates', message: 'A geofence has no holes.' }],
}
const fileOf = (content: unknown, name = 'plan.geojson'): File =>
  new File([typeof content === 'string' ? content : JSON.stringify(content)], name)
const choose = async (file: File) =>
  userEvent.upload(await screen.findByLabelText('Import a GeoJSON file'), file)
const dialog = () => screen.findByRole('dialog')
/** Returns the dialog to choose features; before it, another dialog shows that the file is being read. */
const choice = async (heading: string) => {
  await screen.findByText(heading)
  return dialog()
}
const create = (verb: string) => userEvent.click(screen.getByRole('button', { name: verb }))

function hospitalWith(features: readonly object[]) {
  const server = mapHospital({})
  server.handlers[CHECK] = () => ({ data: features })
  server.handlers[IMPORT] = ({ body }) => ({
    err: 0,
    message: 'Geofences created.',
    data: (body as { chosen: number[] }).chosen.map((index) => sampleFence({ _id: `new-${index}` })),
  })
  openPage('/geofencing/m3')
  return server
}

describe('importing geofences', () => {
  it('previews the geofences of a file, and creates the chosen ones', async () => {
    const server = hospitalWith([good('Ward'), bad, good('Store')])
    const content = { type: 'FeatureCollection', features: [] }
    await choose(fileOf(content))
    const rows = within(await choice('2 of 3 valid'))
    expect(server.to(CHECK).at(-1)?.body).toEqual({ MapId: 'm3', file: content })
    expect(rows.getByText('geometry.coordinates: A geofence has no holes.')).toBeTruthy()
    expect(rows.getByRole<HTMLInputElement>('checkbox', { name: 'Create Feature 2' }).disabled).toBe(true)
    await userEvent.click(rows.getByRole('checkbox', { name: 'Create Store' }))
    await create('Create 1 geofence')
    await screen.findByText('1 geofence created.')
    expect(server.to(IMPORT).at(-1)?.body).toEqual({ MapId: 'm3', file: content, chosen: [0] })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('asks for settings missing from the file, and sends only complete geofences', async () => {
    const server = hospitalWith([good('Ward', false)])
    await choose(fileOf({}))
    const form = within(await choice('Missing settings'))
    await create('Create 1 geofence')
    await form.findByText('Geofence Type is required')
    expect(server.to(IMPORT)).toEqual([])
    fireEvent.mouseDown(form.getByRole('combobox', { name: 'Geofence type' }))
    fireEvent.click(await screen.findByTitle('Storage'))
    await userEvent.click(form.getByRole('checkbox', { name: 'Devices' }))
    const group = (name: string) => within(form.getByRole('group', { name }))
    await userEvent.click(group('Entry trigger').getByRole('radio', { name: 'Yes' }))
    await userEvent.click(group('Exit trigger').getByRole('radio', { name: 'No' }))
    await create('Create 1 geofence')
    await screen.findByText('1 geofence created.')
    expect(server.to(IMPORT).at(-1)?.body).toMatchObject({
      chosen: [0],
      settings: {
        Type: 'Storage',
        AssetTypes: ['Equipment'],
        EntryTrigger: true,
        EntryTriggerWaitTime: 0,
        ExitTrigger: false,
        ExitTriggerWaitTime: 0,
      },
    })
  })

  it('accepts a file dropped anywhere on the page', async () => {
    hospitalWith([good('Ward')])
    await screen.findByLabelText('Import a GeoJSON file')
    const dataTransfer = { types: ['Files'], files: [fileOf({}, 'dropped.json')] }
    fireEvent.drop(screen.getByRole('heading', { name: 'Geofences on this map' }), { dataTransfer })
    expect(await screen.findByText('Import dropped.json')).toBeTruthy()
  })

  it('shows the errors of a file, and accepts another', async () => {
    const server = hospitalWith([good('Ward')])
    await choose(fileOf('{ "type":', 'broken.json'))
    await within(await dialog()).findByText('This file is not valid JSON.')
    expect(server.to(CHECK)).toEqual([])
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Close' }))
    const large = fileOf('{}', 'large.json')
    vi.spyOn(large, 'size', 'get').mockReturnValue(FENCE_FILE.mostBytes + 1)
    await choose(large)
    await screen.findByText(/^The file is larger than /)
    expect(server.to(CHECK)).toEqual([])
  })

  it("shows the server's error about a whole file", async () => {
    const server = hospitalWith([])
    const message = 'The file has no features.'
    server.handlers[CHECK] = () =>
      refusal(400, 'validation', message, { errors: [{ path: 'file', message }] })
    await choose(fileOf({ type: 'FeatureCollection', features: [] }))
    expect(await within(await dialog()).findByText(message)).toBeTruthy()
  })

  it('checks the file again when others used a name meanwhile', async () => {
    const server = hospitalWith([good('Ward')])
    await choose(fileOf({}))
    await choice('1 of 1 valid')
    const taken = 'A geofence with this name already exists on this map.'
    const errors = [{ path: 'properties.name', message: taken }]
    server.handlers[IMPORT] = () => refusal(409, 'duplicate', taken)
    server.handlers[CHECK] = () => ({ data: [{ ...good('Ward'), errors }] })
    await create('Create 1 geofence')
    await choice('0 of 1 valid')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Create 0 geofences' }).disabled).toBe(true)
  })
})

describe('exporting geofences', () => {
  const saved: string[] = []
  const EXPORT = '/location/api/geofence/export'
  const withExport = (path: string) => {
    const server = mapHospital({ fences: [sampleFence(), sampleFence({ _id: 'f-2', Name: 'Exit door' })] })
    server.handlers[EXPORT] = () => new Response('{}')
    URL.createObjectURL = () => 'blob:file'
    URL.revokeObjectURL = () => undefined
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download)
    })
    openPage(path)
    return server
  }
  const bodies = (server: ReturnType<typeof mapHospital>) => server.to(EXPORT).map(({ body }) => body)

  it('offers those of the map, and the one being edited', async () => {
    const server = withExport('/geofencing/m3')
    await userEvent.click(await findEnabledButton('Export all on this map'))
    await waitFor(() => expect(saved.at(-1)).toBe('geofences.geojson'))
    await userEvent.click(await screen.findByRole('button', { name: 'Edit Exit door' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Export Exit door' }))
    await waitFor(() => expect(bodies(server)).toEqual([{ MapId: 'm3' }, { ids: ['f-2'] }]))
  })

  it('offers those in the list', async () => {
    const server = withExport('/geofencelist')
    await userEvent.click(await findEnabledButton('Export as GeoJSON'))
    await waitFor(() => expect(bodies(server)).toEqual([{}]))
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search geofences' }), 'exit')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    await userEvent.click(await findEnabledButton('Export as GeoJSON'))
    await waitFor(() => expect(bodies(server)).toEqual([{}, { ids: ['f-2'] }]))
  })
})
