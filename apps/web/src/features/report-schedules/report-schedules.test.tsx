import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { warmUp } from '../../testing/warm-up.ts'
import { openAt, peopleServer } from '../people/testing/people-server.tsx'

warmUp()

const LIST = '/api/report.schedules'
const schedule = (members: object = {}) => ({
  _id: 's-1',
  Name: 'Pumps on Monday',
  page: 'battery-heat',
  criteria: [{ AssetType: ['Equipment'] }],
  period: 'none',
  format: 'pdf',
  byMail: false,
  keepFile: true,
  keepDays: 30,
  enabled: true,
  every: 'week',
  weekday: 1,
  time: '07:00',
  timeZone: 'Europe/Berlin',
  nextAt: '2026-11-30T06:00:00.000Z',
  createdAt: '2026-11-02T08:00:00.000Z',
  revision: 'r-1',
  ...members,
})
const run = (members: object = {}) => ({
  _id: 'run-1',
  state: 'done',
  dueAt: '2026-11-23T06:00:00.000Z',
  madeUp: true,
  byHand: false,
  rows: 12,
  file: { name: 'battery-heat.pdf', bytes: 2_048, until: '2026-12-23T06:00:00.000Z' },
  mail: 'failed',
  mailError: 'No such mailbox',
  ...members,
})

const filter = (filterId: string, displayName: string, showMe = true) => ({
  filterId,
  displayName,
  criteria: [{ 'Fields.PrimaryCategory': ['lvp'] }],
  userName: 'a.admin',
  showOn: 'report/battery-heat',
  share: false,
  showMe,
  isDefault: false,
})

function open(schedules: object[], runs: object[] = []) {
  const server = peopleServer([], {
    '/api/privilege/getAllowedRoutes': () => ({ allowedRoutes: ['/report/battery-heat'] }),
    [LIST]: ({ method }) =>
      method === 'POST'
        ? { err: 0, message: 'Schedule saved.', data: schedule() }
        : { data: schedules, mailReady: false, hasAddress: true, timeZone: 'Europe/Berlin' },
    '/api/filters/getFiltersForUser': () => ({
      data: [filter('2', 'Pumps of the ICU'), filter('1', 'All pumps'), filter('3', 'Hidden', false)],
    }),
    '/api/report.nextRuns': () => ({ data: ['2026-11-30T06:00:00.000Z'] }),
    [`${LIST}/s-1`]: ({ method }) => {
      if (method === 'DELETE') schedules.splice(0)
      return {
        err: 0,
        message: method === 'DELETE' ? 'Schedule deleted.' : 'Schedule saved.',
        data: schedule(),
      }
    },
    [`${LIST}/s-1/run`]: () => ({ err: 0, message: 'The report is being created.', data: { _id: 'run-2' } }),
    [`${LIST}/s-1/runs`]: () => ({ data: runs, count: runs.length }),
    '/api/report.runs/run-1/retry': () => ({ err: 0, message: 'The report is being created again.' }),
    '/api/report.runs/run-1/file': ({ method }) =>
      method === 'DELETE' ? { err: 0, message: 'File deleted.' } : new Response('%PDF-'),
  })
  openAt('/report/schedules')
  return server
}

describe('the page of scheduled reports', () => {
  it('explains how to add a schedule if there is none', async () => {
    open([])
    expect(await screen.findByText('No scheduled reports yet')).toBeTruthy()
    // Only links to reports that the user may open are shown.
    const reports = within(screen.getByRole('main')).getAllByRole('link')
    expect(reports.map((link) => link.getAttribute('href'))).toEqual(['#/report/battery-heat'])
  })

  it('lists the schedules, runs one now, switches it off and deletes it after a confirmation', async () => {
    const server = open([schedule({ stopped: 'Your account was locked.' })])
    expect(await screen.findByText('Every Monday at 07:00 (Europe/Berlin)')).toBeTruthy()
    expect(screen.getByText(/Monday,? 30 November 2026/)).toBeTruthy()
    expect(screen.getByText('Switched off automatically: Your account was locked.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Create “Pumps on Monday” now' }))
    expect(await screen.findByText('The report is being created.')).toBeTruthy()
    await userEvent.click(screen.getByRole('switch', { name: 'Create “Pumps on Monday” automatically' }))
    await waitFor(() => expect(server.to(`${LIST}/s-1`)).toHaveLength(1))
    expect(server.to(`${LIST}/s-1`)[0]?.body).toMatchObject({
      enabled: false,
      every: 'week',
      revision: 'r-1',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Delete “Pumps on Monday”' }))
    const question = await screen.findByRole('dialog', { name: /Delete the schedule “Pumps on Monday”\?/ })
    await userEvent.click(within(question).getByRole('button', { name: 'Delete schedule' }))
    expect(await screen.findByText('No scheduled reports yet')).toBeTruthy()
  })

  it('changes a schedule, and shows its next runs and that mail cannot be sent', async () => {
    const server = open([schedule()])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit “Pumps on Monday”' }))
    const form = await screen.findByRole('dialog', { name: 'Edit “Pumps on Monday”' })
    expect(await within(form).findByText(/Next run: Monday,? 30 November 2026/)).toBeTruthy()
    await userEvent.click(within(form).getByRole('switch', { name: 'Send to me by mail' }))
    expect(await within(form).findByText(/Mail needs a mail server/)).toBeTruthy()
    await userEvent.click(within(form).getByRole('button', { name: 'Save schedule' }))
    expect(await screen.findByText('Schedule saved.')).toBeTruthy()
    expect(server.to(`${LIST}/s-1`)[0]?.body).toMatchObject({
      byMail: true,
      criteria: [{ AssetType: ['Equipment'] }],
    })
  })

  it('applies a saved filter of the report at each run, or none', async () => {
    const server = open([schedule()])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit “Pumps on Monday”' }))
    const form = await screen.findByRole('dialog', { name: 'Edit “Pumps on Monday”' })
    await waitFor(() => expect(server.to('/api/filters/getFiltersForUser')).toHaveLength(1))
    expect(server.to('/api/filters/getFiltersForUser')[0]?.query.get('showOn')).toBe('report/battery-heat')
    await userEvent.click(within(form).getByRole('combobox', { name: 'Saved filter' }))
    await screen.findByRole('option', { name: 'All pumps' })
    expect(screen.queryByRole('option', { name: 'Hidden' })).toBeNull()
    await userEvent.click(await screen.findByTitle('Pumps of the ICU'))
    await userEvent.click(within(form).getByRole('button', { name: 'Save schedule' }))
    await waitFor(() => expect(server.to(`${LIST}/s-1`)).toHaveLength(1))
    expect(server.to(`${LIST}/s-1`)[0]?.body).toMatchObject({ filterId: '2' })
  })

  it('shows that a chosen filter is gone, and removes it', async () => {
    const server = open([schedule({ filterId: '9' })])
    await userEvent.click(await screen.findByRole('button', { name: 'Edit “Pumps on Monday”' }))
    const form = await screen.findByRole('dialog', { name: 'Edit “Pumps on Monday”' })
    expect(await within(form).findByText('A filter that you can no longer use')).toBeTruthy()
    await userEvent.click(within(form).getByRole('combobox', { name: 'Saved filter' }))
    await userEvent.click(await screen.findByTitle('None'))
    await userEvent.click(within(form).getByRole('button', { name: 'Save schedule' }))
    await waitFor(() => expect(server.to(`${LIST}/s-1`)).toHaveLength(1))
    expect(server.to(`${LIST}/s-1`)[0]?.body).not.toHaveProperty('filterId')
  })

  it('shows the results of runs: downloads, runs again, deletes a file', async () => {
    const server = open([schedule()], [run()])
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await userEvent.click(await screen.findByRole('button', { name: 'History of “Pumps on Monday”' }))
    expect(await screen.findByText('Created · caught up')).toBeTruthy()
    expect(screen.getByText('Not sent: No such mailbox')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Download battery-heat.pdf' }))
    await waitFor(() => expect(saved).toEqual(['battery-heat.pdf']))
    vi.restoreAllMocks()
    await userEvent.click(screen.getByRole('button', { name: /^Repeat the run of/ }))
    expect(await screen.findByText('The report is being created again.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Delete battery-heat.pdf' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete file' }))
    await waitFor(() => expect(server.to('/api/report.runs/run-1/file')).toHaveLength(2))
  })
})
