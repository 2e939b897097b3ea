import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { setWindowWidth } from '../../testing/setup.ts'
import { mappingServer, setUpMappingTest, UPDATE } from './testing/mapping-server.ts'

setUpMappingTest()

const form = (name = 'Battery Level') => screen.findByRole('form', { name: `Entry ${name}` })
const save = async () => userEvent.click(await screen.findByRole('button', { name: 'Save' }))

describe('an entry of the mapping', () => {
  it('is chosen by tabs of types and entries, and shows all its fields', async () => {
    mappingServer('/metadata-mappings')
    expect(await screen.findByRole('tab', { name: 'Equipment' })).toBeTruthy()
    await userEvent.click(await screen.findByRole('tab', { name: 'Battery Level' }))
    const shown = within(await form())
    expect(shown.getByText('BatteryLevel')).toBeTruthy()
    expect(shown.getByLabelText<HTMLInputElement>(/Display alias/).value).toBe('Battery Level')
    expect(shown.getByLabelText<HTMLInputElement>(/Model/).value).toBe('Fields.BatteryLevel.Level')
    expect(shown.getByLabelText<HTMLInputElement>(/Table key/).value).toBe('Battery Level')
    expect(shown.getByRole('switch').getAttribute('aria-checked')).toBe('true')
    expect(shown.getByLabelText<HTMLInputElement>('Code of option 1').value).toBe('LEVEL_4')
    expect(shown.getByLabelText<HTMLInputElement>('Alias of LEVEL_4').value).toBe('Brim-full')
    expect(screen.getByRole('region', { name: 'Icon' })).toBeTruthy()
  })

  it('is saved by its changes only, on the revision that was read', async () => {
    const server = mappingServer()
    const shown = within(await form())
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
    const alias = shown.getByLabelText(/Display alias/)
    await userEvent.clear(alias)
    await userEvent.type(alias, 'Charge')
    await userEvent.clear(shown.getByLabelText(/Table key/))
    await userEvent.type(shown.getByLabelText(/Table key/), 'BatteryLevel')
    await userEvent.click(shown.getByRole('switch'))
    await userEvent.click(shown.getByRole('button', { name: 'Add option' }))
    await userEvent.type(shown.getByLabelText('Code of option 2'), 'LEVEL_1')
    await userEvent.type(shown.getByLabelText('Alias of LEVEL_1'), 'Empty')
    await save()
    await screen.findByText('Metadata mapping saved.')
    expect(server.to(UPDATE)[0]?.body).toEqual({
      id: 'mapping',
      revision: 'r-1',
      query: {
        'Equipment.BatteryLevel.Alias': 'Charge',
        'Equipment.BatteryLevel.tableKey': 'BatteryLevel',
        'Equipment.BatteryLevel.filterFlag': '0',
        'Equipment.BatteryLevel.Options.LEVEL_1.alias': 'Empty',
      },
    })
  })

  it("shows missing values and the server's errors at the fields", async () => {
    const server = mappingServer()
    const alias = within(await form()).getByLabelText(/Display alias/)
    await userEvent.clear(alias)
    await save()
    await screen.findByText('This field is required')
    expect(server.to(UPDATE)).toHaveLength(0)
    await userEvent.type(alias, 'Charge')
    server.handlers[UPDATE] = () =>
      refusal(400, 'validation', 'No.', {
        errors: [{ path: 'query.Equipment.BatteryLevel.Alias', message: 'Not this one.' }],
      })
    await save()
    await screen.findByText('Not this one.')
  })

  it('warns before options are lost, with Undo and a confirmation', async () => {
    const server = mappingServer()
    const shown = within(await form())
    await userEvent.click(shown.getByText('Input'))
    await screen.findByText('Saving removes 1 option and its images')
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByText(/Saving removes/)).toBeNull())
    expect(shown.getByLabelText<HTMLInputElement>('Code of option 1').value).toBe('LEVEL_4')
    await userEvent.click(shown.getByText('Multiple'))
    await screen.findByText('Saving removes 1 option and its images')
    await userEvent.click(screen.getByRole('button', { name: 'Keep the options' }))
    expect(await shown.findByLabelText('Alias of LEVEL_4')).toBeTruthy()
    await userEvent.click(shown.getByRole('button', { name: 'Remove Brim-full' }))
    await save()
    const question = within(await screen.findByRole('dialog'))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(server.to(UPDATE)).toHaveLength(0)
    await save()
    await userEvent.click(await screen.findByRole('button', { name: 'Remove option' }))
    await screen.findByText('Metadata mapping saved.')
    expect(server.to(UPDATE)[0]?.body).toMatchObject({
      query: {
        'Equipment.BatteryLevel.inputType': 'multiple',
        'Equipment.BatteryLevel.Options.LEVEL_4': null,
      },
    })
  })

  it('shows what another administrator saved meanwhile, and offers a choice', async () => {
    const server = mappingServer()
    const alias = within(await form()).getByLabelText(/Display alias/)
    await userEvent.clear(alias)
    await userEvent.type(alias, 'Mine')
    const { mapping } = server.stored
    const entry = mapping['Equipment']?.['BatteryLevel']
    server.stored.mapping = {
      ...mapping,
      _revision: 'r-5',
      Equipment: { ...mapping['Equipment'], BatteryLevel: { ...entry, Alias: 'Theirs' } },
    } as unknown as typeof mapping
    const answer = server.handlers[UPDATE]
    server.handlers[UPDATE] = () =>
      refusal(409, 'conflict', 'Somebody else has changed this in the meantime.')
    await save()
    const question = within(await screen.findByRole('dialog'))
    expect(await question.findByText('Theirs')).toBeTruthy()
    server.handlers[UPDATE] = answer!
    await userEvent.click(question.getByRole('button', { name: /Save/ }))
    await screen.findByText('Metadata mapping saved.')
    expect(server.to(UPDATE).at(-1)?.body).toMatchObject({
      revision: 'r-5',
      query: { 'Equipment.BatteryLevel.Alias': 'Mine' },
    })
  })

  it('asks before it is left with unsaved changes', async () => {
    mappingServer()
    await userEvent.type(within(await form()).getByLabelText(/Display alias/), 'x')
    await userEvent.click(await screen.findByRole('tab', { name: /Serial no/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    expect(await form()).toBeTruthy()
    await userEvent.click(await screen.findByRole('tab', { name: /Serial no/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }))
    expect(await form('Serial no')).toBeTruthy()
  })
})

it('has a list of entries to choose from on a phone', async () => {
  setWindowWidth(390)
  mappingServer()
  expect(await form()).toBeTruthy()
  expect(screen.getByRole('combobox', { name: 'Metadata entry' })).toBeTruthy()
})

it('shows that the mapping could not be loaded', async () => {
  const server = pumpHospital(['/metadata-mappings'])
  server.handlers['/api/asset.getMetaDataMapping'] = () => refusal(500, 'internal', 'Something went wrong.')
  signIn()
  openConsole('/metadata-mappings')
  expect(await screen.findByText('The metadata mapping could not be loaded')).toBeTruthy()
})
