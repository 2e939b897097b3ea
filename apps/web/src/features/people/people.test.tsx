import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { generateOneTimePassword } from './one-time-password.ts'
import { openAt, peopleServer, sampleUser } from './testing/people-server.tsx'

warmUp()

const ana = sampleUser({
  _id: 'u-2',
  username: 'ana',
  displayName: 'Ana Ruiz',
  patientDataAccess: false,
  secondFactor: { active: true, required: false, missing: false },
  passwordRequest: { time: '2026-11-22T08:00:00.000Z', address: '10.0.0.7' },
})
const own = sampleUser({ _id: 'u-9', username: 'a.admin', displayName: '', builtIn: true })
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}
const choose = async (name: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}

describe('the list of people', () => {
  it('shows users with their privileges, and marks those who need attention', async () => {
    peopleServer([
      sampleUser({ lastLoginAt: '2026-11-20T08:00:00.000Z', lastLoginAddress: '10.0.0.9' }),
      ana,
      sampleUser({
        _id: 'u-3',
        username: 'locked',
        displayName: 'Lee Lock',
        locked: true,
        mustChangePassword: true,
        secondFactor: { active: false, required: true, missing: true },
      }),
    ])
    openAt('/admin-config')
    const mary = await rowOf('Mary Okafor')
    for (const text of ['Active', 'May See Equipment', 'Shown', '10.0.0.9'])
      expect(mary.getByText(text)).toBeTruthy()
    const second = await rowOf('Ana Ruiz')
    for (const text of ['Password requested', 'Not shown', 'Set up', 'Never signed in'])
      expect(second.getByText(text)).toBeTruthy()
    const third = await rowOf('Lee Lock')
    for (const text of ['Locked', 'One-time password', 'Required, not set up'])
      expect(third.getByText(text)).toBeTruthy()
  })

  it('is searched by the server, and filters users who ask for a password', async () => {
    const server = peopleServer([sampleUser(), ana])
    openAt('/admin-config')
    await userEvent.click(await screen.findByText('Password requests (1)'))
    await waitFor(() => expect(screen.queryByText('Mary Okafor')).toBeNull())
    expect(server.to('/api/users').at(-1)?.query.get('asking')).toBe('true')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'zz{Enter}')
    await screen.findByText('No users found')
    await userEvent.click(screen.getByRole('button', { name: 'Show all users' }))
    await screen.findByText('Mary Okafor')
  })

  it('shows a failure when the server does not answer', async () => {
    peopleServer([], {
      '/api/users': () => refusal(503, 'unavailable', 'The service is temporarily unavailable.'),
    })
    openAt('/admin-config')
    expect(await screen.findByText('Users could not be loaded')).toBeTruthy()
  })
})

describe('rights that the signed-in person does not hold', () => {
  it('leave an account out of reach, which is said with its reason', async () => {
    const limit = { scope: 'everything', missing: ['pages', 'patient-data'] } as const
    peopleServer([sampleUser({ limit: { ...limit, missing: [...limit.missing] } })])
    openAt('/admin-config')
    const row = await rowOf('Mary Okafor')
    expect(row.getByText('Not editable')).toBeTruthy()
    const actions = screen.getByRole<HTMLButtonElement>('button', { name: 'Actions for m.okafor' })
    expect([actions.disabled, actions.title]).toEqual([
      true,
      'This account may open pages that you may not open. This account may see patient data, and you may not.',
    ])
  })

  it('leave its password, second factor and e-mail address out of reach of an administrator', async () => {
    const secondFactor = { active: true, required: false, missing: false }
    peopleServer([sampleUser({ secondFactor, limit: { scope: 'credentials', missing: ['patient-data'] } })])
    openAt('/admin-config')
    await rowOf('Sign-in not editable')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for m.okafor' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit', 'End sessions', 'Lock'])
    await userEvent.click(items[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByLabelText<HTMLInputElement>('E-mail address').disabled).toBe(true)
    expect(dialog.getByText('Only users who may see patient data can change the address.')).toBeTruthy()
  })

  it('are not offered to others, and the form says why', async () => {
    const server = peopleServer([own])
    server.handlers['/api/users'] = () => ({ data: [own], count: 1, asking: 0, mayGivePatientData: false })
    openAt('/admin-config?create=user')
    const dialog = within(await screen.findByRole('dialog'))
    expect(
      await dialog.findByText('1 privilege is not offered: it opens pages that you may not open.'),
    ).toBeTruthy()
    expect(await dialog.findByText('Only users who may see patient data can grant this.')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLButtonElement>('Patient data').disabled).toBe(true)
    await userEvent.click(dialog.getByLabelText('Privileges'))
    expect(await screen.findByTitle('May See Equipment')).toBeTruthy()
    expect(screen.queryByTitle('May Administer')).toBeNull()
  })
})

describe('creating a user', () => {
  it('is opened by the create route, proposes a password, and shows it once', async () => {
    const server = peopleServer([own])
    openAt('/admin-config?create=user')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Username'), 'new.nurse')
    const proposed = dialog.getByLabelText<HTMLInputElement>('One-time password').value
    expect(proposed).toMatch(/^[a-z2-9]{4}(-[a-z2-9]{4}){6}$/)
    await userEvent.click(dialog.getByRole('button', { name: 'Generate another' }))
    const password = dialog.getByLabelText<HTMLInputElement>('One-time password').value
    expect(password).not.toBe(proposed)
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }))
    await screen.findByText('Give this password to new.nurse')
    expect(screen.getByText(password)).toBeTruthy()
    expect(server.to('/api/users').find(({ body }) => body)?.body).toMatchObject({
      username: 'new.nurse',
      password,
      privileges: [],
      patientDataAccess: false,
    })
    expect(window.location.hash).not.toContain('create')
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText(password)).toBeNull())
  })

  it("shows the server's errors at their fields", async () => {
    const taken = 'A user with this name already exists.'
    const server = peopleServer([own])
    server.handlers['/api/users'] = ({ body }) =>
      body
        ? refusal(409, 'duplicate', taken, { errors: [{ path: 'username', message: taken }] })
        : { data: [own], count: 1, asking: 0, mayGivePatientData: true }
    openAt('/admin-config')
    await userEvent.click(await screen.findByRole('button', { name: 'Create User' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Username'), 'm.okafor')
    await userEvent.click(dialog.getByRole('button', { name: 'Create User' }))
    await screen.findByText(taken)
    expect(dialog.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true')
  })
})

describe('actions on a user', () => {
  it('lock the user after a confirmation', async () => {
    const server = peopleServer([sampleUser()], {
      '/api/users/u-1': () => ({ err: 0, message: 'User saved.', data: sampleUser({ locked: true }) }),
    })
    openAt('/admin-config')
    await choose('m.okafor', 'Lock')
    await screen.findAllByText('Lock m.okafor?')
    expect(server.to('/api/users/u-1')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Lock' }))
    await screen.findByText('User saved.')
    expect(server.to('/api/users/u-1')[0]?.body).toEqual({ locked: true })
  })

  it('set a one-time password and show it', async () => {
    const server = peopleServer([ana], {
      '/api/users/u-2/password': () => ({ err: 0, message: 'One-time password set.' }),
    })
    openAt('/admin-config')
    await choose('ana', 'Set a one-time password')
    const dialog = within(await screen.findByRole('dialog'))
    const password = dialog.getByLabelText<HTMLInputElement>('One-time password').value
    await userEvent.click(dialog.getByRole('button', { name: 'Set password' }))
    await screen.findByText('Give this password to ana')
    expect(server.to('/api/users/u-2/password')[0]?.body).toEqual({ password })
  })

  it('are limited to the name for the own account', async () => {
    peopleServer([own])
    openAt('/admin-config')
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for a.admin' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Edit'])
    await userEvent.click(items[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByLabelText('Privileges')).toBeNull()
    expect(dialog.getByText(/Only another administrator can change/)).toBeTruthy()
  })
})

describe('the setting of a required second factor', () => {
  it('is read, changed and saved', async () => {
    const server = peopleServer([own], {
      '/api/settings/getSettings': () => ({
        status: 0,
        data: { Type: 'Security', SubType: 'SecondFactor', Fields: {}, revision: '0' },
      }),
      '/api/settings/create': () => ({ err: 0, message: 'Setting Saved', data: {} }),
    })
    openAt('/admin-config?tab=security')
    await userEvent.click(await screen.findByLabelText('Holders of privileges'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Please choose a privilege')
    await userEvent.click(screen.getByLabelText('Everybody'))
    expect(screen.getByText(/This may include you/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to('/api/settings/create')).toHaveLength(1))
    expect(server.to('/api/settings/create')[0]?.body).toMatchObject({
      Type: 'Security',
      SubType: 'SecondFactor',
      Fields: { requiredOf: 'everybody' },
    })
  })
})

describe('a proposed password', () => {
  it('differs each time, and is long enough', () => {
    const made = new Set(Array.from({ length: 200 }, generateOneTimePassword))
    expect(made.size).toBe(200)
    for (const password of made) expect(password).toMatch(/^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){6}$/)
  })
})
