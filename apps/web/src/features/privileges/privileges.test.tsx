import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Privilege } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'
import { fakeServer, liveBody, refusal } from '../../testing/fake-server.ts'
import { isLive } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const sample = (id: string, name: string, routes: string[], more: Partial<Privilege> = {}): Privilege => ({
  _id: id,
  privilegeName: name,
  description: `${name}, in words`,
  routes,
  apis: [],
  allowedPagesRoute: routes,
  revision: '0',
  ...more,
})

type Change = { privilegeName: string; routes: string }

/** Creates a server that stores changed privileges. */
function privilegeServer(privileges: Privilege[]) {
  const live = liveBody()
  const ownAccess = { allowedRoutes: ['/admin-config', '/privilege-settings', '/devices'] }
  const changeRoutes = (change: (routes: string[], route: string) => string[]) => (body: unknown) => {
    const { privilegeName, routes } = body as Change
    const found = privileges.find((candidate) => candidate.privilegeName === privilegeName)
    if (!found) return refusal(404, 'not_found', 'Not found.')
    found.routes = change(found.routes, routes)
    return {
      err: 0,
      message: 'Done.',
      revision: '1',
      allowedRoutes: found.routes,
      sessionRoutes: ownAccess.allowedRoutes,
    }
  }
  const add = changeRoutes((routes, route) => [...routes, route].sort())
  const remove = changeRoutes((routes, route) => routes.filter((candidate) => candidate !== route))
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({
      pages: {
        'privilege-settings': { title: 'Privilege Settings', help: '' },
        geofencing: { title: 'Geofencing', help: '' },
        devices: { title: 'Devices', help: '' },
      },
    }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ownAccess,
    '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/live': () => live.response(),
    '/api/privilege/getPrivileges': () => ({ privilegeList: structuredClone(privileges) }),
    '/api/privilege/addPrivilege': ({ body }) => {
      const { privilegeName, routes = [], description = '' } = body as Partial<Privilege>
      if (privileges.some((candidate) => candidate.privilegeName === privilegeName)) {
        const message = 'A privilege with this name already exists.'
        return refusal(500, 'already_exists', message, { error: { msg: message } })
      }
      privileges.push(sample(`p${privileges.length + 1}`, privilegeName ?? '', routes, { description }))
      return { err: 0, message: 'Privilege Added Successfully!', ...privileges.at(-1) }
    },
    '/api/privilege/addRoutes': ({ body }) => add(body),
    '/api/privilege/removeRoutes': ({ body }) => remove(body),
    '/api/privilege/p1/holders': () => ({
      count: 3,
      data: [
        { username: 'h.nakamura', displayName: 'Helen Nakamura' },
        { username: 'porter', displayName: '' },
      ],
    }),
    '/api/privilege/p2/holders': () => ({ count: 0, data: [] }),
  })
  return { ...server, live, privileges, own: ownAccess }
}

const looks = () => sample('p1', 'May Look', ['/devices'])
const administers = () => sample('p2', 'May Run It', ['/privilege-settings'])

function open() {
  session.start({ AccessToken: 'token', userName: 'admin', sessionId: 's-1' })
  window.location.hash = '/privilege-settings'
  render(<RouterProvider router={createConsoleRouter()} />)
  return userEvent.setup()
}
const openRow = async (user: ReturnType<typeof userEvent.setup>, name: RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const openForm = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(await screen.findByRole('button', { name: 'Add Privileges' }))
  return within(await screen.findByRole('form', { name: 'Add Privileges' }))
}

beforeEach(() => queryClient.clear())
afterEach(() => session.end())

describe('the privilege page', () => {
  it('opens one privilege at a time, with the titles of its pages', async () => {
    privilegeServer([looks(), administers()])
    const user = open()
    await openRow(user, /May Look/)
    expect(await screen.findByText('/devices')).toBeTruthy()
    expect(screen.getByText(/Devices as cards and on the map/)).toBeTruthy()
    expect(await screen.findByText('3 users')).toBeTruthy()
    expect(screen.getByText('Helen Nakamura')).toBeTruthy()
    expect(screen.getByText('and 1 more')).toBeTruthy()
    expect(screen.queryByText(/every holder an administrator/)).toBeNull()
    await openRow(user, /May Run It/)
    expect(await screen.findByText(/every holder an administrator/)).toBeTruthy()
    expect(screen.queryByText('/devices')).toBeNull()
  })

  it('explains the first privilege while there is none', async () => {
    privilegeServer([])
    open()
    expect(
      await screen.findByText(
        "The first privilege should be 'May Change Settings' with allowed route privilege-settings.",
      ),
    ).toBeTruthy()
  })

  it('refuses a name without May and a missing description, in the exact words, and sends nothing', async () => {
    const server = privilegeServer([])
    const user = open()
    const form = await openForm(user)
    await user.type(form.getByLabelText('Privilege name'), 'View Patients')
    await user.click(form.getByRole('button', { name: 'Add privilege' }))
    expect(await screen.findByText('Privilege Name is required, and it should start with "May"')).toBeTruthy()
    expect(await screen.findByText('Privilege Description is required')).toBeTruthy()
    expect(await screen.findByText('Please fill all the details correctly')).toBeTruthy()
    expect(server.to('/api/privilege/addPrivilege')).toHaveLength(0)
  })

  it('adds a privilege, shows a message, and clears the form', async () => {
    const server = privilegeServer([])
    const user = open()
    const form = await openForm(user)
    await user.type(form.getByLabelText('Privilege name'), 'May See')
    await user.type(form.getByLabelText('Description'), 'Sees things')
    await user.click(form.getByRole('button', { name: 'Add privilege' }))
    expect(await screen.findByText('Privilege Added Successfully!')).toBeTruthy()
    expect(await screen.findByRole('button', { name: /Sees things/ })).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Privilege name').value).toBe('')
    expect(server.to('/api/privilege/addPrivilege')[0]?.body).toEqual({
      privilegeName: 'May See',
      description: 'Sees things',
      routes: [],
    })
  })

  it("shows the server's message when the name exists", async () => {
    privilegeServer([looks()])
    const user = open()
    const form = await openForm(user)
    await user.type(form.getByLabelText('Privilege name'), 'May Look')
    await user.type(form.getByLabelText('Description'), 'Looks again')
    await user.click(form.getByRole('button', { name: 'Add privilege' }))
    expect(await screen.findByText('A privilege with this name already exists.')).toBeTruthy()
    expect(form.getByLabelText<HTMLInputElement>('Privilege name').value).toBe('May Look')
  })

  it('starts from a proposal, with its pages', async () => {
    const server = privilegeServer([])
    const user = open()
    const form = await openForm(user)
    await user.click(screen.getByRole('button', { name: 'May See Equipment' }))
    await user.click(form.getByRole('button', { name: 'Add privilege' }))
    await screen.findByText('Privilege Added Successfully!')
    const body = server.to('/api/privilege/addPrivilege')[0]?.body as { routes: string[] }
    expect(body.routes).toContain('devices')
    expect(body.routes).not.toContain('privilege-settings')
  })

  it('offers the pages that are not included yet, and adds and removes one', async () => {
    const server = privilegeServer([looks()])
    const user = open()
    await openRow(user, /May Look/)
    await user.type(await screen.findByRole('combobox', { name: 'Route' }), '/geo')
    expect(await screen.findByText('/geofencing', { selector: 'code' })).toBeTruthy()
    await user.clear(screen.getByRole('combobox', { name: 'Route' }))
    await user.type(screen.getByRole('combobox', { name: 'Route' }), 'nowhere')
    await user.click(screen.getByRole('button', { name: 'Add route' }))
    expect(await screen.findByText('route does not exixt!!')).toBeTruthy()
    expect(server.to('/api/privilege/addRoutes')).toHaveLength(0)
    await user.clear(screen.getByRole('combobox', { name: 'Route' }))
    await user.type(screen.getByRole('combobox', { name: 'Route' }), 'geofencing')
    await user.click(screen.getByRole('button', { name: 'Add route' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Geofencing' }))
    await waitFor(() => expect(server.privileges[0]?.routes).toEqual(['/devices']))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Geofencing' })).toBeNull())
  })

  it('duplicates a privilege under another name', async () => {
    const server = privilegeServer([looks()])
    const user = open()
    await openRow(user, /May Look/)
    await user.click(await screen.findByRole('button', { name: 'Duplicate' }))
    const form = within(await screen.findByRole('form', { name: 'Add Privileges' }))
    expect(form.getByLabelText<HTMLInputElement>('Privilege name').value).toBe('May Look 2')
    await user.click(form.getByRole('button', { name: 'Add privilege' }))
    await waitFor(() => expect(server.privileges.map(({ routes }) => routes.length)).toEqual([1, 1]))
  })

  it('asks for confirmation before it deletes, naming the users', async () => {
    const server = privilegeServer([looks()])
    server.handlers['/api/privilege/p1'] = ({ query }) => {
      expect(query.get('revision')).toBe('0')
      server.privileges.splice(0, 1)
      return { err: 0, message: 'Privilege deleted.', holders: 3 }
    }
    const user = open()
    await openRow(user, /May Look/)
    await user.click(await screen.findByRole('button', { name: 'Delete' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getAllByText('Delete May Look?').length).toBeGreaterThan(0)
    expect(dialog.getByText('3 users immediately lose its pages.')).toBeTruthy()
    expect(dialog.getByText('Helen Nakamura')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Delete privilege' }))
    expect(await screen.findByText('Privilege deleted.')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('button', { name: /May Look/ })).toBeNull())
  })

  it('shows what somebody else has changed during editing', async () => {
    const server = privilegeServer([looks()])
    const sent: unknown[] = []
    server.handlers['/api/privilege/p1'] = ({ body }) => {
      sent.push(body)
      const { revision, description = '' } = body as { revision: string; description?: string }
      const [stored] = server.privileges
      if (!stored || revision !== stored.revision) return refusal(409, 'conflict', 'Somebody else.')
      Object.assign(stored, { description, revision: '9' })
      return { err: 0, message: 'Privilege changed.', data: stored }
    }
    const user = open()
    await openRow(user, /May Look/)
    await user.click(await screen.findByRole('button', { name: 'Edit' }))
    const field = await screen.findByLabelText('Description')
    await user.clear(field)
    await user.type(field, 'My words')
    Object.assign(server.privileges[0] ?? {}, { description: 'Their words', revision: '7' })
    await user.click(screen.getByRole('button', { name: 'Save privilege' }))
    expect(await screen.findByText('Somebody else has changed this')).toBeTruthy()
    expect(screen.getByText('Their words', { selector: 'label span' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save selection' }))
    expect(await screen.findByText('Privilege changed.')).toBeTruthy()
    expect(server.privileges[0]?.description).toBe('My words')
    expect(sent).toHaveLength(2)
  })

  it('closes the page immediately when its privilege is withdrawn', async () => {
    const server = privilegeServer([looks()])
    open()
    await screen.findByRole('button', { name: /May Look/ })
    await isLive()
    server.own.allowedRoutes = ['/devices']
    server.live.send('access.changed', { allowedRoutes: ['/devices'], patientDataAccess: false })
    await waitFor(() => expect(window.location.hash).toBe('#/accessdenied'))
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Privileges' })).toBeNull())
  })
})
