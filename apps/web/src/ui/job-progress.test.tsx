import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { JobAnswer } from '@wardtrack/contracts'
import { App } from 'antd'
import { expect, it } from 'vitest'
import { fakeServer, refusal } from '../testing/fake-server.ts'
import { JobProgress } from './job-progress.tsx'

const job: JobAnswer = {
  id: 'j-1',
  kind: 'mirth.redeliver',
  state: 'running',
  done: 250,
  total: 1_000,
  startedBy: 'anna',
  startedAt: '2026-11-02T08:00:00.000Z',
}

const show = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <App>
        <JobProgress id="j-1" title="Redelivery" />
      </App>
    </QueryClientProvider>,
  )

it('shows the progress of a job until it ends, then stops polling', async () => {
  let answered = job
  const server = fakeServer({ '/api/jobs/j-1': () => ({ data: answered }) })
  show()
  await screen.findByText('250 of 1,000')
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
  answered = { ...job, state: 'done', done: 1_000, endedAt: job.startedAt }
  await screen.findByText('Done')
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  const requestCount = server.to('/api/jobs/j-1').length
  await new Promise((resolve) => setTimeout(resolve, 1_200))
  expect(server.to('/api/jobs/j-1')).toHaveLength(requestCount)
})

it('cancels the job by a button', async () => {
  let answered = job
  const server = fakeServer({
    '/api/jobs/j-1': () => ({ data: answered }),
    '/api/jobs/j-1/cancel': () => {
      answered = { ...job, state: 'cancelled' }
      return { err: 0, message: 'The job is being cancelled. Completed work is kept.', data: job }
    },
  })
  show()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await screen.findByText('Cancelled. Completed work is kept.')
  expect(server.to('/api/jobs/j-1/cancel')).toHaveLength(1)
})

it('shows why a job failed, and why its progress is unreadable', async () => {
  const server = fakeServer({
    '/api/jobs/j-1': () => ({ data: { ...job, state: 'failed', error: 'There is nothing to deliver to.' } }),
  })
  const { unmount } = show()
  await screen.findByText('Failed. There is nothing to deliver to.')
  unmount()
  server.handlers['/api/jobs/j-1'] = () => refusal(404, 'not_found', 'Not found.')
  show()
  await screen.findByText('The progress could not be loaded')
  await waitFor(() => expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy())
})
