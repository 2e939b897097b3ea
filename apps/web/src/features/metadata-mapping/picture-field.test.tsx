import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { mappingServer, REMOVE, setUpMappingTest, UPLOAD } from './testing/mapping-server.ts'

setUpMappingTest()

const picture = () => new File(['x'], 'icon.png', { type: 'image/png' })

it('an icon is uploaded when chosen, and an invalid file shows its error', async () => {
  const server = mappingServer()
  const icon = within(await screen.findByRole('region', { name: 'Icon' }))
  await userEvent.upload(icon.getByLabelText('Choose an image'), picture())
  await screen.findByText('Images stored.')
  expect(server.to(UPLOAD)[0]?.body).toEqual({
    id: 'mapping',
    imageInfo: {
      'Equipment#BatteryLevel#icon': {
        img: expect.stringMatching(/^data:image\/png;base64,/),
        fileName: 'icon.png',
      },
    },
  })
  server.handlers[UPLOAD] = () =>
    refusal(400, 'validation', 'No.', { errors: [{ path: 'x', message: 'The image could not be read.' }] })
  await userEvent.upload(icon.getByLabelText('Choose an image'), picture())
  await screen.findByText('The image could not be read.')
  const large = new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'large.png', { type: 'image/png' })
  await userEvent.upload(icon.getByLabelText('Choose an image'), large)
  await screen.findByText(/The limit is 2 MB/)
  expect(server.to(UPLOAD)).toHaveLength(2)
})

it('pictures of an option are in a dialog, and removed after a confirmation', async () => {
  const server = mappingServer()
  const entry = server.stored.mapping['Equipment']?.['BatteryLevel']
  const image = 'var/uploads/images/Metadata/icon.png'
  if (entry?.Options) entry.Options['LEVEL_4'] = { alias: 'Brim-full', image }
  await userEvent.click(await screen.findByRole('button', { name: 'Images of Brim-full' }))
  const primary = within(await screen.findByRole('region', { name: 'Primary image' }))
  await userEvent.click(await primary.findByRole('button', { name: 'Remove image' }))
  const question = (await screen.findAllByRole('dialog')).at(-1)!
  await userEvent.click(within(question).getByRole('button', { name: 'Remove image' }))
  await screen.findByText('Image removed.')
  expect(server.to(REMOVE)[0]?.body).toEqual({
    id: 'mapping',
    flag: 'option',
    type: 'Equipment',
    parent: 'BatteryLevel',
    item: 'LEVEL_4',
    sub: 'image',
  })
})
