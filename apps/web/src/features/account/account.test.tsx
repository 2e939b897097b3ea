import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { OwnProfile } from '@wardtrack/contracts'
import { afterEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { chooseScheme } from '../../ui/scheme.ts'
import { openAt, peopleServer, sampleUser } from '../people/testing/people-server.tsx'
import { deviceName } from './own-sessions.tsx'

warmUp()

const CODES = ['aaaa-bbbb-cccc-dddd', 'eeee-ffff-gggg-hhhh']
const setupRequired = () => refusal(403, 'setup_required', 'Please choose your own password first.')

/** Creates a server whose account needs a setup step. */
function accountServer(profile: Partial<OwnProfile> = {}) {
  const own: OwnProfile = {
    username: 'a.admin',
    displayName: '',
    email: '',
    secondFactor: { active: false, required: false, recoveryCodesLeft: 0 },
    preferences: {},
    ...profile,
  }
  const guard = (answer: object) => () => (own.setup ? setupRequired() : answer)
  const server = peopleServer([], {
    '/api/config/isConfigured': guard({ config: 1 }),
    '/api/privilege/getAllowedRoutes': guard({ allowedRoutes: ['/admin-config', '/devices'] }),
    '/api/user/patientDataAccess': guard({ patientDataAccess: false }),
    '/api/user/profile': () => ({ data: own }),
    '/api/user/sessions': () => ({ data: [] }),
    '/api/user/preferences': () => ({ err: 0, message: 'Saved.' }),
    '/api/user/changePassword': () => {
      delete own.setup
      return { err: 0, message: 'Password changed.' }
    },
    '/api/user/secondFactor/start': () => ({
      err: 0,
      message: 'Done.',
      data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Wardtrack:a.admin?secret=JBSWY3DPEHPK3PXP' },
    }),
    '/api/user/secondFactor/confirm': ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return refusal(400, 'validation', 'Wrong.', {
          errors: [{ path: 'code', message: 'This code is incorrect or was already used.' }],
        })
      delete own.setup
      own.secondFactor.active = true
      return { err: 0, message: 'Set up.', recoveryCodes: CODES }
    },
  })
  return server
}

describe('an account that has to be set up', () => {
  it('redirects from any page to a new password, and then to the console', async () => {
    const server = accountServer({ setup: 'password' })
    openAt('/devices')
    await screen.findByRole('heading', { name: 'Set up your account' })
    expect(window.location.hash).toBe('#/account-setup')
    await userEvent.type(screen.getByLabelText('One-time password'), 'kpm7-w3xd-p9fz')
    await userEvent.type(screen.getByLabelText('New password'), 'short')
    await userEvent.type(screen.getByLabelText('New password again'), 'short')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText(/Use at least 12 characters/)
    expect(server.to('/api/user/changePassword')).toEqual([])
    await userEvent.type(screen.getByLabelText('New password'), ' copper kettles')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await screen.findByText('The two new passwords differ.')
    expect(server.to('/api/user/changePassword')).toEqual([])
    await userEvent.type(screen.getByLabelText('New password again'), ' copper kettles')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await waitFor(() => expect(window.location.hash).toBe('#/devices'))
  })

  it('sets up an authenticator app and shows the recovery codes once', async () => {
    const server = accountServer({ setup: 'second-factor' })
    openAt('/account-setup')
    await screen.findByText('JBSWY3DPEHPK3PXP')
    expect(screen.getByRole('img', { name: 'QR code for the authenticator app' })).toBeTruthy()
    expect(server.to('/api/user/secondFactor/start').map(({ body }) => body)).toEqual([{}])
    await userEvent.type(screen.getByLabelText('Code'), '000000')
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
    await screen.findByText('This code is incorrect or was already used.')
    await userEvent.clear(screen.getByLabelText('Code'))
    await userEvent.type(screen.getByLabelText('Code'), '123456')
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
    for (const code of CODES) await screen.findByText(code)
    expect(window.location.hash).toBe('#/account-setup')
    await userEvent.click(screen.getByRole('button', { name: 'I have saved them' }))
    await waitFor(() => expect(window.location.hash).toBe('#/devices'))
    await waitFor(() => expect(screen.queryByText(CODES[0] ?? '')).toBeNull())
  })
})

describe('my profile', () => {
  it('asks for the password before the setup of an authenticator app', async () => {
    const server = accountServer()
    openAt('/profile')
    await userEvent.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText('Please enter your password.')
    expect(server.to('/api/user/secondFactor/start')).toEqual([])
    await userEvent.type(dialog.getByLabelText('Current password'), 'my password here')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await dialog.findByText('JBSWY3DPEHPK3PXP')
    expect(server.to('/api/user/secondFactor/start')[0]?.body).toEqual({ password: 'my password here' })
  })

  it('does not offer to remove an app that an administrator requires', async () => {
    accountServer({
      secondFactor: { active: true, required: true, since: '2026-11-02T08:00:00.000Z', recoveryCodesLeft: 1 },
    })
    openAt('/profile')
    await screen.findByText(/Required by an administrator/)
    expect(screen.getByText('1 left')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove authenticator app' })).toBeNull()
  })

  it("lists the user's sessions, marks the current one, and signs out another", async () => {
    const server = accountServer()
    const times = { createdAt: '2026-11-22T08:00:00.000Z', lastUsedAt: '2026-11-22T08:00:00.000Z' }
    server.handlers['/api/user/sessions'] = () => ({
      data: [
        {
          id: 's-1',
          current: true,
          address: '10.0.0.7',
          userAgent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
          ...times,
        },
        { id: 's-2', current: false, ...times },
      ],
    })
    server.handlers['/api/user/sessions/s-2'] = () => ({ err: 0, message: 'Sessions ended.' })
    openAt('/profile')
    await screen.findByText('10.0.0.7 · This session')
    expect(screen.getByText('Chrome, Windows')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: /^Sign out Unknown device/ }))
    await screen.findByText('Sessions ended.')
    expect(server.to('/api/user/sessions/s-2')).toHaveLength(1)
  })
})

describe('preferences', () => {
  afterEach(async () => {
    // Unmounts first, because mounted components would apply the account's choices again.
    cleanup()
    chooseScheme('system')
    await chooseLanguage('en-GB')
  })

  it('apply on another machine', async () => {
    accountServer({ preferences: { scheme: 'dark', language: 'de' } })
    openAt('/profile')
    await screen.findByRole('heading', { name: 'Passwort ändern' })
    expect(localStorage.getItem('wardtrack.scheme')).toBe('dark')
    expect(localStorage.getItem('wardtrack.language')).toBe('de')
  })

  it('are saved with the account', async () => {
    const server = accountServer()
    openAt('/profile')
    await userEvent.click(await screen.findByText('Dark'))
    await waitFor(() =>
      expect(server.to('/api/user/preferences').map(({ body }) => body)).toEqual([{ scheme: 'dark' }]),
    )
  })
})

describe('the columns of a table', () => {
  const KEY = 'wardtrack.table.people.a.admin'
  const people = { hidden: ['privileges', 'gone'], compact: true }
  const users = () => ({ data: [sampleUser()], count: 1, asking: 0 })
  const heads = async () => (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent)

  it('apply in another browser and replace its stored choice', async () => {
    localStorage.setItem(KEY, JSON.stringify({ hidden: ['state'], compact: false }))
    const server = accountServer({ preferences: { tables: { people } } })
    server.handlers['/api/users'] = users
    openAt('/admin-config')
    await waitFor(async () => expect(await heads()).not.toContain('Privileges'))
    expect(await heads()).toContain('State')
    expect(JSON.parse(localStorage.getItem(KEY) ?? '')).toEqual(people)
  })

  it('are saved with the account one after the other, and stay as chosen when the account is read late', async () => {
    const server = accountServer()
    server.handlers['/api/users'] = users
    let answer: (profile: object) => void = () => undefined
    server.handlers['/api/user/profile'] = () => new Promise((resolve) => (answer = resolve))
    openAt('/admin-config')
    await userEvent.click(await screen.findByRole('button', { name: 'Columns and row height' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'State' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Last sign-in' }))
    await waitFor(() =>
      expect(server.to('/api/user/preferences').map(({ body }) => body)).toEqual([
        { tables: { people: { hidden: ['state'], compact: false } } },
        { tables: { people: { hidden: ['state', 'lastSignIn'], compact: false } } },
      ]),
    )
    const secondFactor = { active: false, required: false, recoveryCodesLeft: 0 }
    const preferences = { scheme: 'dark', tables: { people } }
    answer({ data: { username: 'a.admin', displayName: '', email: '', secondFactor, preferences } })
    await waitFor(() => expect(localStorage.getItem('wardtrack.scheme')).toBe('dark'))
    expect(await heads()).toContain('Privileges')
    expect(await heads()).not.toContain('State')
    cleanup()
    chooseScheme('system')
  })
})

describe('the name of a device', () => {
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Windows'],
    ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge, Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1', 'Safari, iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux'],
    ['something else', undefined],
    [undefined, undefined],
  ])('%s: %s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })
})
