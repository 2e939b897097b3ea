import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../testing/pump-hospital.tsx'
import { warmUp } from '../testing/warm-up.ts'

vi.mock('../features/custom-tags/custom-tags-page.tsx', () => ({
  get Page() {
    throw new Error('The code could not be fetched.')
  },
}))

warmUp()
beforeEach(() => {
  queryClient.clear()
  signIn()
})

it('keeps the menu beside a page whose code cannot be fetched', async () => {
  const server = pumpHospital(['/devices', '/custom-tags'])
  server.handlers['/'] = () => new Response()
  openConsole('/custom-tags')
  const crash = await screen.findByRole('alert')
  expect(within(crash).getByRole('heading').textContent).toBe('This page could not be shown')
  const menu = screen.getByRole('navigation', { name: 'Main' })
  await userEvent.click(await within(menu).findByRole('link', { name: 'Devices' }))
  await screen.findByRole('link', { name: 'Infusion Pump 0412' })
  expect(screen.queryByText('This page could not be shown')).toBeNull()
})
