import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LOG_SERVICES } from '@wardtrack/contracts/log-services'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

const line = (n: number, more: object = {}) => ({
  id: `7-${n}`,
  time: '2026-11-02T10:00:00.000Z',
  level: 'info',
  message: `line ${n}`,
  ...more,
})

function logServer(address = '/error-logs') {
  const server = pumpHospital(['/error-logs'])
  Object.assign(server.handlers, {
    '/api/logs': () => ({
      data: LOG_SERVICES.map((service) => ({
        service,
        size: service === 'core' ? 2_048 : 0,
        modifiedAt: service === 'core' ? '2026-11-02T10:00:00.000Z' : null,
      })),
    }),
    '/api/logs/core/lines': ({ query }: { query: URLSearchParams }) =>
      query.has('before')
        ? { data: [line(1)] }
        : {
            data: [
              line(3, { level: 'error', requestId: 'r-9', details: '{"err":{"type":"Error"}}' }),
              line(2),
            ],
            next: '7-2',
          },
    '/api/logs/cisco/lines': () => ({ data: [] }),
    '/api/logs/archive': () => new Response('PK', { headers: { 'content-type': 'application/zip' } }),
  })
  signIn()
  openConsole(address)
  return server
}
const checkbox = (name: RegExp | string) => screen.findByRole<HTMLInputElement>('checkbox', { name })
const lines = async () =>
  within(await screen.findByRole('list', { name: 'Log lines' })).getAllByRole('listitem')
const queriesTo = (server: ReturnType<typeof logServer>, path = '/api/logs/core/lines') =>
  server.to(path).map(({ query }) => Object.fromEntries(query))

describe('the download', () => {
  it("requires a service, with the specification's message", async () => {
    const server = logServer()
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    await screen.findByText('Please select at least one microservice')
    expect(server.to('/api/logs/archive')).toEqual([])
    await userEvent.click(await checkbox('Cisco'))
    expect(screen.queryByText('Please select at least one microservice')).toBeNull()
  })

  it('is one file of the chosen logs, or of all', async () => {
    const server = logServer()
    await userEvent.click(await checkbox(/^Core/))
    await userEvent.click(await checkbox('Cisco'))
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(server.to('/api/logs/archive')).toHaveLength(1))
    expect(server.to('/api/logs/archive')[0]?.query.get('services')).toBe('core,cisco')
    await userEvent.click(await checkbox('Select all'))
    await userEvent.click(await screen.findByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(server.to('/api/logs/archive')).toHaveLength(2))
    expect(server.to('/api/logs/archive')[1]?.query.get('services')?.split(',')).toHaveLength(9)
    await userEvent.click(await checkbox('Select all'))
    expect((await checkbox('Cisco')).checked).toBe(false)
  })
})

describe('the newest lines', () => {
  it('are shown with their details, and older ones on request', async () => {
    const server = logServer()
    expect(await lines()).toHaveLength(2)
    expect(screen.getByText(/"type": "Error"/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Older lines' }))
    await screen.findByText('line 1')
    expect(screen.queryByRole('button', { name: 'Older lines' })).toBeNull()
    expect(queriesTo(server).at(-1)).toEqual({ before: '7-2' })
  })

  it('are filtered by text and by request; the address keeps both', async () => {
    const server = logServer()
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search lines' }), 'disk{Enter}')
    await waitFor(() => expect(queriesTo(server).at(-1)).toEqual({ search: 'disk' }))
    await userEvent.click(await screen.findByText('line 3'))
    await userEvent.click(await screen.findByRole('button', { name: 'All lines of request r-9' }))
    await waitFor(() => expect(queriesTo(server).at(-1)).toEqual({ search: 'disk', requestId: 'r-9' }))
    expect(window.location.hash).toContain('search=disk&request=r-9')
  })

  it('follow the address: another log, a level, and no lines', async () => {
    const server = logServer('/error-logs?log=cisco&level=warn')
    await screen.findByText('No match in the lines loaded so far.')
    expect(queriesTo(server, '/api/logs/cisco/lines')).toEqual([{ level: 'warn' }])
  })

  it('show a failure to read the log', async () => {
    const server = logServer()
    server.handlers['/api/logs/core/lines'] = () => refusal(500, 'internal', 'Something went wrong.')
    expect(await screen.findByText('The log could not be loaded')).toBeTruthy()
  })
})

it('shows a failure to list the logs', async () => {
  const server = logServer()
  server.handlers['/api/logs'] = () => refusal(500, 'internal', 'Something went wrong.')
  expect(await screen.findByText('The logs could not be listed')).toBeTruthy()
})
