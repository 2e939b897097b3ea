import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { isUnsupported, passwordError, usernameError } from './login-rules.ts'

async function openLogin() {
  window.location.hash = '/login'
  render(<RouterProvider router={createConsoleRouter()} />)
  return {
    user: userEvent.setup(),
    username: await screen.findByLabelText('Username'),
    password: screen.getByLabelText('Password'),
    submit: screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' }),
  }
}

warmUp()

describe('the login rules', () => {
  it('require both values, with single inner spaces only', () => {
    expect(usernameError('')).toBe('Please enter your username.')
    expect(passwordError('')).toBe('Please enter your password.')
    for (const text of [' a', 'a ', 'a  b', ' ', 'a\tb'])
      expect(usernameError(text)).toBe('Space not allowed.')
    expect(passwordError('one two')).toBeUndefined()
  })

  it('detect the browsers that cannot run the console', () => {
    expect(isUnsupported('Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko')).toBe(true)
    expect(isUnsupported('Mozilla/5.0 Chrome/64.0 Safari/537.36 Edge/17.17134')).toBe(true)
    expect(isUnsupported('Mozilla/5.0 Chrome/120.0.0.0 Safari/537.36 Edg/120.0')).toBe(false)
  })
})

describe('the login page', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
  })

  it('keeps its button disabled until the form is valid and shows errors when a field is left', async () => {
    fakeServer({})
    const { user, username, password, submit } = await openLogin()
    expect(submit.disabled).toBe(true)
    await user.click(username)
    await user.tab()
    expect(screen.getByText('Please enter your username.')).toBeTruthy()
    await user.type(username, 'm.okafor')
    expect(screen.queryByText('Please enter your username.')).toBeNull()
    await user.type(password, 'secret ')
    await user.tab()
    expect(screen.getByText('Space not allowed.')).toBeTruthy()
    expect(submit.disabled).toBe(true)
    await user.type(password, 'word')
    expect(submit.disabled).toBe(false)
  })

  it('shows the errors on Enter', async () => {
    const server = fakeServer({})
    const { user, username } = await openLogin()
    await user.type(username, '{Enter}')
    expect(screen.getByText('Please enter your password.')).toBeTruthy()
    expect(server.seen).toEqual([])
  })

  it("shows the service's message and stays on the page", async () => {
    fakeServer({
      '/api/user/verify': () => refusal(401, 'invalid_credentials', 'Not right.', { verify: false }),
    })
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'wrong{Enter}')
    await screen.findByText('Not right.')
    expect(window.location.hash).toBe('#/login')
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('reports that the servers were not reached', async () => {
    fakeServer({})
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right{Enter}')
    expect(await screen.findByText('Failed to connect to RTLS servers')).toBeTruthy()
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('reports an error when the token is empty', async () => {
    fakeServer({
      '/api/user/verify': () => ({ err: 0, verify: true, AccessToken: '', username: 'm', sessionId: 's' }),
    })
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right{Enter}')
    await screen.findByText('Some error occurred')
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('redirects to no-credentials from Forgot Password and from the create route', async () => {
    fakeServer({})
    const { user } = await openLogin()
    await user.click(screen.getByRole('link', { name: 'Forgot Password' }))
    await screen.findByText(/You'll have to contact your system administrator for valid credentials\./)
    window.location.hash = '/create'
    await waitFor(() => expect(window.location.hash).toBe('#/no-credentials'))
  })
})

describe('the second step of a sign-in', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
  })

  it('asks for a code, reports a wrong one, and continues with a correct one', async () => {
    const server = fakeServer({
      '/api/user/verify': ({ body }) => {
        const { code } = body as { code?: string }
        if (code === undefined)
          return refusal(401, 'second_factor_required', 'Please enter the code.', { verify: false })
        if (code !== '123456') return refusal(401, 'invalid_credentials', 'Not right.', { verify: false })
        return { err: 0, verify: true, AccessToken: 'token', username: 'm.okafor', sessionId: 's' }
      },
      '/api/config/isConfigured': () => ({ config: 0 }),
      '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/privilege-settings'] }),
      '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    })
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right one{Enter}')
    const code = await screen.findByLabelText('Code')
    await user.type(code, '000000{Enter}')
    await screen.findByText('This code is incorrect or was already used.')
    expect(localStorage.getItem('AccessToken')).toBeNull()
    await user.clear(code)
    await user.type(code, '123456{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/privilege-settings'))
    expect(server.to('/api/user/verify').at(-1)?.body).toEqual({
      username: 'm.okafor',
      password: 'right one',
      code: '123456',
      authenticationMethod: 'Password',
    })
  })

  it('offers a way back to another account', async () => {
    fakeServer({
      '/api/user/verify': () => refusal(401, 'second_factor_required', 'Please enter the code.'),
    })
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right one{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Another account' }))
    expect(await screen.findByLabelText('Username')).toBeTruthy()
  })
})

describe('asking for a new password', () => {
  it('informs the administrators and answers the same for every name', async () => {
    const server = fakeServer({
      '/api/user/passwordRequest': () => ({
        err: 0,
        message: 'If this account exists, the administrators are notified.',
      }),
    })
    window.location.hash = '/no-credentials'
    render(<RouterProvider router={createConsoleRouter()} />)
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Your username'), ' m.okafor ')
    await user.click(screen.getByRole('button', { name: 'Request a new password' }))
    await screen.findByText('If this account exists, the administrators are notified.')
    expect(server.to('/api/user/passwordRequest')[0]?.body).toEqual({ username: 'm.okafor' })
  })
})
