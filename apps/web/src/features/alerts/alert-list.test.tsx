import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { isLive } from '../../testing/pump-hospital.tsx'
import { sampleAlert, stepped } from '../../testing/sample-alerts.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { alertsHospital, openConsole } from './testing/alerts-hospital.tsx'

warmUp()

const hash = (): string => window.location.hash
const table = () => screen.findByRole('table', { name: 'Geofence Alerts' })
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
const sentence = 'Infusion Pump 0412 left Theatre stock'
const button = (name: string) => screen.findByRole('button', { name: `${name}: ${sentence}` })
/** Presses the button of the dialog, which repeats the verb. */
const confirm = async (verb: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: verb })

describe('the list of geofence alerts', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
  })

  it('starts with open alerts, nine on a page, with status, geofence, asset, place and time', async () => {
    const done = stepped(sampleAlert('al-9'), 'resolved', 'a.lindqvist')
    const server = alertsHospital([sampleAlert(), done])
    openConsole('/geofence-alerts')
    const [row, ...otherRows] = await rows()
    if (!row) throw new Error('no row')
    expect(otherRows).toHaveLength(0)
    for (const text of [
      'New',
      'Theatre stock',
      'Exit',
      'LVP-21-084412',
      'ICU West · South corridor',
      '2 min ago',
    ])
      expect(within(row).getByText(text)).toBeTruthy()
    const query = server
      .to('/location/api/geofence/alerts')
      .find((request) => request.query.get('pagesize') === '9')?.query
    expect([query?.get('status'), query?.get('page')]).toEqual(['open', '1'])
    expect(screen.getByText('1–1 of 1')).toBeTruthy()
  })

  it('opens an alert on its map in a new tab, and has no link to the asset in its rows', async () => {
    alertsHospital([sampleAlert()])
    openConsole('/geofence-alerts')
    const link = await screen.findByRole('link', { name: `View on map: ${sentence}` })
    expect(link.getAttribute('href')).toBe('#/geofence-alert/al-1')
    expect(link.getAttribute('target')).toBe('_blank')
    const [row] = await rows()
    if (!row) throw new Error('no row')
    fireEvent.click(row)
    expect(hash()).toBe('#/geofence-alerts')
    expect(within(row).getAllByRole('link')).toHaveLength(1)
  })

  it('filters by period, keeps it in the address, and offers a reset if the period is empty', async () => {
    const server = alertsHospital([sampleAlert()])
    const lastQuery = () =>
      server.to('/location/api/geofence/alerts').filter(({ query }) => query.has('startDate'))
    openConsole('/geofence-alerts')
    await rows()
    const all = server.handlers['/location/api/geofence/alerts']
    if (!all) throw new Error('no handler')
    server.handlers['/location/api/geofence/alerts'] = () => ({ fetchedAlerts: [], totalAlerts: 0 })
    await userEvent.click(screen.getByLabelText('Time: Any time'))
    await userEvent.click(await screen.findByLabelText('Choose a period'))
    await userEvent.click(await screen.findByTitle('Last 7 days'))
    await screen.findByText('No alerts in this period')
    expect(hash()).toBe('#/geofence-alerts?time=last-7-days')
    const since = Date.parse(lastQuery()[0]?.query.get('startDate') ?? '')
    expect(Math.abs(Date.now() - 7 * 24 * 3_600_000 - since)).toBeLessThan(4 * 3_600_000)
    expect(lastQuery()[0]?.query.has('endDate')).toBe(false)
    server.handlers['/location/api/geofence/alerts'] = all
    await userEvent.click(screen.getByText('Show any time'))
    expect(await rows()).toHaveLength(1)
    expect(hash()).toBe('#/geofence-alerts')
  })

  it('shows no new alert in a period that has ended', async () => {
    const { live } = alertsHospital([])
    openConsole('/geofence-alerts?time=2026-01-01T08:00:00.000Z~2026-01-02T08:00:00.000Z')
    await screen.findByText('No alerts in this period')
    await isLive()
    act(() => live.send('geofence.alert', sampleAlert('al-2')))
    await screen.findByText('New alert', { exact: false, selector: '[role="status"]' })
    expect(screen.getByText('No alerts in this period')).toBeTruthy()
  })

  it('keeps segment and text in the address, and explains why a segment is empty', async () => {
    const server = alertsHospital([sampleAlert()])
    openConsole('/geofence-alerts')
    await rows()
    await userEvent.click(screen.getByText('Acknowledged'))
    await screen.findByText('No acknowledged alerts')
    expect(hash()).toBe('#/geofence-alerts?status=acknowledged')
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'Theatre')
    await screen.findByText('No alerts match “Theatre”')
    expect(hash()).toBe('#/geofence-alerts?status=acknowledged&search=Theatre')
    await userEvent.click(screen.getByRole('button', { name: 'Search all alerts' }))
    await rows()
    expect(hash()).toBe('#/geofence-alerts?status=all&search=Theatre')
    const lastQuery = server
      .to('/location/api/geofence/alerts')
      .findLast((request) => request.query.get('pagesize') === '9')
    expect([lastQuery?.query.get('filterData'), lastQuery?.query.get('status')]).toEqual(['Theatre', null])
  })

  it('searches a text that begins with a bracket as plain text', async () => {
    const server = alertsHospital([sampleAlert()])
    openConsole(`/geofence-alerts?status=all&search=${encodeURIComponent('[3.07]')}`)
    await rows()
    const first = server
      .to('/location/api/geofence/alerts')
      .find(({ query }) => query.get('pagesize') === '9')
    expect([first?.query.get('search'), first?.query.get('filterData')]).toEqual(['[3.07]', null])
  })

  it('changes the page, and returns to the last one when later pages are gone', async () => {
    const many = Array.from({ length: 11 }, (_, i) => sampleAlert(`al-${i}`))
    alertsHospital(many)
    openConsole('/geofence-alerts')
    await screen.findByText('1–9 of 11')
    await userEvent.click(screen.getByTitle('2'))
    await screen.findByText('10–11 of 11')
    expect(hash()).toBe('#/geofence-alerts?page=2')
    many.splice(5)
    await act(() => queryClient.invalidateQueries())
    await screen.findByText('1–5 of 5')
    await waitFor(() => expect(hash()).toBe('#/geofence-alerts'))
  })

  it('acknowledges with a note: shown immediately, sent once, removed from the open alerts', async () => {
    const alerts = [sampleAlert()]
    const server = alertsHospital(alerts)
    server.handlers['/location/api/geofence/alert/al-1/acknowledge'] = ({ body }) => {
      const { note } = body as { note?: string }
      alerts[0] = stepped(sampleAlert(), 'acknowledged', 'm.okafor', note)
      return { err: 0, message: 'Alert acknowledged.', data: alerts[0] }
    }
    openConsole('/geofence-alerts')
    await userEvent.click(await button('Acknowledge'))
    await userEvent.type(await screen.findByLabelText('Note (optional)'), 'On my way ')
    await userEvent.click(await confirm('Acknowledge'))
    await screen.findByText('Alert acknowledged.')
    await screen.findByText('No new alerts')
    const sent = server.to('/location/api/geofence/alert/al-1/acknowledge')
    expect(sent.map(({ body }) => body)).toEqual([{ note: 'On my way' }])
    await userEvent.click(
      screen.getByText('Acknowledged', { exact: false, selector: '.ant-segmented-item-label *' }),
    )
    await screen.findByText('by m.okafor')
  })

  it('shows a step before the server has answered', async () => {
    const alerts = [sampleAlert()]
    const server = alertsHospital(alerts)
    let answer: (alert: GeofenceAlert) => void = () => {}
    server.handlers['/location/api/geofence/alert/al-1/acknowledge'] = () =>
      new Promise((resolve) => {
        answer = (data) => resolve({ err: 0, message: 'Alert acknowledged.', data })
      })
    openConsole('/geofence-alerts?status=all')
    await userEvent.click(await button('Acknowledge'))
    await userEvent.click(await confirm('Acknowledge'))
    await screen.findByText('by m.okafor')
    expect(screen.queryByText('Alert acknowledged.')).toBeNull()
    alerts[0] = stepped(sampleAlert(), 'acknowledged', 'm.okafor')
    answer(alerts[0])
    await screen.findByText('Alert acknowledged.')
    expect(screen.getByText('by m.okafor')).toBeTruthy()
  })

  it('reports that somebody else was faster, and shows the current status', async () => {
    const alerts = [sampleAlert()]
    const server = alertsHospital(alerts)
    server.handlers['/location/api/geofence/alert/al-1/resolve'] = () => {
      alerts[0] = stepped(sampleAlert(), 'resolved', 'a.lindqvist')
      return refusal(409, 'conflict', 'Somebody else has already handled this alert.')
    }
    openConsole('/geofence-alerts?status=all')
    await userEvent.click(await button('Resolve'))
    await userEvent.click(await confirm('Resolve'))
    await screen.findByText('Somebody else has already handled this alert. a.lindqvist has resolved it.')
    await screen.findByText('by a.lindqvist')
    expect(screen.queryByText('by m.okafor')).toBeNull()
  })

  it('reverts a step that the server refused, and keeps the note', async () => {
    const server = alertsHospital([sampleAlert()])
    server.handlers['/location/api/geofence/alert/al-1/acknowledge'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openConsole('/geofence-alerts?status=all')
    await userEvent.click(await button('Acknowledge'))
    await userEvent.type(await screen.findByLabelText('Note (optional)'), 'Mine')
    await userEvent.click(await confirm('Acknowledge'))
    await screen.findByText('Your privileges do not allow this.')
    expect((await screen.findByLabelText<HTMLTextAreaElement>('Note (optional)')).value).toBe('Mine')
    const [row] = await rows()
    if (!row) throw new Error('no row')
    expect(within(row).getByText('New')).toBeTruthy()
  })

  it('shows a failure and tries again', async () => {
    const server = alertsHospital([sampleAlert()])
    const works = server.handlers['/location/api/geofence/alerts']
    if (!works) throw new Error('no handler')
    server.handlers['/location/api/geofence/alerts'] = () =>
      refusal(400, 'invalid_criteria', 'Not understood.')
    openConsole('/geofence-alerts')
    await screen.findByText('Alerts could not be loaded')
    server.handlers['/location/api/geofence/alerts'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByText('Alerts could not be loaded')).toBeNull()
  })

  it('shows each alert as a sentence on a phone', async () => {
    setWindowWidth(390)
    alertsHospital([sampleAlert()])
    openConsole('/geofence-alerts')
    await within(await table()).findByText(sentence)
    expect(await button('Resolve')).toBeTruthy()
  })
})
