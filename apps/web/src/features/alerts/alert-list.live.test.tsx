import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { isLive, sampleDashboard } from '../../testing/pump-hospital.tsx'
import { sampleAlert, stepped } from '../../testing/sample-alerts.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { alertsHospital, openConsole } from './testing/alerts-hospital.tsx'

warmUp()

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Geofence Alerts' }))
    .getAllByRole('row')
    .slice(1)
const sentence = 'Infusion Pump 0412 left Theatre stock'
/** Waits until alerts can be shown: live events reach the page, and the user's permissions are known. */
const isWatched = async (): Promise<void> => {
  await isLive()
  await screen.findByRole('link', { name: /^Geofence Alerts/ })
}

describe('arriving alerts', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
  })

  it('appear in the list, are shown until read, and count in the menu', async () => {
    const server = alertsHospital([])
    openConsole('/geofence-alerts')
    await screen.findByText('No new alerts')
    await isLive()
    act(() => server.sendAlert(sampleAlert('al-7')))
    const raised = await screen.findByRole('region', { name: 'New alerts' })
    const link = within(raised).getByRole('link', { name: 'View on map' })
    expect(link.getAttribute('href')).toBe('#/geofence-alert/al-7')
    expect(await screen.findByText(`New alert: ${sentence}`, { selector: '[role=status]' })).toBeTruthy()
    expect(await rows()).toHaveLength(1)
    const line = screen.getByRole('link', { name: /^Geofence Alerts/ })
    await waitFor(() => expect(line.textContent).toBe('Geofence Alerts1 open'))
    await userEvent.click(within(raised).getByRole('button', { name: `Mark as read: ${sentence}` }))
    expect(screen.queryByRole('region', { name: 'New alerts' })).toBeNull()
    expect(await rows()).toHaveLength(1)
  })

  it("are shown once the user's permissions are known, if they came earlier", async () => {
    const server = alertsHospital([])
    let answerRoutes: (routes: { allowedRoutes: string[] }) => void = () => undefined
    server.handlers['/api/privilege/getAllowedRoutes'] = () =>
      new Promise((resolve) => {
        answerRoutes = resolve
      })
    openConsole('/profile')
    await isLive()
    act(() => server.sendAlert(sampleAlert('al-7')))
    await waitFor(() => expect(server.to('/api/privilege/getAllowedRoutes')).toHaveLength(1))
    expect(screen.queryByRole('region', { name: 'New alerts' })).toBeNull()
    answerRoutes({ allowedRoutes: ['/geofence-alerts'] })
    const raised = await screen.findByRole('region', { name: 'New alerts' })
    expect(within(raised).getByText(sentence)).toBeTruthy()
  })

  it('are shown three at a time, with the others as a number', async () => {
    const server = alertsHospital([])
    openConsole('/profile')
    await isWatched()
    act(() => {
      for (let i = 0; i < 5; i += 1) server.sendAlert(sampleAlert(`al-${i}`))
    })
    const raised = await screen.findByRole('region', { name: 'New alerts' })
    expect(await within(raised).findByText('2 more')).toBeTruthy()
    expect(within(raised).getAllByRole('listitem')).toHaveLength(3)
    await userEvent.click(within(raised).getByRole('button', { name: 'Mark all as read' }))
    expect(screen.queryByRole('region', { name: 'New alerts' })).toBeNull()
  })

  it('take one line on a phone until it is tapped', async () => {
    const server = alertsHospital([])
    openConsole('/profile')
    // A phone's header shows the live state only by colour.
    await isWatched()
    setWindowWidth(390)
    act(() => {
      for (let i = 0; i < 3; i += 1) server.sendAlert(sampleAlert(`al-${i}`))
    })
    const raised = await screen.findByRole('region', { name: 'New alerts' })
    const line = await within(raised).findByRole('button', { name: `${sentence} 2 more` })
    expect(line.getAttribute('aria-expanded')).toBe('false')
    expect(within(raised).queryByRole('link')).toBeNull()
    await userEvent.click(line)
    expect(within(raised).getByRole('link', { name: 'View on map' }).getAttribute('href')).toBe(
      '#/geofence-alert/al-2',
    )
    expect(within(raised).getByText('2 more')).toBeTruthy()
    await userEvent.click(within(raised).getByRole('button', { name: `Mark as read: ${sentence}` }))
    expect(await within(raised).findByRole('button', { name: `${sentence} 1 more` })).toBeTruthy()
  })

  it('keep an opened alert in place on a phone', async () => {
    const server = alertsHospital([])
    openConsole('/profile')
    await isWatched()
    setWindowWidth(390)
    act(() => server.sendAlert(sampleAlert('al-1')))
    const raised = await screen.findByRole('region', { name: 'New alerts' })
    await userEvent.click(await within(raised).findByRole('button', { expanded: false }))
    act(() => server.sendAlert(sampleAlert('al-2')))
    expect(await within(raised).findByText('1 more')).toBeTruthy()
    expect(within(raised).getByRole('link', { name: 'View on map' }).getAttribute('href')).toBe(
      '#/geofence-alert/al-1',
    )
    await userEvent.click(within(raised).getByRole('button', { name: `Mark as read: ${sentence}` }))
    await userEvent.click(await within(raised).findByRole('button', { expanded: false }))
    expect(within(raised).getByRole('link', { name: 'View on map' }).getAttribute('href')).toBe(
      '#/geofence-alert/al-2',
    )
  })

  it('disappear once acknowledged, and the row shows the user', async () => {
    const server = alertsHospital([])
    openConsole('/geofence-alerts?status=all')
    await screen.findByText('No alerts yet')
    await isLive()
    act(() => server.sendAlert(sampleAlert('al-7')))
    await screen.findByRole('region', { name: 'New alerts' })
    act(() => server.sendAlert(stepped(sampleAlert('al-7'), 'acknowledged', 'a.lindqvist')))
    await screen.findByText('by a.lindqvist')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'New alerts' })).toBeNull())
  })

  it('are not shown to users who may not open them', async () => {
    const server = alertsHospital([], ['/dashboard'])
    server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    server.handlers['/api/assets.getfilterMap'] = () => []
    server.handlers['/api/dashboard'] = () => ({ data: sampleDashboard() })
    openConsole('/dashboard')
    await isLive()
    act(() => server.sendAlert(sampleAlert('al-7')))
    await screen.findByText('No devices on a map yet')
    expect(screen.queryByRole('region', { name: 'New alerts' })).toBeNull()
    expect(server.to('/location/api/geofence/alerts')).toEqual([])
  })
})
