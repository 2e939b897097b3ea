import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

// jsdom has no canvas; browser tests check the drawing of echarts.
vi.mock('../../ui/chart/chart-canvas.tsx', () => ({ ChartCanvas: () => <canvas /> }))
// Restores the real canvas for the next test file of this process.
afterAll(() => vi.doUnmock('../../ui/chart/chart-canvas.tsx'))

warmUp()
beforeEach(() => queryClient.clear())

const MB = 1024 * 1024
const retention = { historyDays: 90, alertDays: 90, deadLetterDays: 30, logDays: 14 }
const usage = {
  kinds: [
    {
      kind: 'locationHistory',
      count: 1_200_000,
      bytes: 600 * MB,
      bytesPerDay: 20 * MB,
      days: 90,
      oldest: '2026-10-01T00:00:00.000Z',
    },
    { kind: 'logs', count: 3, bytes: 12 * MB, days: 14 },
    { kind: 'images', count: 40, bytes: 9 * MB },
  ],
  disk: { freeBytes: 2_000 * MB, totalBytes: 10_000 * MB },
  bytesPerDay: 20 * MB,
  daysLeft: 100,
  retention,
  auditDays: 2_192,
  lateEvents: { waiting: 3, oldest: '2026-11-01T23:59:48.000Z' },
  measuredAt: '2026-11-02T00:00:00.000Z',
  isRounded: false,
}
const nothing = { locationHistory: 0, statusHistory: 0, alerts: 0, deadLetters: 0, logs: 0 }

function storageServer(preview: object = nothing) {
  const server = pumpHospital(['/admin-config'])
  Object.assign(server.handlers, {
    '/api/storage/usage': () => ({ data: usage }),
    '/api/storage/previewRetention': () => ({ data: preview }),
    '/api/settings/getSettings': () => ({
      status: 1,
      data: { Type: 'Retention', SubType: 'Retention', Fields: {}, revision: 'r-1' },
    }),
    '/api/settings/create': ({ body }: { body: object }) => ({
      err: 0,
      message: 'Setting Updated',
      data: { ...body, revision: 'r-2' },
    }),
  })
  signIn()
  openConsole('/admin-config/storage')
  return server
}

const saved = '/api/settings/create'
const history = async () => screen.findByRole('spinbutton', { name: 'Location and status history' })

describe('the storage page', () => {
  it('shows the size and growth of each kind, and how long the disk will last', async () => {
    storageServer()
    await screen.findByText('2.0 GB of 9.8 GB')
    expect(screen.getAllByText('20.0 MB per day').length).toBeGreaterThan(0)
    expect(screen.getByText('100 days')).toBeTruthy()
    expect(screen.getByText('of 3 assets, the oldest for 12 s')).toBeTruthy()
    const table = within(screen.getByRole('table', { name: 'Storage by kind' }))
    expect(table.getByText('1,200,000')).toBeTruthy()
    expect(table.getByText('Maps and images')).toBeTruthy()
    expect(screen.getByText(/kept for 2192 days/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Audit log' }).getAttribute('href')).toBe('#/admin-config/audit')
  })

  it('says that figures are rounded where they are', async () => {
    const server = storageServer()
    server.handlers['/api/storage/usage'] = () => ({ data: { ...usage, isRounded: true } })
    expect(await screen.findByText(/Figures are rounded/)).toBeTruthy()
  })

  it('shows what a shorter retention deletes before it is saved', async () => {
    const server = storageServer({ ...nothing, locationHistory: 1_200, logs: 2 })
    const field = await history()
    await userEvent.clear(field)
    await userEvent.type(field, '30')
    await userEvent.click(await screen.findByRole('button', { name: 'Save retention' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getAllByText('Permanently delete 1,202 rows?').length).toBeGreaterThan(0)
    expect(question.getByText('Location history: 1,200')).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(server.to(saved)).toHaveLength(0)
    await userEvent.click(await screen.findByRole('button', { name: 'Save retention' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Save and delete' }))
    await screen.findByText('Setting Saved')
    expect(server.to('/api/storage/previewRetention')[0]?.body).toEqual({ ...retention, historyDays: 30 })
    expect(server.to(saved)[0]?.body).toEqual({
      Type: 'Retention',
      SubType: 'Retention',
      Fields: { ...retention, historyDays: 30 },
      revision: 'r-1',
    })
  })

  it('saves a retention that deletes nothing immediately, and refuses an invalid number of days', async () => {
    const server = storageServer()
    const field = await history()
    await userEvent.clear(field)
    await userEvent.click(await screen.findByRole('button', { name: 'Save retention' }))
    await screen.findByText('Enter a whole number of days from 1 to 3,650.')
    expect(server.to(saved)).toHaveLength(0)
    await userEvent.type(field, '120')
    await userEvent.click(await screen.findByRole('button', { name: 'Save retention' }))
    await screen.findByText('Setting Saved')
    await waitFor(() => expect(server.to(saved)).toHaveLength(1))
  })

  it('shows what another administrator saved meanwhile, and keeps the input', async () => {
    const server = storageServer()
    const field = await history()
    await userEvent.clear(field)
    await userEvent.type(field, '120')
    const answer = server.handlers[saved]
    server.handlers[saved] = () => refusal(409, 'conflict', 'Somebody else has changed this in the meantime.')
    server.handlers['/api/storage/usage'] = () => ({
      data: { ...usage, retention: { ...retention, historyDays: 60 } },
    })
    server.handlers['/api/settings/getSettings'] = () => ({
      status: 1,
      data: { Type: 'Retention', SubType: 'Retention', Fields: {}, revision: 'r-9' },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Save retention' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('60')).toBeTruthy()
    server.handlers[saved] = answer!
    await userEvent.click(question.getByRole('button', { name: 'Save selection' }))
    await screen.findByText('Setting Saved')
    expect(server.to(saved).at(-1)?.body).toMatchObject({
      Fields: { ...retention, historyDays: 120 },
      revision: 'r-9',
    })
  })

  it('shows that the usage could not be loaded', async () => {
    const server = storageServer()
    server.handlers['/api/storage/usage'] = () => refusal(500, 'internal', 'Something went wrong.')
    expect(await screen.findByText('The storage figures could not be loaded')).toBeTruthy()
  })
})
