import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { stubCanvases } from '../../map-engine/testing/fake-canvas.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const LOCATIONS = '/location/api/location.getLocationHistory'
const STATES = '/status/api/deviceStatus.history'
const HOUR_MS = 3_600_000

warmUp()

describe('the histories of an asset', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
    return stubCanvases()
  })

  it('ask for all there is until a period is chosen, which both keep and the address holds', async () => {
    const server = pumpHospital()
    const lastBody = (path: string) => server.to(path).at(-1)?.body as { createdAt?: { startDate?: string } }
    openConsole('/asset-detail;type=Equipment;id=IP-0412')
    await screen.findAllByText('Nothing was recorded yet.')
    expect(lastBody(LOCATIONS).createdAt).toBeUndefined()
    await userEvent.click(screen.getByLabelText('Time: Any time'))
    await userEvent.click(await screen.findByLabelText('Choose a period'))
    await userEvent.click(await screen.findByTitle('Last 6 hours'))
    expect(await screen.findAllByText('Nothing was recorded in this period.')).toHaveLength(2)
    for (const path of [LOCATIONS, STATES]) {
      const since = Date.parse(lastBody(path).createdAt?.startDate ?? '')
      expect(Math.abs(Date.now() - 6 * HOUR_MS - since)).toBeLessThan(HOUR_MS)
      expect(lastBody(path).createdAt).not.toHaveProperty('endDate')
    }
    expect(window.location.hash).toBe('#/asset-detail;type=Equipment;id=IP-0412?time=last-6-hours')
  })

  it('ask for the period of the address, both ends', async () => {
    const server = pumpHospital()
    const [from, to] = ['2026-01-01T08:00:00.000Z', '2026-01-02T08:00:00.000Z']
    openConsole(`/asset-detail;type=Equipment;id=IP-0412?time=${from}~${to}`)
    await screen.findAllByText('Nothing was recorded in this period.')
    await waitFor(() =>
      expect(server.to(STATES)[0]?.body).toEqual({
        currentPage: 1,
        items: 5,
        deviceId: 'IP-0412',
        assetType: 'Equipment',
        createdAt: { startDate: from, endDate: to },
      }),
    )
  })
})
