import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import texts from '../../public/assets/lang/en-GB.json'
import { queryClient } from '../lib/query-client.ts'
import { mapHospital, openPage } from '../testing/map-hospital.tsx'
import { warmUp } from '../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

it.each([
  ['/add-ls-notify-rule', 'Add Notification Rule'],
  ['/add-ls-notify-rule?rule=r-1', 'Edit Notification Rule'],
  ['/generate-report-form', 'Generate Report'],
  ['/generate-report-form/r-1', 'Edit Report'],
])('titles %s “%s”, in the header and in the tab', async (path, title) => {
  const server = mapHospital({ allowedRoutes: ['/add-ls-notify-rule', '/generate-report-form'] })
  server.handlers['/assets/lang/en-GB.json'] = () => texts
  openPage(path)
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
  await waitFor(() => expect(document.title).toContain(title))
})
