import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { IngestKey } from '@wardtrack/contracts'
import { SCOPES } from '@wardtrack/contracts/routes'
import { describe, expect, it } from 'vitest'
import { samplePush } from '../../lib/push-command.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { openAt, peopleServer } from '../people/testing/people-server.tsx'

warmUp()

const key = (more: Partial<IngestKey> = {}): IngestKey => ({
  _id: 'k-1',
  name: 'HL7 interface',
  kind: 'integration',
  scopes: ['assets'],
  prefix: 'wt_abc',
  createdAt: '2026-11-02T08:00:00.000Z',
  ...more,
})

function keyServer(keys: IngestKey[]) {
  return peopleServer([], {
    '/api/keys': ({ body }) =>
      body
        ? { err: 0, message: 'Key created.', data: { ...key(), ...body }, key: 'wt_the-whole-key' }
        : { data: keys },
    '/api/keys/k-1': () => ({ err: 0, message: 'Done.' }),
    '/api/keys/k-1/rotate': () => ({
      err: 0,
      message: 'Done.',
      data: key({ _id: 'k-2' }),
      key: 'wt_the-next-key',
      previous: key({ expiresAt: '2026-11-23T08:00:00.000Z' }),
    }),
  })
}

describe('ingestion keys', () => {
  it('are listed with their permissions and last use; deleted ones are marked', async () => {
    keyServer([key(), key({ _id: 'k-2', name: 'Old one', revokedAt: '2026-11-03T08:00:00.000Z' })])
    openAt('/admin-config?tab=keys')
    await screen.findByText('HL7 interface')
    expect(screen.getAllByText('wt_abc…')).toHaveLength(2)
    expect(screen.getByText('Deleted')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Delete key Old one' })).toBeNull()
  })

  it('are created for a provider if needed, and shown once with a command', async () => {
    const server = keyServer([])
    openAt('/admin-config?tab=keys')
    await screen.findByText('No keys yet')
    await userEvent.click(screen.getByRole('button', { name: 'Create key' }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Name'), 'Cisco feed')
    await userEvent.click(dialog.getByLabelText('Location provider'))
    await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
    await screen.findByText('Choose the provider of the key.')
    await userEvent.type(dialog.getByLabelText('Name of the provider'), 'cisco')
    for (const scope of ['Assets', 'Associations', 'Places and maps', 'Device states'])
      await userEvent.click(dialog.getByLabelText(scope))
    await userEvent.click(dialog.getByRole('button', { name: 'Create key' }))
    await screen.findByText('wt_the-whole-key')
    expect(server.to('/api/keys').find(({ body }) => body)?.body).toEqual({
      name: 'Cisco feed',
      kind: 'provider',
      provider: 'cisco',
      scopes: ['locations'],
    })
    expect(screen.getByText(/^curl .*\/location\/api\/ingest\/locations/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText('wt_the-whole-key')).toBeNull())
  })

  it('are deleted after a confirmation', async () => {
    const server = keyServer([key()])
    openAt('/admin-config?tab=keys')
    await userEvent.click(await screen.findByRole('button', { name: 'Delete key HL7 interface' }))
    await screen.findAllByText('Delete the key "HL7 interface"?')
    expect(server.to('/api/keys/k-1')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Delete key' }))
    await screen.findByText('Key deleted. It is refused from now on.')
  })

  it('are replaced after a confirmation, and stay valid for a day', async () => {
    const server = keyServer([key()])
    openAt('/admin-config?tab=keys')
    await userEvent.click(await screen.findByRole('button', { name: 'Replace key HL7 interface' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Replace key' }))
    await screen.findByText('wt_the-next-key')
    expect(screen.getByText(/^The previous key works until/)).toBeTruthy()
    expect(server.to('/api/keys/k-1/rotate')).toHaveLength(1)
  })

  it.each(SCOPES)('have a one-line shell command with valid JSON for %s', (scope) => {
    const command = samplePush('http://10.0.0.1:8080', 'wt_k', scope)
    const body = /-d '(.*)'$/.exec(command)?.[1] ?? ''
    expect(JSON.parse(body)).toBeTypeOf('object')
    expect(command).toContain("-H 'X-Api-Key: wt_k'")
  })
})
