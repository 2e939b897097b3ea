import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { stubCanvases } from '../map-engine/testing/fake-canvas.ts'
import { refusal } from '../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../testing/pump-hospital.tsx'
import { warmUp } from '../testing/warm-up.ts'

warmUp()
const hash = (): string => window.location.hash

describe('an address', () => {
  let restoreCanvases: () => void

  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    restoreCanvases = stubCanvases()
  })
  afterEach(() => restoreCanvases())

  it('offers a way back from an asset whose address was typed into an open tab', async () => {
    pumpHospital()
    signIn()
    openConsole('/devices')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    act(() => {
      window.location.hash = '/asset-detail;type=Equipment;id=IP-0412'
    })
    await screen.findByRole('heading', { name: 'Infusion Pump 0412', level: 2 })
    await userEvent.click(await screen.findByRole('button', { name: 'Back' }))
    await waitFor(() => expect(hash()).toBe('#/devices'))
  })

  it('titles a page by asset type only if it shows one asset', async () => {
    pumpHospital()
    signIn()
    openConsole('/devices?type=Equipment')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    expect(screen.queryByRole('heading', { level: 1, name: 'Equipment Detail Page' })).toBeNull()
  })

  it('begins the help of an asset with its type', async () => {
    pumpHospital()
    signIn()
    openConsole('/asset-detail;type=Equipment;id=IP-0412')
    await screen.findByRole('heading', { name: 'Infusion Pump 0412' })
    await userEvent.click(screen.getByRole('button', { name: 'Help for this page' }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Equipment Detail Page', { selector: 'p' })).toBeTruthy()
  })

  it('shows Create User on the create route to users who may create people', async () => {
    pumpHospital(['/admin-config'])
    signIn()
    openConsole('/create')
    const link = await screen.findByRole('link', { name: 'Create User' })
    expect(link.getAttribute('href')).toBe('#/admin-config?create=user')
  })

  it('shows which dashboard panel failed to load, with a retry, beside the loaded panels', async () => {
    const server = pumpHospital(['/dashboard'])
    server.handlers['/api/assets.getfilterMap'] = () => refusal(403, 'forbidden', 'Not yours.')
    signIn()
    openConsole('/dashboard')
    await screen.findByText('The floors could not be loaded')
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    await screen.findByRole('table', { name: 'Weak batteries' })
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull())
  })
})
