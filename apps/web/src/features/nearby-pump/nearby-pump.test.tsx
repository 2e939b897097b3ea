import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { NearbyRow } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

const row = (AssetId: string, Distance: number, more: Partial<NearbyRow> = {}): NearbyRow => ({
  AssetId,
  AssetType: 'Equipment',
  AssetName: `Pump ${AssetId}`,
  Location: 'Northfield General>Tower A',
  Distance,
  ...more,
})

const PATH = '/api/report.getFilterDataForReport/nearby-pump'

function hospital() {
  const server = pumpHospital(['/report/nearby-pump', '/asset-detail'])
  server.handlers['/api/assets.getFilterOption'] = () => [
    { Equipment: { AssetInfo: {}, AssetStatus: {}, MedaDataInfo: {}, Time: {} } },
  ]
  server.handlers[PATH] = () => ({
    assets: [row('1', 3.4, { WalkingDistance: 12 }), row('2', 7)],
    maxAssets: 2,
  })
  return server
}

const sentItems = (server: ReturnType<typeof hospital>): object[] | undefined =>
  (server.to(PATH)[0]?.body as { items: object[] } | undefined)?.items

warmUp()

describe('the report of nearby assets', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('is requested once all three values are set, and not before', async () => {
    const server = hospital()
    openConsole('/report/nearby-pump')
    const submit = await screen.findByRole('button', { name: 'Submit' })
    expect(submit).toHaveProperty('disabled', true)
    const user = userEvent.setup()
    await user.click(screen.getByLabelText('Asset type'))
    await user.click(await screen.findByTitle('Equipment'))
    expect(submit).toHaveProperty('disabled', true)
    await user.type(screen.getByLabelText('Asset ID or serial number'), 'LVP-21-084412')
    expect(submit).toHaveProperty('disabled', true)
    await screen.findByText('Infusion Pump 0412 · LVP-21-084412 · IP-0412')
    await user.keyboard('{Escape}')
    await user.click(screen.getByLabelText('Surrounding asset'))
    await user.click(await screen.findByTitle('Large volume pump'))
    expect(server.to(PATH)).toEqual([])
    expect(submit).toHaveProperty('disabled', false)
    await user.click(submit)
    const table = await screen.findByRole('table', { name: 'Assets nearby' })
    expect(sentItems(server)).toEqual([
      { metaData: { AssetType: 'Equipment', SerialNo: 'LVP-21-084412', SurroundingAsset: 'lvp' } },
    ])
    const heads = within(table).getAllByRole('columnheader')
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'AssetId',
      'AssetType',
      'AssetName',
      'Location',
      'Distance',
      'On foot',
    ])
    expect(within(table).getByText('12.0 m')).toBeTruthy()
    expect(within(table).getByText('7.0 m')).toBeTruthy()
    expect(window.location.hash).toContain('by=SerialNo')
  })

  it('is requested again from its address, and shows that the asset does not exist', async () => {
    const server = hospital()
    server.handlers[PATH] = () => refusal(404, 'not_found', 'There is no such asset.')
    openConsole('/report/nearby-pump?type=Equipment&asset=gone&around=Equipment')
    await screen.findByText('There is no such asset.')
    expect(sentItems(server)?.[0]).toEqual({
      metaData: { AssetType: 'Equipment', AssetId: 'gone', SurroundingAsset: 'Equipment' },
    })
    expect(screen.getByLabelText('Asset ID or serial number')).toHaveProperty('value', 'gone')
  })
})
