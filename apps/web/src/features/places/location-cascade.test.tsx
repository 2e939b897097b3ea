import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { PlaceControl } from './index.ts'

const TITLES = '/location/api/location.getLocationTitle'
const OPTIONS = '/location/api/location.getLocationOptionsByLevel'
const BELOW: Readonly<Record<string, readonly string[]>> = {
  '': ['Northfield', 'Southgate'],
  Northfield: ['Tower', 'Annex'],
  'Northfield>Tower': [],
}

interface Question {
  readonly parent?: Readonly<Record<string, string>>
}

function show(value: readonly string[] = []) {
  const server = fakeServer({
    [TITLES]: () => ({ data: { Level_1: 'Site', Level_2: 'Building', Level_3: 'Floor' } }),
    [OPTIONS]: ({ body }) => {
      const { parent = {} } = body as Question
      return { options: BELOW[Object.values(parent).join('>')] ?? [] }
    },
  })
  const onChange = vi.fn<(chosen: readonly string[]) => void>()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <PlaceControl value={value} onChange={onChange} />
      </App>
    </QueryClientProvider>,
  )
  return { server, onChange, user: userEvent.setup() }
}

async function choose(user: ReturnType<typeof userEvent.setup>, level: string, option: string) {
  await user.click(await screen.findByRole('combobox', { name: level }))
  await user.click(await screen.findByTitle(option))
}

describe('a place chosen level by level', () => {
  it('offers the places below the chosen levels, under their level names, and ends at the deepest', async () => {
    const { server, onChange, user } = show()
    await screen.findByRole('combobox', { name: 'Site' })
    expect(screen.queryByRole('combobox', { name: 'Building' })).toBeNull()
    await choose(user, 'Site', 'Northfield')
    await choose(user, 'Building', 'Tower')
    expect(onChange.mock.calls).toEqual([[['Northfield']], [['Northfield', 'Tower']]])
    await waitFor(() => expect(server.to(OPTIONS)).toHaveLength(3))
    expect(server.to(OPTIONS)[2]?.body).toEqual({
      level: 'Level_3',
      parent: { Level_1: 'Northfield', Level_2: 'Tower' },
    })
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Floor' })).toBeNull())
  })

  it('clears the levels below a changed level', async () => {
    const { onChange, user } = show(['Northfield', 'Tower'])
    await choose(user, 'Site', 'Southgate')
    expect(onChange.mock.calls).toEqual([[['Southgate']]])
  })

  it('shows a failure at its level, and tries again', async () => {
    const { server, user } = show()
    const { [OPTIONS]: answer } = server.handlers
    await screen.findByRole('combobox', { name: 'Site' })
    server.handlers[OPTIONS] = () => refusal(503, 'unavailable', 'Please try again.')
    await choose(user, 'Site', 'Northfield')
    await screen.findByText('Please try again.')
    if (answer) server.handlers[OPTIONS] = answer
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    await choose(user, 'Building', 'Annex')
    expect(screen.queryByText('Please try again.')).toBeNull()
  })
})
