import { describe, expect, it } from 'vitest'
import { nextSorting } from '../../lib/sorting.ts'
import { readUrlState, writeUrlState } from '../../lib/url-state.ts'
import { DEFAULT_SORTING, DEVICES_VIEW, type DevicesView, deviceCriteria } from './devices-view.ts'

const readDevicesView = (query: URLSearchParams): DevicesView => readUrlState(DEVICES_VIEW, [...query])
const writeDevicesView = (view: DevicesView, before = new URLSearchParams()): URLSearchParams =>
  new URLSearchParams(writeUrlState(DEVICES_VIEW, view, [...before]).map(([name, text]) => [name, text]))

const criteriaOf = (view: Partial<DevicesView>) =>
  deviceCriteria({ search: '', sorting: DEFAULT_SORTING, filters: {}, ...view }, 0)

describe('the sort toggle', () => {
  it('reverses the direction for the same column', () => {
    const descending = nextSorting(DEFAULT_SORTING, 'Fields.AssetName')
    expect(descending).toEqual({ sortField: 'Fields.AssetName', sortDirection: -1 })
    expect(nextSorting(descending, 'Fields.AssetName')).toEqual(DEFAULT_SORTING)
  })

  it('keeps the direction for another column', () => {
    expect(nextSorting({ sortField: 'Fields.SerialNo', sortDirection: -1 }, 'Fields.AssetName')).toEqual({
      sortField: 'Fields.AssetName',
      sortDirection: -1,
    })
  })
})

describe('the criteria of the devices page', () => {
  it('always contain equipment, and an upper-case search from two characters on', () => {
    expect(criteriaOf({})).toEqual([{ AssetType: 'Equipment' }])
    expect(criteriaOf({ search: 'i' })).toEqual([{ AssetType: 'Equipment' }])
    expect(criteriaOf({ search: 'icu' })).toEqual([{ AssetType: 'Equipment' }, { search: 'ICU' }])
  })

  it('contain the conditions of the filters', () => {
    const filters = { 'Fields.SerialNo': 'lvp', 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] }
    expect(criteriaOf({ filters, search: 'icu' })).toEqual([
      { AssetType: 'Equipment' },
      { 'Fields.SerialNo': { $regex: 'lvp' } },
      { 'Fields.BatteryLevel.Level': ['LEVEL_1', 'LEVEL_2'] },
      { search: 'ICU' },
    ])
  })

  it('contain a chosen sort order', () => {
    const sorting = { sortField: 'Fields.SerialNo', sortDirection: -1 } as const
    expect(criteriaOf({ sorting })).toContainEqual({ sort: [sorting] })
  })
})

describe('the view in the address', () => {
  it('is read as it was written', () => {
    const view = {
      view: 'map',
      page: 3,
      pageSize: 12,
      search: 'icu west',
      sorting: { sortField: 'Fields.BatteryLevel.Level', sortDirection: -1 },
      filters: { 'Fields.AssetName': 'pump & co', 'Fields.BatteryLevel.Level': ['LEVEL_1'] },
    } as const
    expect(readDevicesView(writeDevicesView(view))).toEqual(view)
  })

  it('leaves out defaults and replaces unreadable values', () => {
    const view = readDevicesView(new URLSearchParams('view=x&page=-2&size=500&sort=$where&filter=$where'))
    expect(view).toEqual({
      view: 'cards',
      page: 1,
      pageSize: 9,
      search: '',
      sorting: DEFAULT_SORTING,
      filters: {},
    })
    expect(writeDevicesView(view).toString()).toBe('')
  })

  it('leaves other parameters of the address unchanged', () => {
    const before = new URLSearchParams('map=ng-a-l3&page=4')
    const view = { ...readDevicesView(before), page: 1, search: 'PUMP' }
    expect(writeDevicesView(view, before).toString()).toBe('map=ng-a-l3&search=PUMP')
  })
})
