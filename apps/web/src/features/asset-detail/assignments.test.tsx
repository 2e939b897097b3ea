import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { Asset } from '@wardtrack/contracts'
import { App } from 'antd'
import { MemoryRouter } from 'react-router'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessQuery } from '../../lib/access.ts'
import { queryClient } from '../../lib/query-client.ts'
import { fakeServer, refusal } from '../../testing/fake-server.ts'
import { sampleMapping, samplePump } from '../../testing/sample-assets.ts'
import { CustomTags } from './asset-detail.tsx'
import { AssetMapping } from './asset-mapping.tsx'
import { TagDetails } from './tag-details.tsx'

const ADD_LINK = '/api/assets.addAssetMapping'
const REMOVE_LINK = '/api/assets.removeAssetMapping'
const ADD_TAG = '/api/assets.addLocationTag'
const SEEN = '/api/asset.getUnassignedTags'
const ref = (AssetType: string, AssetId: string, AssetName: string) => ({
  AssetType,
  AssetId,
  Fields: { AssetName },
})
const adams = samplePump({ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } })
const carrier = samplePump({
  AssetId: 'IP-9',
  Fields: { AssetName: 'Pump 9' },
  LocationTags: [{ Provider: 'cisco', TagId: 'T-9', IsPrimary: true }],
})

function server() {
  return fakeServer({
    '/api/asset.getMetaDataMapping': () => sampleMapping(),
    '/api/asset.getAssetMappingById': () => ({
      Mapping: [[ref('Equipment', 'IP-0412', 'Infusion Pump 0412'), ref('Clinician', 'C-2', 'Brown')]],
    }),
    '/api/assets.filter': ({ body }) =>
      JSON.stringify(body).includes('TagId')
        ? { assets: [carrier], maxAssets: 1 }
        : { assets: [adams], maxAssets: 1 },
    [ADD_LINK]: () => ({ err: 0, message: 'Assets linked.', Mapping: [] }),
    [REMOVE_LINK]: () => ({ err: 0, message: 'Link removed.', Mapping: [] }),
    [ADD_TAG]: () => ({ err: 0, message: 'Tag associated.', LocationTags: [] }),
    '/api/assets.removeLocationTag': () => ({ err: 0, message: 'Tag disassociated.', LocationTags: [] }),
    [SEEN]: () => ({
      data: [
        {
          Provider: 'cisco',
          TagId: 'T-1',
          seenAt: new Date().toISOString(),
          fullPath: { Level_1: 'Site', Level_2: 'Ward 4' },
          mapId: null,
        },
      ],
    }),
    '/api/customTag/list': () => ({
      data: [{ _id: '1', name: 'Rental', createdAt: '2026-11-02T08:00:00.000Z' }],
    }),
    '/api/assets.addCustomTag': () => ({
      err: 0,
      message: 'Custom tag assigned.',
      status: 1,
      CustomTags: [],
    }),
    '/api/assets.removeCustomTag': () => ({
      err: 0,
      message: 'Custom tag removed from the asset.',
      status: 1,
      CustomTags: [],
    }),
  })
}

function show(asset: Asset, patientDataAccess = false): void {
  queryClient.setQueryData(accessQuery().queryKey, { configured: true, allowedRoutes: [], patientDataAccess })
  render(
    <QueryClientProvider client={queryClient}>
      <App>
        <MemoryRouter>
          <AssetMapping asset={asset} />
          <TagDetails asset={asset} />
          <CustomTags asset={asset} />
        </MemoryRouter>
      </App>
    </QueryClientProvider>,
  )
}
const press = async (name: string, inside: HTMLElement = document.body) =>
  userEvent.click(await within(inside).findByRole('button', { name }))

beforeEach(() => queryClient.clear())

describe('asset mapping', () => {
  it('requires a type and at least one asset, and links the chosen assets', async () => {
    const requests = server()
    show(samplePump(), true)
    await press('Add mapping')
    const dialog = await screen.findByRole('dialog', { name: /^Link Infusion Pump 0412/ })
    await press('Add mapping', dialog)
    expect(await within(dialog).findByText('Asset Type is required')).toBeTruthy()
    expect(await within(dialog).findByText('Select atleast one asset')).toBeTruthy()
    expect(requests.to(ADD_LINK)).toHaveLength(0)
    const [type, assets] = within(dialog).getAllByRole('combobox')
    await userEvent.click(type ?? dialog)
    await userEvent.click(await screen.findByTitle('Clinician'))
    await userEvent.click(assets ?? dialog)
    await userEvent.click(await screen.findByTitle('Adams · C-1'))
    await press('Add mapping', dialog)
    expect(await screen.findByText('Assets linked.')).toBeTruthy()
    expect(requests.to(ADD_LINK)[0]?.body).toEqual({
      Mapping: [
        [
          { AssetType: 'Equipment', AssetId: 'IP-0412' },
          { AssetType: 'Clinician', AssetId: 'C-1' },
        ],
      ],
    })
  })

  it('is not offered for people to users without patient access', async () => {
    server()
    show(adams)
    await screen.findByText('Brown')
    expect(screen.queryByRole('button', { name: 'Add mapping' })).toBeNull()
  })

  it('removes a link after a confirmation', async () => {
    const requests = server()
    show(samplePump())
    await press('Remove the link to Brown')
    const question = await screen.findByRole('dialog', { name: /Remove the link between/ })
    expect(requests.to(REMOVE_LINK)).toHaveLength(0)
    await press('Remove link', question)
    expect(await screen.findByText('Link removed.')).toBeTruthy()
    expect(requests.to(REMOVE_LINK)[0]?.body).toEqual({
      Mapping: [
        [
          { AssetType: 'Equipment', AssetId: 'IP-0412' },
          { AssetType: 'Clinician', AssetId: 'C-2' },
        ],
      ],
    })
  })
})

describe('location tags', () => {
  const open = async () => {
    await press('Associate Tag')
    return screen.findByRole('dialog', { name: /^Associate a tag/ })
  }

  it('recently seen are offered with their place, and associated', async () => {
    const requests = server()
    show(samplePump())
    const dialog = await open()
    await userEvent.click(await within(dialog).findByText('Site > Ward 4'))
    await press('Associate Tag', dialog)
    expect(await screen.findByText('Tag associated.')).toBeTruthy()
    expect(requests.to(ADD_TAG)[0]?.body).toMatchObject({
      AssetId: 'IP-0412',
      LocationTag: { Provider: 'cisco', TagId: 'T-1', IsPrimary: false },
      move: false,
    })
  })

  it('of another asset are moved only after a confirmation', async () => {
    const requests = server()
    requests.handlers[ADD_TAG] = ({ body }) =>
      (body as { move: boolean }).move
        ? { err: 0, message: 'Tag associated.', LocationTags: [] }
        : refusal(409, 'duplicate', 'Another asset has this tag.')
    show(samplePump())
    const dialog = await open()
    await userEvent.type(within(dialog).getByLabelText('Tag ID'), 'T-9')
    await userEvent.type(within(dialog).getByLabelText('Provider'), 'Cisco')
    await press('Associate Tag', dialog)
    expect(await screen.findAllByText('Move tag T-9 from Pump 9?')).not.toEqual([])
    expect(requests.to(ADD_TAG)).toHaveLength(1)
    await press('Move tag')
    expect(await screen.findByText('Tag associated.')).toBeTruthy()
    expect(requests.to(ADD_TAG)[1]?.body).toMatchObject({ move: true })
  })

  it('of an asset that is hidden from the user are refused', async () => {
    const requests = server()
    requests.handlers[ADD_TAG] = () => refusal(409, 'duplicate', 'Another asset has this tag.')
    requests.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    show(samplePump())
    const dialog = await open()
    await userEvent.type(within(dialog).getByLabelText('Tag ID'), 'T-9')
    await userEvent.type(within(dialog).getByLabelText('Provider'), 'Cisco')
    await press('Associate Tag', dialog)
    expect(await within(dialog).findByText('Another asset has this tag.')).toBeTruthy()
    expect(requests.to(ADD_TAG)).toHaveLength(1)
  })

  it('are disassociated after a confirmation', async () => {
    const requests = server()
    show(samplePump())
    await press('Disassociate tag 00:12:4B')
    await press(
      'Disassociate tag',
      await screen.findByRole('dialog', { name: /Disassociate tag 00:12:4B from/ }),
    )
    expect(await screen.findByText('Tag disassociated.')).toBeTruthy()
    expect(requests.to('/api/assets.removeLocationTag')).toHaveLength(1)
  })

  it('over time are listed once a start or an end is known', () => {
    server()
    const old = { Provider: 'cisco', TagId: 'T-1', IsPrimary: true }
    show(samplePump({ TagHistory: [old] }))
    expect(screen.queryByRole('table', { name: 'Tags over time' })).toBeNull()
    cleanup()
    const times = { from: '2026-11-01T10:00:00.000Z', to: '2026-11-02T10:00:00.000Z' }
    show(samplePump({ TagHistory: [old, { ...old, TagId: 'T-0', ...times }] }))
    const table = within(screen.getByRole('table', { name: 'Tags over time' }))
    const rows = table.getAllByRole('row').map(({ textContent }) => textContent)
    expect(rows[1]).toMatch(/^T-1.*Not recorded.*Carried now$/)
    expect(rows[2]).toMatch(/^T-0Cisco11\/01\/2026.*11\/02\/2026/)
  })

  it('that are reserved are listed separately, and removed', async () => {
    const requests = server()
    show(samplePump({ ReservedTags: [{ Provider: 'cisco', TagId: 'T-7', IsPrimary: false }] }))
    expect(within(screen.getByRole('table', { name: 'Reserved tags' })).getByText('T-7')).toBeTruthy()
    await press('Disassociate tag T-7')
    await press('Disassociate tag', await screen.findByRole('dialog', { name: /Disassociate tag T-7 from/ }))
    expect(await screen.findByText('Tag disassociated.')).toBeTruthy()
    expect(requests.to('/api/assets.removeLocationTag')[0]?.body).toMatchObject({ TagId: 'T-7' })
  })
})

describe('custom tags', () => {
  it("are assigned from the installation's tags, and at least one is required", async () => {
    const requests = server()
    show(samplePump())
    await press('Assign tag')
    const dialog = await screen.findByRole('dialog', { name: /^Assign a custom tag/ })
    await press('Assign tag', dialog)
    expect(await within(dialog).findByText('Custom Tag is required')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('combobox'))
    await userEvent.click(await screen.findByTitle('Rental'))
    await press('Assign tag', dialog)
    expect(await screen.findByText('Custom tag assigned.')).toBeTruthy()
    expect(requests.to('/api/assets.addCustomTag')[0]?.body).toEqual({
      newCustomTag: 'Rental',
      AssetType: 'Equipment',
      AssetId: 'IP-0412',
    })
  })

  it('are removed after a confirmation', async () => {
    const requests = server()
    show(samplePump())
    await userEvent.click(await screen.findByLabelText('Remove tag Loan pool'))
    await press('Remove tag', await screen.findByRole('dialog', { name: /^Remove tag Loan pool from/ }))
    await waitFor(() => expect(requests.to('/api/assets.removeCustomTag')).toHaveLength(1))
    expect(await screen.findByText('Custom tag removed from the asset.')).toBeTruthy()
  })
})
