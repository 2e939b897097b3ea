import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { SavedFilter } from '@wardtrack/contracts'
import { beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { refusal } from '../../testing/fake-server.ts'
import { openConsole, pumpHospital, signIn } from '../../testing/pump-hospital.tsx'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { warmUp } from '../../testing/warm-up.ts'

const hash = (): string => decodeURIComponent(window.location.hash).replaceAll('+', ' ')

const saved = (filterId: string, displayName: string, more: Partial<SavedFilter> = {}): SavedFilter => ({
  filterId,
  displayName,
  criteria: [{ AssetType: ['Equipment'] }, { 'Fields.PrimaryCategory': ['lvp'] }],
  userName: 'm.okafor',
  showOn: '/devices',
  share: false,
  showMe: true,
  isDefault: false,
  ...more,
})

/** Creates a hospital that stores saved filters like the server. */
function hospital(...filters: SavedFilter[]) {
  const server = pumpHospital()
  const { Equipment } = sampleMapping()
  const Time = { createdAt: { ...Equipment?.['SerialNo'], Alias: 'Date & Time', Model: 'createdAt' } }
  server.handlers['/api/assets.getFilterOption'] = () => [
    { Equipment: { AssetInfo: Equipment, AssetStatus: {}, MedaDataInfo: {}, Time } },
  ]
  server.handlers['/location/api/location.getLocationTitle'] = () => ({ data: { Level_1: 'Campus' } })
  server.handlers['/location/api/location.getLocationOptionsByLevel'] = () => ({ options: [] })
  server.handlers['/api/filters/getFiltersForUser'] = () => ({ data: filters })
  server.handlers['/api/filters/create'] = ({ body }) => {
    const data = saved('9', '', body as Partial<SavedFilter>)
    filters.push(data)
    return { err: 0, message: 'Filter saved.', data }
  }
  for (const [index, filter] of filters.entries()) {
    server.handlers[`/api/filters/update/${filter.filterId}`] = ({ body }) => {
      filters[index] = { ...filter, ...(body as object) }
      return { err: 0, message: 'Filter saved.', data: filters[index] }
    }
    server.handlers[`/api/filters/delete/${filter.filterId}`] = () => {
      filters.splice(index, 1)
      return { err: 0, message: 'Filter deleted.' }
    }
  }
  return { ...server, filters, lastBody: () => server.to('/api/assets.filter').at(-1)?.body }
}

const openMenu = async (user: ReturnType<typeof userEvent.setup>): Promise<HTMLElement> => {
  await user.click(await screen.findByRole('button', { name: /^Filter: / }))
  return screen.findByRole('dialog', { name: 'Saved filters' })
}

warmUp()

describe('saved filters', () => {
  beforeEach(() => {
    queryClient.clear()
    localStorage.clear()
    signIn()
  })

  it('are applied by a click, named while active, and removed by All Devices', async () => {
    const server = hospital(saved('1', 'Large pumps'))
    openConsole('/devices')
    const user = userEvent.setup()
    const menu = await openMenu(user)
    await user.click(await within(menu).findByRole('button', { name: 'Large pumps' }))
    await waitFor(() =>
      expect(server.lastBody()).toEqual([{ AssetType: 'Equipment' }, { 'Fields.PrimaryCategory': ['lvp'] }]),
    )
    expect(hash()).toBe('#/devices?filter={"Fields.PrimaryCategory":["lvp"]}')
    await user.click(await screen.findByRole('button', { name: 'Filter: Large pumps' }))
    await user.click(await screen.findByRole('button', { name: 'All Devices' }))
    expect(await screen.findByRole('button', { name: 'Filter: All Devices' })).toBeTruthy()
    expect(hash()).toBe('#/devices')
    expect(screen.queryByLabelText('Active filters')).toBeNull()
  })

  it('include people and times as quick filters, and patients only for users who may see them', async () => {
    const server = hospital()
    openConsole('/devices')
    const user = userEvent.setup()
    const menu = await openMenu(user)
    expect(within(menu).queryByText('All Patients')).toBeNull()
    await user.click(within(menu).getByRole('button', { name: 'All Clinicians' }))
    await waitFor(() => expect(server.lastBody()).toEqual([{ AssetType: 'Clinician' }]))
    await openMenu(user)
    await user.click(await screen.findByRole('button', { name: 'Last 6 hours' }))
    await waitFor(() =>
      expect(server.lastBody()).toEqual([
        { AssetType: 'Equipment' },
        { createdAt: { $gte: expect.any(String) } },
      ]),
    )
  })

  it('are saved under a name after a change of an input, for everyone or for the user', async () => {
    const server = hospital(saved('1', 'Large pumps'))
    openConsole('/devices')
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Filters' }))
    const name = await screen.findByPlaceholderText('Enter Filter Name')
    const button = (label: string) => screen.getByRole<HTMLButtonElement>('button', { name: label })
    for (const label of ['Save', 'Apply filters', 'Reset filters', 'Delete filter'])
      expect([label, button(label).disabled]).toEqual([label, true])
    await user.click(screen.getByLabelText('Battery Level'))
    await user.click(await screen.findByTitle('Brim-full'))
    for (const label of ['Save', 'Apply filters', 'Reset filters'])
      expect([label, button(label).disabled]).toEqual([label, false])
    await user.type(name, 'x')
    await user.click(button('Save'))
    await screen.findByText('Minimum 2 character required.')
    await user.clear(name)
    await user.type(name, ' large PUMPS ')
    await user.click(button('Save'))
    await screen.findByText('List tag name should be unique.')
    await user.clear(name)
    await user.type(name, 'Full ones')
    await user.click(button('Save'))
    await waitFor(() => expect(server.to('/api/filters/create')).toHaveLength(1))
    expect(server.to('/api/filters/create')[0]?.body).toEqual({
      filterId: expect.any(Number),
      displayName: 'Full ones',
      criteria: [{ AssetType: ['Equipment'] }, { 'Fields.BatteryLevel.Level': ['LEVEL_4'] }],
      showOn: '/devices',
      share: false,
    })
    expect(await screen.findByRole('button', { name: 'Filter: Full ones' })).toBeTruthy()
    expect(hash()).toBe('#/devices?filter={"Fields.BatteryLevel.Level":["LEVEL_4"]}')
  })

  it('are hidden by a right click and by the button, and return with Show All Hidden Filters', async () => {
    const server = hospital(saved('1', 'Large pumps'), saved('2', 'Beds', { criteria: [{ AssetId: 'B' }] }))
    openConsole('/devices')
    const user = userEvent.setup()
    const menu = await openMenu(user)
    fireEvent.contextMenu(await within(menu).findByRole('button', { name: 'Large pumps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Hide' }))
    await waitFor(() => expect(server.to('/api/filters/update/1')[0]?.body).toEqual({ showMe: false }))
    await waitFor(() => expect(within(menu).queryByText('Large pumps')).toBeNull())
    await user.click(within(menu).getByRole('button', { name: 'Show All Hidden Filters' }))
    await user.click(within(menu).getByRole('button', { name: 'Actions for Large pumps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Show' }))
    await waitFor(() => expect(server.to('/api/filters/update/1')[1]?.body).toEqual({ showMe: true }))
  })

  it('of others can be hidden and used as default, but not shared or deleted', async () => {
    hospital(saved('1', 'Of the ward', { userName: 'a.lind', share: true }))
    openConsole('/devices')
    const user = userEvent.setup()
    const menu = await openMenu(user)
    expect(await within(menu).findByText('by a.lind')).toBeTruthy()
    await user.click(within(menu).getByRole('button', { name: 'Actions for Of the ward' }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Hide', 'Make default'])
  })

  it('are deleted after a confirmation, which also removes the active filter', async () => {
    const server = hospital(saved('1', 'Large pumps', { share: true }))
    openConsole(`/devices?filter=${encodeURIComponent('{"Fields.PrimaryCategory":["lvp"]}')}`)
    const user = userEvent.setup()
    const menu = await openMenu(user)
    await user.click(await within(menu).findByRole('button', { name: 'Actions for Large pumps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete filter' }))
    await screen.findByText('The filter is deleted for everyone. This cannot be undone.')
    await user.click(screen.getByRole('button', { name: 'Delete filter' }))
    await waitFor(() => expect(server.lastBody()).toEqual([{ AssetType: 'Equipment' }]))
    expect(server.to('/api/filters/delete/1')).toHaveLength(1)
    expect(hash()).toBe('#/devices')
  })

  it('apply by default when a page opens, unless its address has filters', async () => {
    const server = hospital(saved('1', 'Large pumps', { isDefault: true }))
    openConsole('/devices')
    await screen.findByRole('button', { name: 'Filter: Large pumps' })
    expect(server.lastBody()).toContainEqual({ 'Fields.PrimaryCategory': ['lvp'] })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Remove the filter Category' }))
    await screen.findByRole('button', { name: 'Filter: All Devices' })
    expect(hash()).toBe('#/devices')
  })

  it('do not change an address that somebody else sent', async () => {
    const server = hospital(saved('1', 'Large pumps', { isDefault: true }))
    openConsole(`/devices?filter=${encodeURIComponent('{"Fields.SerialNo":"~7"}')}`)
    await screen.findByRole('button', { name: 'Filter: Own filter' })
    expect(server.lastBody()).toEqual([{ AssetType: 'Equipment' }, { 'Fields.SerialNo': { $regex: '7' } }])
  })

  it('show a failure to load', async () => {
    const server = hospital()
    server.handlers['/api/filters/getFiltersForUser'] = () =>
      refusal(403, 'forbidden', 'Your privileges do not allow this.')
    openConsole('/devices')
    const menu = await openMenu(userEvent.setup())
    expect(await within(menu).findByText('The saved filters could not be loaded')).toBeTruthy()
  })
})
