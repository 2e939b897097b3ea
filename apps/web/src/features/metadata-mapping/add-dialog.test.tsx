import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ADD, mappingServer, setUpMappingTest } from './testing/mapping-server.ts'

setUpMappingTest()

const fill = async (name: string, alias = '') => {
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.clear(dialog.getByLabelText(/Name/))
  await userEvent.type(dialog.getByLabelText(/Name/), name)
  if (alias) await userEvent.type(dialog.getByLabelText(/Alias/), alias)
  await userEvent.click(dialog.getByRole('button', { name: 'ADD' }))
}

it("an existing entry name is refused with 'Already Exist', and a new one is added", async () => {
  const server = mappingServer()
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  await fill('batterylevel')
  await screen.findByText('Already Exist')
  expect(server.to(ADD)).toHaveLength(0)
  await fill('Owner', 'Belongs to')
  await screen.findByText('Added to the metadata mapping.')
  expect(server.to(ADD)[0]?.body).toEqual({ newMetaData: 'Equipment/Owner', newMetaAlias: 'Belongs to' })
})

it('a field that integrations send is offered with samples, for the shown type only', async () => {
  const server = mappingServer()
  const offers = within(await screen.findByRole('region', { name: /^Unmapped fields/ }))
  expect(offers.getByText('blue · red')).toBeTruthy()
  expect(offers.queryByText('Weight')).toBeNull()
  await userEvent.click(offers.getByRole('button', { name: 'Add Colour' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText<HTMLInputElement>(/Name/).value).toBe('Colour')
  await userEvent.click(dialog.getByRole('button', { name: 'ADD' }))
  await waitFor(() =>
    expect(server.to(ADD)[0]?.body).toEqual({ newMetaData: 'Equipment/Colour', newMetaAlias: '' }),
  )
})

it('an asset type is added under its name', async () => {
  const server = mappingServer()
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  await userEvent.click(within(await screen.findByRole('dialog')).getByText('Asset type'))
  await fill('Cart')
  await waitFor(() => expect(server.to(ADD)[0]?.body).toEqual({ newMetaData: 'Cart', newMetaAlias: '' }))
})
