import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'

it("marks only the item of the open page, even if its address begins with another item's address", async () => {
  queryClient.clear()
  pumpHospital(['/admin-config'])
  signIn()
  openConsole('/admin-config/storage')
  const storage = await screen.findByRole('link', { name: 'Storage' })
  expect(storage.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBeNull()
})

it('opens the group of a page without a menu item, and of an item that is added later', async () => {
  queryClient.clear()
  const server = pumpHospital(['/custom-report', '/report/fence-status', '/provider-settings'])
  let answerNames = (_names: string[]): void => undefined
  const names = new Promise<string[]>((resolve) => {
    answerNames = resolve
  })
  server.handlers['/api/settings/getAddedLocationProviders'] = () => names
  signIn()
  openConsole('/custom-report/r1')
  const reports = await screen.findByRole('button', { name: 'Reports' })
  expect(reports.getAttribute('aria-expanded')).toBe('true')
  window.location.hash = '/provider-settings/sonar'
  answerNames(['sonar'])
  const provider = await screen.findByRole('link', { name: 'Sonar' })
  await waitFor(() => expect(provider.getAttribute('aria-current')).toBe('page'))
})
