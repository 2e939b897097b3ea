import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it } from 'vitest'
import { KEYS } from '../../lib/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { ProviderSettings } from './provider-settings.tsx'

const settings = (revision: string, Enabled: boolean) => ({
  status: 1,
  data: {
    _id: 'provider:acme',
    Type: 'Provider',
    SubType: 'acme',
    Fields: { Enabled, HierarchyProvider: true },
    revision,
  },
})

beforeEach(() => queryClient.clear())

it("keeps the form's values when somebody else saves, and asks on sending", async () => {
  let stored = settings('r-1', true)
  const server = fakeServer({
    '/api/settings/getSettings': () => stored,
    '/api/settings/create': ({ body }) =>
      (body as { revision: string }).revision === stored.data.revision
        ? { err: 0, message: 'Settings Saved!', data: stored.data }
        : refusal(409, 'conflict', 'Somebody else saved this meanwhile.'),
  })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <ProviderSettings name="acme" />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
  const answers = () => screen.findAllByRole<HTMLInputElement>('radio', { name: 'No' })
  const [hierarchy] = await answers()
  if (!hierarchy) throw new Error('the form asks nothing')
  await userEvent.click(hierarchy)
  stored = settings('r-2', false)
  await act(() => queryClient.invalidateQueries({ queryKey: [KEYS.providers] }))
  await waitFor(() => expect(server.to('/api/settings/getSettings')).toHaveLength(2))
  expect((await answers())[0]?.checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: /Save|Update/ }))
  await waitFor(() =>
    expect(
      server.to('/api/settings/create').map(({ body }) => (body as { revision: string }).revision),
    ).toEqual(['r-1']),
  )
  await screen.findByRole('dialog')
})
