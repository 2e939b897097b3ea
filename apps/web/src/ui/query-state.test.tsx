import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { CallError } from '../lib/api.ts'
import { Pager } from './pager.tsx'
import { QueryState } from './query-state.tsx'

const refused = (status: number): CallError =>
  new CallError(status, { err: 1, code: 'not_found', message: 'There is none.', requestId: 'r-7' })

function show(answer: () => Promise<string>, missing?: string) {
  const Shown = () => (
    <QueryState
      query={useQuery<string>({ queryKey: ['thing'], queryFn: answer, retry: false })}
      failed="The thing could not be loaded"
      loading={<p>Skeleton</p>}
      {...(missing ? { missing: <p>{missing}</p> } : {})}
    >
      {(loaded) => <p>Here is {loaded}</p>}
    </QueryState>
  )
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <App>
        <Shown />
      </App>
    </QueryClientProvider>,
  )
  return client
}

describe('the state of a query', () => {
  it('shows a skeleton until data arrives, then the content', async () => {
    let answer = (_value: string): void => {}
    show(() => new Promise((resolve) => (answer = resolve)))
    expect(screen.getByText('Skeleton').closest('[aria-busy="true"]')).toBeTruthy()
    answer('a pump')
    await screen.findByText('Here is a pump')
    expect(screen.queryByText('Skeleton')).toBeNull()
  })

  it('shows the error with its request id and a retry that fetches again', async () => {
    const answer = vi.fn(async () => 'a pump').mockRejectedValueOnce(refused(503))
    show(answer)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('The thing could not be loaded')
    expect(alert.textContent).toContain('There is none.')
    expect(alert.textContent).toContain('Request r-7')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('Here is a pump')
    expect(answer).toHaveBeenCalledTimes(2)
  })

  it('shows that a record does not exist only if the page has a text for it', async () => {
    show(() => Promise.reject(refused(404)), 'No such thing')
    await screen.findByText('No such thing')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the data when a later fetch fails', async () => {
    const answer = vi.fn(async () => 'a pump')
    const client = show(answer)
    await screen.findByText('Here is a pump')
    answer.mockRejectedValue(refused(500))
    await client.refetchQueries({ queryKey: ['thing'] })
    await waitFor(() => expect(client.getQueryState(['thing'])?.status).toBe('error'))
    expect(screen.getByText('Here is a pump')).toBeTruthy()
  })
})

describe('the pager', () => {
  it('shows the range of rows and requests other pages', async () => {
    const onPage = vi.fn()
    render(<Pager page={2} pageSize={9} total={20} shown={9} onPage={onPage} />)
    expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('10–18 of 20')
    await userEvent.click(screen.getByTitle('3'))
    expect(onPage).toHaveBeenLastCalledWith(3, 9)
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('starts at the first page when its size changes', async () => {
    const onPage = vi.fn()
    const sizes = { options: [5, 10], label: 'Rows per page' }
    render(<Pager page={3} pageSize={5} total={40} shown={5} sizes={sizes} onPage={onPage} />)
    await userEvent.click(screen.getByRole('combobox', { name: 'Rows per page' }))
    await userEvent.click(await screen.findByTitle('10 / page'))
    expect(onPage).toHaveBeenLastCalledWith(1, 10)
  })
})
