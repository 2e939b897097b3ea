import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConsoleRouter } from '../../app/router.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { session } from '../../lib/session/index.ts'
import { fakeServer, liveBody } from '../../testing/fake-server.ts'
import { isLive } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()

const entry = (seq: number, more: object = {}) => ({
  seq,
  time: '2026-11-02T12:00:00.000Z',
  actor: 'h.nakamura',
  action: 'GET /assets.getById',
  target: { type: 'asset', id: 'a-1' },
  address: '10.0.0.7',
  outcome: 'ok',
  status: 200,
  requestId: `r-${seq}`,
  hash: 'f00',
  ...more,
})
const verification = {
  at: '2026-11-02T03:00:00.000Z',
  entries: 1_204,
  unkeyed: 0,
  first: 1,
  head: { number: 1_204, time: '2026-11-02T02:59:00.000Z', hash: 'f00' },
  broken: null,
}
const alarm = { number: 42, fault: 'changed', at: '2026-11-02T03:00:00.000Z' }

/** Creates a system whose audit log contains two entries. */
function auditServer(state: { alarm: object | null; days: number; verification: object }) {
  const live = liveBody()
  const server = fakeServer({
    '/assets/lang/en-GB.json': () => ({ pages: { audit: { title: 'Audit Log', help: '' } } }),
    '/api/config/isConfigured': () => ({ config: 1 }),
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/admin-config', '/profile'] }),
    '/api/user/patientDataAccess': () => ({ patientDataAccess: true }),
    '/api/files/count': () => ({ count: 1 }),
    '/api/live': () => live.response(),
    '/api/audit': () => ({
      data: [
        entry(2, { details: { patients: 3 } }),
        entry(1, { actor: '', outcome: 'refused', status: 401, target: undefined }),
      ],
      count: 2,
    }),
    '/api/audit/state': () => state,
    '/api/audit/verify': () => ({ ok: true, intact: true, ...verification }),
    '/api/audit/acknowledgeAlarm': () => {
      state.alarm = null
      return { err: 0, message: 'Acknowledged.' }
    },
    '/api/settings/getSettings': () => ({
      status: 0,
      data: { Type: 'Retention', SubType: 'Audit', Fields: {}, revision: '0' },
    }),
    '/api/settings/create': ({ body }) => ({
      err: 0,
      message: 'Setting Updated',
      data: { ...(body as object), revision: '1' },
    }),
  })
  return { ...server, live, state }
}

function open(hash = '/admin-config/audit') {
  session.start({ AccessToken: 'token', userName: 'admin', sessionId: 's-1' })
  window.location.hash = hash
  render(<RouterProvider router={createConsoleRouter()} />)
  return userEvent.setup()
}
const healthy = () => ({ alarm: null as object | null, days: 2_192, verification })

beforeEach(() => queryClient.clear())
afterEach(() => {
  session.end()
  vi.restoreAllMocks()
})

describe('the audit page', () => {
  it('shows the user and action of each entry, and the integrity of the chain', async () => {
    auditServer(healthy())
    open()
    const table = within(await screen.findByRole('table', { name: 'Entries' }))
    expect(table.getByText('h.nakamura')).toBeTruthy()
    expect(table.getByText('Not signed in')).toBeTruthy()
    expect(table.getByText('Refused (401)')).toBeTruthy()
    expect(table.getByText('3')).toBeTruthy()
    expect(await screen.findByText('The chain is intact')).toBeTruthy()
    expect(screen.queryByText(/failed its integrity check/)).toBeNull()
  })

  it('requests the filtered entries, and keeps the filter in the address', async () => {
    const server = auditServer(healthy())
    const user = open()
    await screen.findByRole('table', { name: 'Entries' })
    await user.type(screen.getByRole('searchbox', { name: 'User' }), 'porter{Enter}')
    await user.click(screen.getByText('Refused', { selector: '.ant-segmented-item-label' }))
    await user.click(screen.getByRole('checkbox', { name: 'Patient reads only' }))
    await waitFor(() => {
      const last = server.to('/api/audit').at(-1)?.query
      expect(Object.fromEntries(last ?? [])).toEqual({
        actor: 'porter',
        outcome: 'refused',
        patients: 'read',
        page: '1',
        pagesize: '50',
      })
    })
    expect(window.location.hash).toContain('person=porter')
    expect(window.location.hash).toContain('patients=read')
  })

  it('verifies the chain on request', async () => {
    const server = auditServer(healthy())
    const user = open()
    await user.click(await screen.findByRole('button', { name: 'Verify now' }))
    await waitFor(() => expect(server.to('/api/audit/verify')).toHaveLength(1))
    await waitFor(() => expect(server.to('/api/audit/state').length).toBeGreaterThan(1))
  })

  it('stores the retention of entries', async () => {
    const server = auditServer(healthy())
    const user = open()
    const days = await screen.findByRole('spinbutton', { name: 'Days' })
    await user.clear(days)
    await user.type(days, '3650')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Setting Saved')).toBeTruthy()
    expect(server.to('/api/settings/create')[0]?.body).toEqual({
      Type: 'Retention',
      SubType: 'Audit',
      Fields: { days: 3_650 },
      revision: '0',
    })
  })
})

describe('the alarm of the audit log', () => {
  it('appears on every page of an administrator until it is acknowledged', async () => {
    const server = auditServer({ ...healthy(), alarm })
    const user = open('/profile')
    const band = await screen.findByText(/The audit log failed its integrity check/)
    expect(band).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Open audit log' }))
    expect(await screen.findByText('The chain is broken at entry 42: its content was changed')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Acknowledge the alarm' }))
    await waitFor(() => expect(screen.queryByText(/The audit log failed its integrity check/)).toBeNull())
    expect(server.to('/api/audit/acknowledgeAlarm')).toHaveLength(1)
  })

  it('appears while a page is open', async () => {
    const server = auditServer(healthy())
    open('/profile')
    await waitFor(() => expect(server.to('/api/audit/state')).toHaveLength(1))
    await isLive()
    server.state.alarm = alarm
    server.live.send('config.changed', { what: 'audit' })
    expect(await screen.findByText(/The audit log failed its integrity check/)).toBeTruthy()
  })

  it('is not requested for other users', async () => {
    const server = auditServer({ ...healthy(), alarm })
    server.handlers['/api/privilege/getAllowedRoutes'] = () => ({ allowedRoutes: ['/profile'] })
    open('/profile')
    await screen.findByRole('heading', { name: 'admin' })
    expect(server.to('/api/audit/state')).toEqual([])
    expect(screen.queryByText(/The audit log failed its integrity check/)).toBeNull()
  })
})
