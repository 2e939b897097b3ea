import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseLanguage } from '../../lib/i18n/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'

function openDashboard(maxAssets: number): void {
  const server = pumpHospital(['/dashboard'])
  server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets })
  signIn()
  openConsole('/dashboard')
}

describe('the dashboard', () => {
  beforeEach(() => queryClient.clear())

  it('shows that there are no devices, instead of no weak batteries', async () => {
    openDashboard(0)
    await screen.findByText('There are no devices yet.')
    expect(screen.queryByText('No weak batteries')).toBeNull()
  })

  it('shows that no battery is weak if there are devices', async () => {
    openDashboard(7)
    await screen.findByText('No weak batteries')
    expect(screen.queryByText('There are no devices yet.')).toBeNull()
  })

  it('formats its figures in the chosen language', async () => {
    await chooseLanguage('de')
    openDashboard(12_345)
    expect((await screen.findAllByText('12.345')).length).toBeGreaterThan(0)
    await chooseLanguage('en-GB')
  })
})
