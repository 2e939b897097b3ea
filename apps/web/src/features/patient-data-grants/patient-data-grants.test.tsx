import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

const GRANT = { userId: 'u-1', username: 'm.okafor', at: '2026-11-20T08:00:00.000Z' }
const TITLE = 'The first account gave access to patient data'

function openDashboard(mayAcknowledge: boolean, routes = ['/dashboard', '/admin-config']) {
  const server = pumpHospital(routes)
  let data = [GRANT]
  server.handlers['/api/patientDataGrants'] = () => ({ data, mayAcknowledge })
  server.handlers['/api/users/u-1/acknowledgePatientData'] = () => {
    data = []
    return { err: 0, message: 'Done.' }
  }
  signIn()
  openConsole('/dashboard')
  return server
}

it('shows on the dashboard who got patient data from the first account, until it is acknowledged', async () => {
  openDashboard(true)
  await screen.findByText(TITLE)
  expect(screen.getByText(/^m\.okafor, /)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Acknowledge patient data for m.okafor' }))
  await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull())
})

it('tells the first account that somebody else has to check it', async () => {
  openDashboard(false)
  expect(await screen.findByText(/Another administrator must check this/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Acknowledge/ })).toBeNull()
})

it('asks nothing for people who do not administer', async () => {
  const server = openDashboard(true, ['/dashboard'])
  await screen.findByRole('heading', { name: /Device counts/ })
  expect(server.to('/api/patientDataGrants')).toEqual([])
})
