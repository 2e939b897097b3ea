import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'

const hash = (): string => decodeURIComponent(window.location.hash).replaceAll('+', ' ')

/** Returns filterable fields, grouped as by the server. */
function filterGroups() {
  const { Equipment } = sampleMapping()
  const createdAt = {
    Alias: 'Date & Time',
    Model: 'createdAt',
    filterFlag: '1',
    inputType: 'input',
    tableKey: 'createdAt',
  }
  return [{ Equipment: { AssetInfo: Equipment, AssetStatus: {}, MedaDataInfo: {}, Time: { createdAt } } }]
}

function hospital() {
  const server = pumpHospital()
  server.handlers['/api/assets.getFilterOption'] = () => filterGroups()
  server.handlers['/location/api/location.getLocationTitle'] = () => ({ data: { Level_1: 'Campus' } })
  server.handlers['/location/api/location.getLocationOptionsByLevel'] = ({ body }) => ({
    options: (body as { level?: string }).level ? [] : ['Northfield General', 'Southfield'],
  })
  const lastBody = () => server.to('/api/assets.filter').at(-1)?.body
  return { ...server, lastBody }
}

warmUp()

describe('the filters of the devices page', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('offer fields of the metadata mapping and places, are sent to the server and kept in the address', async () => {
    const { lastBody } = hospital()
    openConsole('/devices?page=2')
    await screen.findByRole('link', { name: 'Infusion Pump 0412' })
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Filters' }))
    await user.click(await screen.findByLabelText('Category'))
    await user.click(await screen.findByTitle('Large volume pump'))
    await user.click(await screen.findByLabelText('Campus'))
    await user.click(await screen.findByTitle('Northfield General'))
    await user.click(screen.getByText('Apply filters'))
    await waitFor(() =>
      expect(lastBody()).toEqual([
        { AssetType: 'Equipment' },
        { 'Fields.PrimaryCategory': ['lvp'] },
        { 'CurrentLocation.fullPath.Level_1': 'Northfield General' },
      ]),
    )
    expect(hash()).toBe(
      '#/devices?filter={"Fields.PrimaryCategory":["lvp"],"CurrentLocation.fullPath":["Northfield General"]}',
    )
    expect(screen.getByLabelText('Filters: 2 on')).toBeTruthy()
    const chips = within(screen.getByLabelText('Active filters'))
    expect(chips.getByText('Large volume pump')).toBeTruthy()
    await user.click(chips.getByLabelText('Remove the filter Category'))
    await waitFor(() => expect(lastBody()).toHaveLength(2))
    await user.click(chips.getByText('Reset filters'))
    await waitFor(() => expect(lastBody()).toEqual([{ AssetType: 'Equipment' }]))
    expect(hash()).toBe('#/devices')
  })

  it('are read from the address, and apply to the map too', async () => {
    const server = hospital()
    openConsole(`/devices?view=map&filter=${encodeURIComponent('{"Fields.PrimaryCategory":["lvp"]}')}`)
    await screen.findByText('No matching device is on a map')
    expect(server.to('/api/assets.getfilterMap')[0]?.body).toEqual([
      { AssetType: 'Equipment' },
      { 'Fields.PrimaryCategory': ['lvp'] },
    ])
  })

  it('are named if no device matches, with a reset', async () => {
    const server = hospital()
    server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    openConsole(`/devices?filter=${encodeURIComponent('{"Fields.Gone":"~x"}')}`)
    await screen.findByText('No devices match the filters')
    expect(await screen.findByRole('button', { name: 'Remove the filter Gone' })).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Show all devices' }))
    await screen.findByText('No devices yet')
    expect(hash()).toBe('#/devices')
  })

  it('show a message if a link filters by a type that this user may not list', async () => {
    const server = hospital()
    server.handlers['/api/assets.filter'] = () => ({ assets: [], maxAssets: 0 })
    openConsole(`/devices?filter=${encodeURIComponent('{"AssetType":["Patient"]}')}`)
    await screen.findByText('You cannot see assets of type Patient')
    await userEvent.click(screen.getByRole('button', { name: 'Show all devices' }))
    expect(await screen.findByText('No devices yet')).toBeTruthy()
    expect(hash()).toBe('#/devices')
  })

  it("never show the previous filter's count as their own, and do not call people devices", async () => {
    const server = hospital()
    const all = server.handlers['/api/assets.filter']
    let answer: (() => void) | undefined
    server.handlers['/api/assets.filter'] = (call) => {
      if (!JSON.stringify(call.body).includes('Clinician')) return all?.(call) ?? {}
      return new Promise((resolve) => {
        answer = () => resolve({ assets: [], maxAssets: 3 })
      })
    }
    openConsole(`/devices?filter=${encodeURIComponent('{"Fields.AssetName":"~pump"}')}`)
    await screen.findByText(/^\d+ devices?$/)
    await userEvent.click(screen.getByRole('button', { name: 'Filter: Own filter' }))
    await userEvent.click(await screen.findByRole('button', { name: 'All Clinicians' }))
    await screen.findByText('Searching…')
    expect(screen.queryByText(/^\d+ devices?$/)).toBeNull()
    await waitFor(() => expect(answer).toBeDefined())
    answer?.()
    expect(await screen.findByText('3 found')).toBeTruthy()
  })

  it('show a failure to load the fields, and try again', async () => {
    const server = hospital()
    const works = server.handlers['/api/assets.getFilterOption']
    if (!works) throw new Error('no handler')
    server.handlers['/api/assets.getFilterOption'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openConsole('/devices')
    await userEvent.click(await screen.findByRole('button', { name: 'Filters' }))
    await screen.findByText('The filter fields could not be loaded')
    server.handlers['/api/assets.getFilterOption'] = works
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByLabelText('Category')).toBeTruthy()
  })
})

describe('the export of the devices page', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('contains every device of the view, in its order', async () => {
    const server = hospital()
    server.handlers['/api/report.exportCsv/devices'] = () =>
      new Response('a,b\r\n', { headers: { 'content-disposition': 'attachment; filename="report.csv"' } })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    const filter = encodeURIComponent('{"Fields.AssetName":"~pump"}')
    openConsole(`/devices?page=2&search=icu&sort=-Fields.SerialNo&filter=${filter}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Export devices' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV, every row' }))
    await waitFor(() => expect(saved).toEqual(['report.csv']))
    expect(server.to('/api/report.exportCsv/devices')[0]?.body).toEqual([
      { AssetType: 'Equipment' },
      { 'Fields.AssetName': { $regex: 'pump' } },
      { search: 'ICU' },
      { sort: [{ sortField: 'Fields.SerialNo', sortDirection: -1 }] },
    ])
    vi.restoreAllMocks()
  })
})
