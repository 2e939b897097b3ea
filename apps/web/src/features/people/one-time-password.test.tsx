import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { warmUp } from '../../testing/warm-up.ts'
import { openAt, peopleServer, sampleUser } from './testing/people-server.tsx'

warmUp()

const EXPIRES = '2026-11-25T08:00:00.000Z'

it('of a user shows its expiry time, or that it has expired', async () => {
  const hasOneTimePassword = { mustChangePassword: true, passwordExpiresAt: EXPIRES }
  peopleServer([
    sampleUser({ ...hasOneTimePassword, _id: 'u-1', displayName: 'Ana Ruiz' }),
    sampleUser({ ...hasOneTimePassword, _id: 'u-2', displayName: 'Ben Ode', passwordExpired: true }),
  ])
  openAt('/admin-config')
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent
  expect(await rowOf('Ana Ruiz')).toMatch(/One-time password until .*2026/)
  expect(await rowOf('Ben Ode')).toContain('One-time password, expired')
})

it('shows its expiry time when it is created', async () => {
  peopleServer([sampleUser({ _id: 'u-2', username: 'ana' })], {
    '/api/users/u-2/password': () => ({ err: 0, message: 'One-time password set.', expiresAt: EXPIRES }),
  })
  openAt('/admin-config')
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for ana' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Set a one-time password' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Set password' }))
  await screen.findByText('Give this password to ana')
  expect(screen.getByText(/Valid until .*2026/)).toBeTruthy()
})

it('is valid for the configured number of hours', async () => {
  const server = peopleServer([], {
    '/api/settings/getSettings': ({ body }) => ({
      status: 0,
      data: { ...(body as object), Fields: {}, revision: '0' },
    }),
    '/api/settings/create': () => ({ err: 0, message: 'Setting Saved', data: {} }),
  })
  openAt('/admin-config?tab=security')
  const hours = await screen.findByLabelText<HTMLInputElement>('Hours')
  expect(hours.value).toBe('72')
  await userEvent.clear(hours)
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }))
  await screen.findByText('Enter a whole number of hours from 1 to 720.')
  await userEvent.type(hours, '24')
  await userEvent.click(screen.getByRole('button', { name: 'Save hours' }))
  await waitFor(() => expect(server.to('/api/settings/create')).toHaveLength(1))
  expect(server.to('/api/settings/create')[0]?.body).toMatchObject({
    Type: 'Security',
    SubType: 'OneTimePassword',
    Fields: { hours: 24 },
  })
})
