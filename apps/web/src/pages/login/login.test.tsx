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
  it('ask for both values and for single inner spaces only', () => {
    expect(usernameError('')).toBe('Please enter your username.')
    expect(passwordError('')).toBe('Please enter your password.')
    for (const text of [' a', 'a ', 'a  b', ' ', 'a\tb'])
      expect(usernameError(text)).toBe('Space not allowed.')
    expect(passwordError('one two')).toBeUndefined()
  })

  it('name the browsers that cannot run the console', () => {
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

  it('shows the message of the service and keeps the person here', async () => {
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

  it('says that the servers were not reached', async () => {
    fakeServer({})
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right{Enter}')
    expect(await screen.findByText('Failed to connect to RTLS servers')).toBeTruthy()
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('says that some error occurred when the token is empty', async () => {
    fakeServer({
      '/api/user/verify': () => ({ err: 0, verify: true, AccessToken: '', username: 'm', sessionId: 's' }),
    })
    const { user, username, password } = await openLogin()
    await user.type(username, 'm.okafor')
    await user.type(password, 'right{Enter}')
    await screen.findByText('Some error occurred')
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('leads to no-credentials from Forgot Password and from the create route', async () => {
    fakeServer({})
    const { user } = await openLogin()
    await user.click(screen.getByRole('link', { name: 'Forgot Password' }))
    await screen.findByText(/You'll have to contact your system administrator for valid credentials\./)
    window.location.hash = '/create'
    await waitFor(() => expect(window.location.hash).toBe('#/no-credentials'))
  })
})
