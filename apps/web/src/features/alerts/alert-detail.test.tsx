import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { stubCanvases } from '../../map-engine/testing/fake-canvas.ts'
import { refusal } from '../../testing/fake-server.ts'
import { isLive } from '../../testing/pump-hospital.tsx'
import { sampleAlert, stepped } from '../../testing/sample-alerts.ts'
import { warmUp } from '../../testing/warm-up.ts'
import { alertsHospital, openConsole } from './testing/alerts-hospital.tsx'

warmUp()

const sentence = 'Infusion Pump 0412 left Theatre stock'
const heading = () => screen.findByRole('heading', { level: 2, name: sentence })
const path = 'Northfield General > Tower A > Level 3 > ICU West > South corridor'

describe('one alert on its map', () => {
  let restoreCanvases = () => {}
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    restoreCanvases = stubCanvases()
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1600, height: 1000 }))
  })
  afterEach(() => {
    restoreCanvases()
    vi.restoreAllMocks()
  })

  it('shows geofence, trigger, asset, the aliases at its time, the whole path, and -- without a clinician', async () => {
    alertsHospital([sampleAlert()])
    openConsole('/geofence-alert/al-1')
    await heading()
    for (const text of ['Storage', 'Exit after 1 min', path, 'Brim-full', 'Strong', 'LVP-21-084412', '--'])
      expect(await screen.findByText(text)).toBeTruthy()
    const map = await screen.findByRole('application')
    expect(map.getAttribute('aria-label')).toBe(`${sentence}: ${path}`)
    await screen.findByText('Tower A · Level 3')
    const link = screen.getByRole('link', { name: 'Open' })
    expect(link.getAttribute('href')).toBe('#/asset-detail;type=Equipment;id=IP-0412')
  })

  it('names the clinicians at its time', async () => {
    const nurse = (AssetId: string, AssetName?: string) => ({
      AssetType: 'Clinician',
      AssetId,
      ...(AssetName ? { Fields: { AssetName } } : {}),
    })
    const Clinicians = [nurse('CL-1', 'Dr. Samuel Ade'), nurse('CL-2')]
    alertsHospital([sampleAlert('al-1', { AssetThen: { ...sampleAlert().AssetThen, Clinicians } })])
    openConsole('/geofence-alert/al-1')
    expect(await screen.findByText('Dr. Samuel Ade, CL-2')).toBeTruthy()
  })

  it('is handled here, and shows user, time and note of each step', async () => {
    const alerts = [sampleAlert()]
    const server = alertsHospital(alerts)
    server.handlers['/location/api/geofence/alert/al-1/resolve'] = ({ body }) => {
      const { note } = body as { note?: string }
      alerts[0] = stepped(sampleAlert(), 'resolved', 'm.okafor', note)
      return { err: 0, message: 'Alert resolved.', data: alerts[0] }
    }
    openConsole('/geofence-alert/al-1')
    await heading()
    await userEvent.click(screen.getByRole('button', { name: 'Resolve' }))
    await userEvent.type(await screen.findByLabelText('Note (optional)'), 'Back in theatre 2')
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Resolve' }))
    await screen.findByText('Alert resolved.')
    expect((await screen.findByText('Back in theatre 2')).closest('li')?.textContent).toContain(
      'Resolved by m.okafor',
    )
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  it('shows immediately a step taken on another page', async () => {
    const server = alertsHospital([sampleAlert()])
    openConsole('/geofence-alert/al-1')
    await heading()
    await isLive()
    act(() => server.sendAlert(stepped(sampleAlert(), 'acknowledged', 'a.lindqvist', 'Looking')))
    expect(await screen.findByText('Looking')).toBeTruthy()
    expect(await screen.findByText('Acknowledged by a.lindqvist', { selector: '[role=status]' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
    // Sends an event again, then one that shows when it has been applied.
    act(() => {
      server.live.send('geofence.alert', sampleAlert())
      server.sendAlert(sampleAlert('al-2'))
    })
    await screen.findByRole('region', { name: 'New alerts' })
    expect(screen.getByText('Looking')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Acknowledge' })).toBeNull()
  })

  it("offers the floor where the asset was seen if it differs from the geofence's floor", async () => {
    const otherFloor = { ...sampleAlert().LinkedLocation, mapId: 'm5' }
    const server = alertsHospital([sampleAlert('al-1', { LinkedLocation: otherFloor })])
    server.handlers['/location/api/location.getMap/m5'] = () => ({
      mapId: 'm5',
      name: 'Basement',
      xDimension: 64,
      yDimension: 40,
      width: null,
      height: null,
    })
    openConsole('/geofence-alert/al-1')
    await screen.findByText(`Seen on another map: ${path}`)
    await userEvent.click(screen.getByText('Asset position'))
    await screen.findByText('Basement')
    expect(await screen.findByText('This map has no image')).toBeTruthy()
  })

  it('shows that the alert does not exist, with a link to the list', async () => {
    const server = alertsHospital([])
    server.handlers['/location/api/geofence/alert/al-0'] = () =>
      refusal(404, 'not_found', 'There is no such alert.')
    openConsole('/geofence-alert/al-0')
    await screen.findByText('Alert not found')
    expect(screen.getByRole('link', { name: 'Open the alert list' }).getAttribute('href')).toBe(
      '#/geofence-alerts',
    )
  })
})
