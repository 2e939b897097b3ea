import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'
import { fakeServer, liveBody } from '../../testing/fake-server.ts'
import { sampleDashboard } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

type State = 'open' | 'done' | 'skipped'
type Steps = Record<string, State>
const everythingOpen: Steps = { password: 'open', privilege: 'open', users: 'open', key: 'open', map: 'open' }
const administrator = [
  '/admin-config',
  '/privilege-settings',
  '/dashboard',
  '/hierarchy-list-two',
  '/map-import',
]

/** Creates a system with the given state of setup. */
function setupServer(steps: Steps, config: 0 | 1 = 1, allowedRoutes: string[] = administrator) {
  const live = liveBody()
  const state = { config, allowedRoutes, added: [] as string[], places: [] as unknown[] }
  const answer = () => ({
    steps: Object.entries(steps).map(([step, stepState]) => ({ step, state: stepState })),
  })
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({ pages: { 'first-run': { title: 'First Set-up', help: '' } } }),
    '/api/config/isConfigured': () => ({ config: state.config }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: state.allowedRoutes }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: false }),
    '/api/files/count': () => ({ count: 0 }),
    '/api/live': () => live.response(),
    '/api/audit/state': () => ({ verification: null, alarm: null, days: 2192 }),
    '/api/privilege/getPrivileges': () => ({ privilegeList: [] }),
    '/api/privilege/addPrivilege': ({ body }) => {
      state.added.push((body as { privilegeName: string }).privilegeName)
      state.config = 1
      steps['privilege'] = 'done'
      return {
        err: 0,
        message: 'Privilege Added Successfully!',
        ...(body as object),
        _id: 'p',
        revision: '1',
      }
    },
    '/api/dashboard': () => ({
      data: sampleDashboard({
        tiles: [
          { tile: 'setup-checklist', size: 'medium' },
          { tile: 'device-counts', size: 'medium' },
        ],
      }),
    }),
    '/api/setup': answer,
    '/api/setup/skip': ({ body }) => {
      const { step, skipped } = body as { step: string; skipped: boolean }
      steps[step] = skipped ? 'skipped' : 'open'
      return { err: 0, message: 'Done.', ...answer() }
    },
    '/location/api/location.getLocationTitle': () => ({ data: {} }),
    '/location/api/hierarchy/addPlace': ({ body }) => {
      state.places.push(body)
      return {
        err: 0,
        message: 'Place added.',
        data: { _id: 'i', hierarchyId: 'st-example', mapId: null, fullName: [], mappings: {} },
      }
    },
    '/api/assets.filter': () => ({ assets: [], maxAssets: 0 }),
    '/api/assets.getfilterMap': () => [],
  })
  return { ...server, state }
}

function open(hash: string) {
  session.start({ AccessToken: 'token', userName: 'admin', sessionId: 's-1' })
  window.location.hash = hash
  render(<RouterProvider router={createConsoleRouter()} />)
  return userEvent.setup()
}
const step = async (name: string) => {
  const heading = await screen.findByRole('heading', { name })
  const item = heading.closest('li')
  if (!item) throw new Error(`${name} is no step`)
  return within(item)
}

beforeEach(() => queryClient.clear())
afterEach(() => session.end())

describe('the first setup', () => {
  it('begins on the privilege page of an unconfigured system, where later steps wait', async () => {
    const server = setupServer({ ...everythingOpen }, 0, ['/privilege-settings'])
    const user = open('/dashboard')
    await waitFor(() => expect(window.location.hash).toBe('#/privilege-settings'))
    expect((await step('Add the first users')).getByText('Add a privilege first.')).toBeTruthy()
    const password = await step('Change the generated password')
    expect(password.getByRole('link', { name: 'Change password' }).getAttribute('href')).toBe('#/profile')
    const privilege = await step('Add the first privileges')
    expect(privilege.queryByRole('button', { name: 'Skip for now' })).toBeNull()
    const administer = privilege.getByRole<HTMLInputElement>('checkbox', { name: /May Administer/ })
    expect([administer.checked, administer.disabled]).toEqual([true, true])
    await user.click(privilege.getByRole('checkbox', { name: /May Run Reports/ }))
    server.state.allowedRoutes = administrator
    await user.click(privilege.getByRole('button', { name: 'Add these privileges' }))
    await waitFor(() => expect(window.location.hash).toBe('#/admin-config/first-run'))
    expect(server.state.added).toEqual(['May Administer', 'May See Equipment', 'May Draw Maps'])
    const people = await step('Add the first users')
    expect(people.getByRole('link', { name: 'Add users' }).getAttribute('href')).toBe('#/admin-config')
  })

  it('postpones a step and resumes it', async () => {
    const steps: Steps = { ...everythingOpen, privilege: 'done' }
    setupServer(steps)
    const user = open('/admin-config/first-run')
    await user.click((await step('Create an ingestion key')).getByRole('button', { name: 'Skip for now' }))
    expect(await (await step('Create an ingestion key')).findByText('Skipped')).toBeTruthy()
    expect(steps['key']).toBe('skipped')
    await user.click((await step('Create an ingestion key')).getByRole('button', { name: 'Resume' }))
    await waitFor(() => expect(steps['key']).toBe('open'))
  })

  it('adds a place and continues with its map', async () => {
    const server = setupServer({ ...everythingOpen, privilege: 'done' })
    const user = open('/admin-config/first-run')
    await user.click((await step('Import the first map')).getByRole('button', { name: 'Add place' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(await dialog.findByLabelText('Floor'), 'Level 1')
    await user.click(dialog.getByRole('button', { name: 'Add place' }))
    expect(await dialog.findByText('Please enter a name')).toBeTruthy()
    expect(dialog.getByText('Please name the level above first')).toBeTruthy()
    await user.type(dialog.getByLabelText('Hospital'), 'St. Example')
    await user.type(dialog.getByLabelText('Building'), 'Annex')
    await user.click(dialog.getByRole('button', { name: 'Add place' }))
    await waitFor(() => expect(window.location.hash).toBe('#/map-import/st-example'))
    expect(server.state.places).toEqual([{ fullName: ['St. Example', 'Annex', 'Level 1'] }])
  })

  it('shows that the setup is complete', async () => {
    setupServer({ password: 'done', privilege: 'done', users: 'skipped', key: 'done', map: 'done' })
    open('/admin-config/first-run')
    expect(await screen.findByText('Everything is set up.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go to Devices' })).toBeTruthy()
  })
})

describe('the link back to the setup', () => {
  it('is on the pages of steps, as long as a step is open', async () => {
    const steps: Steps = { password: 'done', privilege: 'done', users: 'skipped', key: 'open', map: 'done' }
    setupServer(steps)
    open('/admin-config?tab=keys')
    expect(await screen.findByText('First set-up: 3 of 5 done')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue set-up' }).getAttribute('href')).toBe(
      '#/admin-config/first-run',
    )
    steps['key'] = 'done'
    await queryClient.invalidateQueries({ queryKey: [KEYS.setup] })
    await waitFor(() => expect(screen.queryByText(/^First set-up/)).toBeNull())
  })

  it('opens the privileges while there are none', async () => {
    setupServer({ ...everythingOpen, password: 'done' }, 0, ['/privilege-settings'])
    open('/privilege-settings')
    await step('Add the first privileges')
    window.location.hash = '/profile'
    expect((await screen.findByRole('link', { name: 'Continue set-up' })).getAttribute('href')).toBe(
      '#/privilege-settings',
    )
  })
})

describe('the checklist on the dashboard', () => {
  it('shows administrators the remaining steps, with a link to continue', async () => {
    setupServer({ password: 'done', privilege: 'done', users: 'skipped', key: 'open', map: 'open' })
    open('/dashboard')
    expect(await screen.findByText('2 of 5 done')).toBeTruthy()
    expect(screen.getByText('Import the first map')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Continue set-up' }).getAttribute('href')).toBe(
      '#/admin-config/first-run',
    )
  })

  it.each<[string, Steps, string[]]>([
    ['once nothing waits', { password: 'done', privilege: 'done', users: 'skipped' }, administrator],
    ['to people who do not administer', { map: 'open' }, ['/dashboard']],
  ])('is not shown %s', async (_title, steps, routes) => {
    setupServer(steps, 1, routes)
    open('/dashboard')
    await screen.findByText('Weak battery')
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    expect(screen.queryByText('First set-up')).toBeNull()
  })
})
