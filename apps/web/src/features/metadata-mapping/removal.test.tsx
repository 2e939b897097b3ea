import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

const UPDATE = '/api/assets.updateMetaDataMapping'
const REMOVE = '/api/assets.removeMetaDataMapping'
const COUNT = '/api/assets.countMetaDataMapping'

/** Creates a hospital with carts besides its pumps. */
function mappingServer(address: string, handlers: Record<string, () => unknown> = {}) {
  const server = pumpHospital(['/metadata-mappings'])
  const sample = { ...sampleMapping(), _revision: 'r-1' }
  const withCarts = { ...sample, Cart: {}, _aliases: { ...sample._aliases, Cart: 'Carts' } }
  let mapping: object = withCarts
  Object.assign(server.handlers, {
    '/api/asset.getMetaDataMapping': () => mapping,
    '/api/assets.getUnmappedFields': () => ({ data: [] }),
    [COUNT]: () => ({ assets: 1_234 }),
    [REMOVE]: () => {
      mapping = sample
      return { err: 0, message: 'Removed from the metadata mapping.', data: mapping }
    },
    [UPDATE]: () => ({ err: 0, message: 'Metadata mapping saved.', data: mapping }),
    ...handlers,
  })
  signIn()
  openConsole(address)
  return server
}

it('an entry is removed after a confirmation with the number of assets that have it', async () => {
  const server = mappingServer('/metadata-mappings?type=Equipment&entry=BatteryLevel')
  await userEvent.click(await screen.findByRole('button', { name: 'Remove entry' }))
  const question = within(await screen.findByRole('dialog'))
  question.getByText(/1,234 assets are affected/)
  expect(server.to(REMOVE)).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await screen.findByText('Removed from the metadata mapping.')
  expect(server.to(REMOVE)[0]?.body).toEqual({
    id: sampleMapping()._id,
    type: 'Equipment',
    name: 'BatteryLevel',
    revision: 'r-1',
  })
})

it('a type is removed with its tab, and required entries cannot be removed', async () => {
  mappingServer('/metadata-mappings?type=Cart', { [COUNT]: () => ({}) })
  await userEvent.click(await screen.findByRole('button', { name: 'Remove type' }))
  const question = within(await screen.findByRole('dialog'))
  question.getByText(/hidden without patient-data access/)
  await userEvent.click(question.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Carts' })).toBeNull())
  expect(await screen.findByRole('button', { name: 'Remove entry' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove type' })).toBeNull()
})

it('a type is renamed, and an existing name is refused at the field', async () => {
  let isTaken = true
  const server = mappingServer('/metadata-mappings?type=Cart', {
    [UPDATE]: () => {
      const path = 'query._aliases.Cart'
      return isTaken
        ? refusal(409, 'duplicate', 'Already Exist', { errors: [{ path, message: 'Already Exist' }] })
        : { err: 0, message: 'Metadata mapping saved.', data: sampleMapping() }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Rename type' }))
  const dialog = within(await screen.findByRole('dialog'))
  const alias = dialog.getByLabelText<HTMLInputElement>(/Display alias/)
  expect(alias.value).toBe('Carts')
  await userEvent.clear(alias)
  await userEvent.type(alias, 'Patient')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Already Exist')
  isTaken = false
  await userEvent.clear(alias)
  await userEvent.type(alias, 'Trolleys')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Metadata mapping saved.')
  expect(server.to(UPDATE).at(-1)?.body).toMatchObject({ query: { '_aliases.Cart': 'Trolleys' } })
})
