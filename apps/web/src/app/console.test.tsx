import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { refusal } from '../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../testing/pump-hospital.tsx'
import { samplePump } from '../testing/sample-assets.ts'
import { warmUp } from '../testing/warm-up.ts'

const pump = samplePump()

const hash = (): string => window.location.hash

warmUp()

describe('the console', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
  })

  it('redirects the empty path and every guarded page to login without a session', async () => {
    pumpHospital()
    openConsole('/devices')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(hash()).toBe('#/login')
  })

  it('signs in, opens devices and sends token, page, session and user with each request', async () => {
    const server = pumpHospital()
    openConsole('/login')
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Username'), 'm.okafor')
    await user.type(screen.getByLabelText('Password'), 'right password{Enter}')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(hash()).toBe('#/devices')
    expect(server.to('/api/user/verify')[0]?.body).toEqual({
      username: 'm.okafor',
      password: 'right password',
      authenticationMethod: 'Password',
    })
    const headers = server.to('/api/assets.filter')[0]?.headers
    expect(headers?.get('authorization')).toBe('Bearer tok_1')
    expect(headers?.get('pageRoute')).toBe('/devices')
    expect(headers?.get('sessionId')).toBe('s-1')
    expect(headers?.get('userName')).toBe('m.okafor')
  })

  it('continues after signing in with the link that was opened without a session', async () => {
    const server = pumpHospital()
    const filter = encodeURIComponent('{"BatteryLevel":["LEVEL_1"]}')
    openConsole(`/devices?filter=${filter}`)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(server.to('/api/assets.filter')).toEqual([])
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Username'), 'm.okafor')
    await user.type(screen.getByLabelText('Password'), 'right password{Enter}')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(hash()).toBe(`#/devices?filter=${filter}`)
  })

  it('starts a sign-in after a logout on the devices page, whatever was open', async () => {
    const server = pumpHospital()
    server.handlers['/api/user/logout'] = () => ({ err: 0, message: 'Signed out.' })
    signIn()
    openConsole('/devices?search=PUMP')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Log Out' }))
    await user.type(await screen.findByLabelText('Username'), 'm.okafor')
    await user.type(screen.getByLabelText('Password'), 'right password{Enter}')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(hash()).toBe('#/devices')
  })

  it('redirects to privilege-settings while the system is not configured', async () => {
    const server = pumpHospital(['/privilege-settings'])
    server.handlers['/api/config/isConfigured'] = () => ({ config: 0 })
    signIn()
    openConsole('/devices')
    await waitFor(() => expect(hash()).toBe('#/privilege-settings'))
    expect(server.to('/api/assets.filter')).toEqual([])
  })

  it('refuses a page outside the allowed routes after fetching these once', async () => {
    const server = pumpHospital(['/error-logs'])
    signIn()
    openConsole('/devices')
    await screen.findByText('ACCESS DENIED !')
    expect(screen.getByText('Contact Administator')).toBeTruthy()
    expect(hash()).toBe('#/accessdenied')
    expect(server.to('/api/privilege/getAllowedRoutes')).toHaveLength(1)
  })

  it('logs out on any answer 401: empties the storage and shows login', async () => {
    const server = pumpHospital()
    server.handlers['/api/assets.filter'] = () => refusal(401, 'unauthenticated', 'Please sign in.')
    signIn()
    openConsole('/devices')
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(localStorage.getItem('AccessToken')).toBeNull()
    expect(localStorage.getItem('sessionId')).toBeNull()
    expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeTruthy()
  })

  it('uses a rotated token for later requests', async () => {
    const server = pumpHospital()
    server.handlers['/api/user/patientDataAccess'] = () =>
      Response.json({ patientDataAccess: false }, { headers: { TokenChanged: 'tok_2_tok_1' } })
    signIn()
    openConsole('/devices')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(localStorage.getItem('AccessToken')).toBe('tok_2')
    expect(server.to('/api/assets.filter').at(-1)?.headers.get('authorization')).toBe('Bearer tok_2')
  })

  it('logs out by the menu: sends user and token, then shows login', async () => {
    const server = pumpHospital()
    signIn()
    openConsole('/devices')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    await userEvent.click(screen.getByRole('button', { name: 'Log Out' }))
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(server.to('/api/user/logout')[0]?.body).toEqual({ username: 'm.okafor', accessToken: 'tok_1' })
    expect(localStorage.getItem('AccessToken')).toBeNull()
  })

  it('opens an asset by matrix parameters, titled by its type', async () => {
    const server = pumpHospital()
    signIn()
    openConsole('/asset-detail;type=Equipment;id=IP%3B0412')
    await screen.findByRole('heading', { name: 'Infusion Pump 0412' })
    expect(screen.getByRole('heading', { level: 1, name: 'Equipment Detail Page' })).toBeTruthy()
    const query = server.to('/api/assets.getById')[0]?.query
    expect([query?.get('assetType'), query?.get('assetId')]).toEqual(['Equipment', 'IP;0412'])
    expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
    const details = screen.getByRole('heading', { name: 'Details' }).closest('section')
    if (!details) throw new Error('the details stand in no panel')
    expect(within(details).getByText('Battery Level')).toBeTruthy()
    expect(await within(details).findByText('Brim-full')).toBeTruthy()
    expect(server.to('/location/api/location.getLocationHistory')[0]?.body).toEqual({
      currentPage: 1,
      items: 5,
      assetId: pump.AssetId,
      assetType: 'Equipment',
    })
  })

  it('shows the message and the Home button for an unknown address, without the shell', async () => {
    pumpHospital()
    signIn()
    openConsole('/no/such/page')
    await screen.findByText('This page does not exists. Please recheck the address or go to Home Page.')
    expect(screen.getByRole('link', { name: 'Home' })).toBeTruthy()
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  })
})

describe('the devices page', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('shows each device with its place, aliases and a link to its details in a new tab', async () => {
    pumpHospital()
    openConsole('/devices')
    const link = await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(link.getAttribute('href')).toBe('#/asset-detail;type=Equipment;id=IP-0412')
    expect(link.getAttribute('target')).toBe('_blank')
    const card = link.closest('article')
    if (!card) throw new Error('the link stands in no card')
    expect(within(card).getByText('ICU West · Room 3.07')).toBeTruthy()
    expect(await within(card).findByText('Brim-full')).toBeTruthy()
    expect(within(card).getByText('Live')).toBeTruthy()
  })

  it('searches equipment by upper-case text and keeps the text in the address', async () => {
    const server = pumpHospital()
    openConsole('/devices')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search these devices' }), 'icu')
    await waitFor(() => expect(hash()).toBe('#/devices?search=icu'))
    await waitFor(() =>
      expect(server.to('/api/assets.filter').at(-1)?.body).toEqual([
        { AssetType: 'Equipment' },
        { search: 'ICU' },
      ]),
    )
  })

  it('requests the next nine devices on the next page', async () => {
    const server = pumpHospital()
    openConsole('/devices')
    await screen.findByText('1–2 of 11')
    await userEvent.click(screen.getByTitle('2'))
    await waitFor(() => expect(server.to('/api/assets.filter').at(-1)?.query.get('page')).toBe('2'))
    expect(server.to('/api/assets.filter').at(-1)?.query.get('pagesize')).toBe('9')
    expect(hash()).toBe('#/devices?page=2')
  })

  it('moves a card to its new place on a live event', async () => {
    const { live } = pumpHospital()
    openConsole('/devices')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    await screen.findByText('Live', { selector: 'header *' })
    const CurrentLocation = {
      ...pump.CurrentLocation,
      fullPath: { Level_1: 'Northfield General', Level_2: 'Tower B', Level_3: 'Theatre 2' },
      time: new Date(Date.now() + 1_000).toISOString(),
    }
    act(() => live.send('asset.location', { AssetType: 'Equipment', AssetId: 'IP-0412', CurrentLocation }))
    await screen.findByText('Theatre 2')
    expect(screen.getAllByText('ICU West · Room 3.07')).toHaveLength(1)
  })

  it('shows a failure with its request id, and tries again', async () => {
    const server = pumpHospital()
    const works = server.handlers['/api/assets.filter']
    if (!works) throw new Error('no handler')
    server.handlers['/api/assets.filter'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openConsole('/devices')
    await screen.findByText('Devices could not be loaded')
    expect(screen.getByText('Your privileges do not allow this.')).toBeTruthy()
    expect(screen.getByText('r-1')).toBeTruthy()
    server.handlers['/api/assets.filter'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
  })

  it('shows that no device matches and offers a reset', async () => {
    const server = pumpHospital()
    server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    openConsole('/devices?search=zzz')
    await screen.findByText('No devices match “zzz”')
    await userEvent.click(screen.getByRole('button', { name: 'Show all devices' }))
    await screen.findByText('No devices yet')
    expect(hash()).toBe('#/devices')
  })

  it('removes data of patients when the flag is withdrawn', async () => {
    const server = pumpHospital()
    server.handlers['/api/user/patientDataAccess'] = () => ({ patientDataAccess: true })
    openConsole('/devices')
    await screen.findByText('Live', { selector: 'header *' })
    const before = server.to('/api/assets.filter').length
    act(() => server.live.send('access.changed', { allowedRoutes: ['/devices'], patientDataAccess: false }))
    await waitFor(() => expect(server.to('/api/assets.filter').length).toBeGreaterThan(before))
  })
})
