import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'

it('marks the line of the open page alone, also where the address of another line begins it', async () => {
  queryClient.clear()
  pumpHospital(['/admin-config'])
  signIn()
  openConsole('/admin-config/storage')
  const storage = await screen.findByRole('link', { name: 'Storage' })
  expect(storage.getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBeNull()
})
