import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAt, peopleServer } from '../../features/people/testing/people-server.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

/** Creates a server on which an administrator's session has ended, unknown to the console. */
function serverThatForgot(username = 'a.admin') {
  const ended = () => refusal(401, 'unauthenticated', 'Please sign in.')
  return peopleServer([], {
    '/api/users': ({ body }) => (body === undefined ? { data: [], count: 0, asking: 0 } : ended()),
    '/api/user/verify': () => ({
      verify: true,
      status: 'ok',
      message: 'ok',
      AccessToken: 'tok_2',
      username,
      sessionId: 's-2',
    }),
  })
}

/** Types into a form whose response reports that the session has ended. */
async function loseForm() {
  openAt('/admin-config?create=user')
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Username'), 'n.nurse')
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Create User' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  return user
}
const signIn = async (user: ReturnType<typeof userEvent.setup>, name: string): Promise<void> => {
  await user.type(screen.getByLabelText('Username'), name)
  await user.type(screen.getByLabelText('Password'), 'seven copper kettles{Enter}')
}

describe('a session that ends while a form is filled in', () => {
  it('reports that the input is not saved, and returns to the page', async () => {
    serverThatForgot()
    const user = await loseForm()
    expect(screen.getByText('Your session has ended. Please sign in again.')).toBeTruthy()
    expect(screen.getByText('Unsaved input was lost.')).toBeTruthy()
    await signIn(user, 'a.admin')
    await waitFor(() => expect(window.location.hash).toBe('#/admin-config?create=user'))
    expect(await screen.findByRole('dialog')).toBeTruthy()
  })

  it('opens the first page for another user', async () => {
    serverThatForgot('n.nurse')
    const user = await loseForm()
    await signIn(user, 'n.nurse')
    await waitFor(() => expect(window.location.hash).toBe('#/devices'))
  })

  it('does not mention unsaved input if there was none', async () => {
    const server = serverThatForgot()
    server.handlers['/api/users'] = () => refusal(401, 'unauthenticated', 'Please sign in.')
    openAt('/admin-config')
    await screen.findByText('Your session has ended. Please sign in again.')
    expect(screen.queryByText('Unsaved input was lost.')).toBeNull()
  })
})
