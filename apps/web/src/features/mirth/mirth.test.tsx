import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobAnswer, MirthDelivery, MirthField } from '@wardtrack/contracts'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { fakeServer, liveBody, refusal } from '../../testing/fake-server.ts'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const FIELDS: readonly MirthField[] = [
  'AssetLocation',
  'GeofenceAlert',
  'Asset',
  'AssetAssociation',
  'LocationHierarchy',
  'DeviceStatus',
]

/** Creates a server with one address that stores changes. */
function mirthServer() {
  const live = liveBody()
  const state = {
    fields: { Asset: 'https://10.0.0.9/assets' } as Record<string, string>,
    asset: {
      pending: 1_234,
      oldestAt: new Date(Date.now() - 120_000).toISOString(),
    } as Partial<MirthDelivery>,
    jobs: [] as JobAnswer[],
  }
  const deliveries = (): MirthDelivery[] =>
    FIELDS.map((field) => ({
      field,
      hasAddress: Boolean(state.fields[field]),
      pending: 0,
      dropped: 0,
      isFull: false,
      mayReceivePatients: true,
      ...(field === 'Asset' ? state.asset : {}),
    }))
  const pair = () => ({ Type: 'Mirth', SubType: 'Mirth', Fields: state.fields, revision: '1' })
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({
      pages: { 'mirth-settings': { title: 'Integration Endpoints', help: '' } },
    }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/mirth-settings'] }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: true }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/live': () => live.response(),
    '/api/settings/getSettings': () => ({ status: 1, data: pair() }),
    '/api/settings/create': ({ body }) => {
      state.fields = (body as { Fields: Record<string, string> }).Fields
      return { err: 0, message: 'Setting Updated', data: pair() }
    },
    '/api/mirth/deliveries': () => ({
      data: deliveries(),
      limits: { things: 10_000_000, days: 7 },
      endpoints: { DeviceStatus: 'https://wardtrack.example/status/api/ingest/device-status' },
    }),
    '/api/mirth/test': () => ({ data: { accepted: false, status: 418, text: 'no tea', took: 12 } }),
    '/api/mirth/pause': ({ body }) => {
      const { paused } = body as { paused: boolean }
      state.asset = paused ? { paused: { by: 'anna', at: new Date().toISOString() } } : {}
      return { err: 0, message: 'Deliveries to this address continue.' }
    },
    '/api/mirth/secret': () => {
      state.asset = { secretSince: new Date().toISOString() }
      return { err: 0, message: 'Made.', secret: 'wts_once' }
    },
    '/api/mirth/redelivery/count': () => ({ count: 42 }),
    '/api/mirth/redelivery': () => {
      const job: JobAnswer = {
        id: 'j-1',
        kind: 'mirth.redeliver',
        state: 'running',
        done: 10,
        total: 42,
        startedBy: 'anna',
        startedAt: new Date().toISOString(),
      }
      state.jobs = [job]
      return { err: 0, message: 'The selected data is delivered again.', data: job }
    },
    '/api/jobs': () => ({ data: state.jobs }),
    '/api/jobs/j-1': () => ({ data: state.jobs[0] ?? {} }),
  })
  return { ...server, state }
}

function open() {
  const server = mirthServer()
  session.start({ AccessToken: 'token', userName: 'anna', sessionId: 's-1' })
  window.location.hash = '/mirth-settings'
  render(<RouterProvider router={createConsoleRouter()} />)
  return server
}
const assetCard = () => screen.findByRole('listitem', { name: 'Assets' })
const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })

beforeEach(() => queryClient.clear())
afterEach(() => session.end())

describe('the addresses', () => {
  it('are saved again in the same form, on the revision of the last save', async () => {
    const server = open()
    const saved = '/api/settings/create'
    server.handlers[saved] = ({ body }) => ({
      err: 0,
      message: 'Setting Updated',
      data: { ...(body as object), revision: `${server.to(saved).length + 1}` },
    })
    const address = await field('Geofence Alerts')
    await userEvent.type(address, 'https://10.0.0.9/alerts')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to(saved)).toHaveLength(1))
    await userEvent.type(address, '/in')
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
    await waitFor(() => expect(server.to(saved)).toHaveLength(2))
    expect(server.to(saved).map(({ body }) => (body as { revision: string }).revision)).toEqual(['1', '2'])
  })

  it("are saved together, with the specification's message", async () => {
    const server = open()
    await userEvent.type(await field('Geofence Alerts'), 'https://10.0.0.9/alerts')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Settings Saved!')
    expect(server.state.fields).toMatchObject({
      Asset: 'https://10.0.0.9/assets',
      GeofenceAlert: 'https://10.0.0.9/alerts',
      DeviceStatus: '',
    })
    await screen.findByRole('listitem', { name: 'Geofence Alerts' })
  })

  it('require at least one, with three characters', async () => {
    const server = open()
    await userEvent.clear(await field('Assets'))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Please fill all the details correctly')
    await waitFor(() => expect(screen.getAllByText('This field is required')).toHaveLength(6))
    expect(server.to('/api/settings/create')).toEqual([])
  })

  it("show the server's error at its field", async () => {
    const server = open()
    server.handlers['/api/settings/create'] = () =>
      refusal(400, 'validation', 'Please fill all the details correctly', {
        errors: [
          {
            path: 'Fields.Asset',
            message:
              'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
          },
        ],
      })
    await userEvent.type(await field('Assets'), '/x')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(
      await screen.findByText(
        'Blocked: this address is reserved, or is the Wardtrack server itself. Allow the latter with WARDTRACK_OUTBOUND_ALLOW.',
      ),
    ).toBeTruthy()
    await screen.findByText('Please fill all the details correctly')
  })

  it('show that the server could not save them', async () => {
    const server = open()
    server.handlers['/api/settings/create'] = () => refusal(500, 'internal', 'Something failed.')
    await userEvent.type(await field('Assets'), '/x')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Failed to change settings')).toBeTruthy()
  })
})

describe('the deliveries', () => {
  it('show the number and age of waiting items, only for configured addresses', async () => {
    open()
    const card = within(await assetCard())
    card.getByText('1,234 deliveries')
    card.getByText('2 min')
    card.getByText('Delayed')
    expect(screen.queryByRole('listitem', { name: 'Geofence Alerts' })).toBeNull()
  })

  it('show that the outbox is full, and the reason of a refusal', async () => {
    const opened = open()
    opened.state.asset = { dropped: 7, isFull: true, lastError: 'The server answered with status 503.' }
    await screen.findByText(/The outbox is full/)
    within(await assetCard()).getByText('The server answered with status 503.')
    expect(within(await assetCard()).getByText('Not accepted')).toBeTruthy()
  })

  it('explain that users without patient access see no figures', async () => {
    const opened = open()
    opened.state.asset = { pending: undefined, dropped: undefined }
    const card = within(await assetCard())
    await card.findByText('Hidden without patient-data access')
    expect(card.queryByText('Last delivered')).toBeNull()
    expect(card.getByText('Delivering')).toBeTruthy()
  })

  it('are paused and resumed', async () => {
    const server = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Pause: Assets' }))
    await userEvent.click(await findEnabledButton('Resume: Assets'))
    await screen.findByRole('button', { name: 'Pause: Assets' })
    expect(server.to('/api/mirth/pause').map(({ body }) => body)).toEqual([
      { Field: 'Asset', paused: true },
      { Field: 'Asset', paused: false },
    ])
  })

  it('can be tested, with status and response shown', async () => {
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Send test: Assets' }))
    await screen.findByText('Status 418 after 12 ms')
    expect(screen.getByText('no tea')).toBeTruthy()
  })

  it('are signed with a secret that is shown once, and replaced after a confirmation', async () => {
    const server = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Create secret: Assets' }))
    expect((await field('Secret')).value).toBe('wts_once')
    await userEvent.click(await findEnabledButton('Replace secret: Assets'))
    const question = within(await screen.findByRole('dialog'))
    expect(server.to('/api/mirth/secret')).toHaveLength(1)
    await userEvent.click(question.getByRole('button', { name: 'Replace secret' }))
    await waitFor(() => expect(server.to('/api/mirth/secret')).toHaveLength(2))
  })

  it('are repeated for a period, after a count, with progress', async () => {
    const server = open()
    await userEvent.click(await screen.findByRole('button', { name: 'Deliver again: Assets' }))
    await screen.findByText('42 deliveries are repeated.')
    await userEvent.click(screen.getByRole('button', { name: 'Deliver again' }))
    await screen.findByText('10 of 42')
    expect(server.to('/api/mirth/redelivery')[0]?.body).toMatchObject({
      Field: 'Asset',
      startDate: expect.any(String),
    })
  })
})

it('the addresses for pushing can be copied', async () => {
  open()
  const address = await field('Address for Status Data from Mirth')
  expect(address.value).toBe('https://wardtrack.example/status/api/ingest/device-status')
  expect(screen.getByRole('button', { name: 'Copy Address for Status Data from Mirth' })).toBeTruthy()
})
