import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionBand } from './shell.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('shows that the server is slow once a needed response is late, until it arrives', async () => {
  const client = new QueryClient()
  let answer = (_data: string): void => undefined
  void client.fetchQuery({
    queryKey: ['assets'],
    queryFn: () => new Promise<string>((done) => (answer = done)),
  })
  render(
    <QueryClientProvider client={client}>
      <ConnectionBand />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(7_900))
  expect(screen.queryByRole('status')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByRole('status').textContent).toBe('The server has not answered yet.')

  await act(() => {
    answer('pumps')
    return vi.advanceTimersByTimeAsync(10)
  })
  expect(screen.queryByRole('status')).toBeNull()
  // A background refetch of shown data keeps no user waiting.
  void client.fetchQuery({ queryKey: ['assets'], queryFn: () => new Promise<string>(() => undefined) })
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(screen.queryByRole('status')).toBeNull()
})
