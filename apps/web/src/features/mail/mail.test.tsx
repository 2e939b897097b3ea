import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const failed = {
  id: 'Mail|n-1|u-1',
  channel: 'Mail',
  receiver: 'm.okafor',
  rule: 'Low battery',
  createdAt: '2026-11-02T08:00:00.000Z',
  attempts: 1,
  reason: '550 No such mailbox',
  failedAt: '2026-11-02T08:00:05.000Z',
}
const stored = {
  Host: '10.1.2.3',
  Port: 587,
  Security: 'starttls',
  Username: 'wardtrack',
  Password: '********',
  From: 'wardtrack@hospital.example',
  ConsoleAddress: 'https://wardtrack.hospital.example',
  PlainLoginReason: '',
}

const administration = () => {
  const server = mapHospital({ allowedRoutes: ['/admin-config'] })
  Object.assign(server.handlers, {
    '/api/settings/getSettings': ({ body }: { body: { Type: string; SubType: string } }) => ({
      status: 1,
      data: {
        ...body,
        Fields: body.Type === 'Mail' ? stored : { TimeZone: 'Europe/Berlin' },
        revision: 'one',
      },
    }),
    '/api/settings/create': ({ body }: { body: object }) => ({
      err: 0,
      message: 'Setting Updated',
      data: { ...body, revision: 'two' },
    }),
    '/api/mail/deliveries': () => ({ data: [failed], count: 1 }),
  })
  openPage('/admin-config?tab=mail')
  return server
}

it('saves the mail server with the port of its encryption, and sends a mask for an unchanged password', async () => {
  const server = administration()
  const form = await screen.findByRole('form', { name: 'Mail server' })
  const security = within(form).getByRole('combobox', { name: /Encryption/ })
  await userEvent.click(security)
  await userEvent.click(await screen.findByTitle('TLS'))
  await waitFor(() => expect(within(form).getByLabelText<HTMLInputElement>(/Port/).value).toBe('465'))
  await userEvent.click(within(form).getByRole('button', { name: 'Save mail server' }))
  await screen.findByText('Setting Updated')
  expect(server.to('/api/settings/create')[0]?.body).toMatchObject({
    Type: 'Mail',
    SubType: 'Mail',
    Fields: { ...stored, Security: 'tls', Port: 465 },
    revision: 'one',
  })
})

it("sends a test and shows the server's answer", async () => {
  const server = administration()
  server.handlers['/api/mail/test'] = () => ({
    data: { accepted: false, error: 'sign-in-refused', status: 535, text: '535 Wrong password', took: 12 },
  })
  await userEvent.type(await screen.findByLabelText(/Send it to/), 'anna@hospital.example')
  await userEvent.click(screen.getByRole('button', { name: 'Send a test' }))
  expect(await screen.findByText('535 Wrong password')).toBeTruthy()
  expect(
    screen.getByText('Not delivered: The mail server refused the user name or the password.'),
  ).toBeTruthy()
  expect(server.to('/api/mail/test')[0]?.body).toEqual({ to: 'anna@hospital.example' })
})

it('shows failed messages with the reason, and sends one again', async () => {
  const server = administration()
  server.handlers['/api/mail/deliveries/repeat'] = () => ({
    err: 0,
    message: 'The delivery is being sent again.',
  })
  expect(await screen.findByText('550 No such mailbox')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send to m.okafor now' }))
  await screen.findByText('The delivery is being sent again.')
  expect(server.to('/api/mail/deliveries/repeat')[0]?.body).toEqual({ id: failed.id })
})
