import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'

const LIST = '/api/report.schedules'
const SCHEDULE = { name: 'Schedule…' }

function hospital(pages: string[]) {
  const server = pumpHospital(['/devices', '/assetlist', ...pages])
  const { Equipment } = sampleMapping()
  Object.assign(server.handlers, {
    '/api/assets.getFilterOption': () => [
      { Equipment: { AssetInfo: Equipment, AssetStatus: {}, MedaDataInfo: {}, Time: {} } },
    ],
    '/api/assets.list': () => ({ data: [], count: 0 }),
    '/api/report.nextRuns': () => ({ data: [] }),
    [LIST]: ({ method }: { method: string }) =>
      method === 'POST'
        ? { err: 0, message: 'Schedule saved.', data: {} }
        : { data: [], mailReady: false, hasAddress: false, timeZone: 'Europe/Berlin' },
  })
  const saved = () => server.to(LIST).filter(({ method }) => method === 'POST')
  return { ...server, saved }
}

const filtered = (route: string): string =>
  `${route}?filter=${encodeURIComponent('{"AssetType":["Equipment"],"Fields.PrimaryCategory":["lvp"]}')}`

warmUp()

beforeEach(() => {
  queryClient.clear()
  localStorage.clear()
  signIn()
})

describe.each([
  ['/devices', 'devices'],
  ['/assetlist', 'assetlist'],
] as const)('“Schedule…” on %s', (route, page) => {
  it('opens the form of a schedule for the list with its filters', async () => {
    const server = hospital(['/report/unmoved'])
    openConsole(filtered(route))
    await userEvent.click(await screen.findByRole('button', SCHEDULE))
    await screen.findByRole('dialog', { name: 'Schedule report' })
    await userEvent.click(screen.getByRole('button', { name: 'Save schedule' }))
    await waitFor(() => expect(server.saved()).toHaveLength(1))
    const criteria = expect.arrayContaining([{ 'Fields.PrimaryCategory': ['lvp'] }])
    expect(server.saved()[0]?.body).toMatchObject({ page, period: 'none', criteria })
  })

  it('is hidden from users who may not open report schedules', async () => {
    hospital([])
    openConsole(filtered(route))
    expect(await screen.findByRole('button', { name: /^Export|^Download/ })).toBeTruthy()
    expect(screen.queryByRole('button', SCHEDULE)).toBeNull()
  })
})

it('is hidden on the asset list without a filter', async () => {
  hospital(['/report/unmoved'])
  openConsole('/assetlist')
  expect(await screen.findByRole('button', { name: /^Export|^Download/ })).toBeTruthy()
  expect(screen.queryByRole('button', SCHEDULE)).toBeNull()
})
