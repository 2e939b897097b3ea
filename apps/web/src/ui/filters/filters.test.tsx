import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { App } from 'antd'
import { describe, expect, it, vi } from 'vitest'
import { ANY_TIME } from '../../lib/date-range.ts'
import { entriesOf } from '../../lib/metadata.ts'
import { sampleMapping } from '../../testing/sample-assets.ts'
import { DateRangePicker } from '../date-range-picker.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import {
  FilterChips,
  type FilterValues,
  fieldsOfGroups,
  filterCriteria,
  filterFields,
  filterText,
  PLACE_MODEL,
  urlFilters,
} from './index.ts'

const CATEGORY = 'Fields.PrimaryCategory'
const NAME = 'Fields.AssetName'
const entries = entriesOf(sampleMapping(), 'Equipment').map(
  ([name, entry]) =>
    [name, name === 'AssetName' ? { ...entry, inputType: 'input' as const } : entry] as const,
)
const fields = filterFields(
  entries.map(([name, entry]) => [
    name,
    name === 'SerialNo' ? { ...entry, filterFlag: '0' as const } : entry,
  ]),
)

describe('filters', () => {
  it('are the filterable fields of the metadata mapping, named by alias', () => {
    expect(fields.map(({ label }) => label)).toEqual(['Device', 'Category', 'Battery Level'])
    expect(fields[1]).toMatchObject({
      model: CATEGORY,
      input: 'select',
      options: [{ value: 'lvp', label: 'Large volume pump' }],
    })
  })

  it('become criteria, without empty filters', () => {
    const values = { [NAME]: ' pump ', [CATEGORY]: ['lvp'], 'Fields.Owner': '', x: [], createdAt: ANY_TIME }
    expect(filterCriteria(values, 0)).toEqual([{ [NAME]: { $regex: 'pump' } }, { [CATEGORY]: ['lvp'] }])
  })

  it('filter by place level by level, and by time range', () => {
    const range = { from: '2026-01-01T08:00:00.000Z', to: '2026-01-02T08:00:00.000Z' }
    expect(filterCriteria({ [PLACE_MODEL]: ['Northfield', 'Tower A'], createdAt: range }, 0)).toEqual([
      { 'CurrentLocation.fullPath.Level_1': 'Northfield' },
      { 'CurrentLocation.fullPath.Level_2': 'Tower A' },
      { createdAt: { $gte: range.from, $lt: range.to } },
    ])
    expect(filterText({ input: 'place', options: [] }, ['Northfield', 'Tower A'])).toBe(
      'Northfield > Tower A',
    )
    expect(filterText({ input: 'time', options: [] }, { preset: 'last-7-days' })).toBe('Last 7 days')
  })

  it('are read from the address as written, and ignored if unreadable', () => {
    const { read, write } = urlFilters('filter')
    const values: FilterValues = {
      [NAME]: '["a"]',
      [CATEGORY]: ['lvp', 'x'],
      [PLACE_MODEL]: ['Northfield'],
      createdAt: { preset: 'last-7-days' },
    }
    expect(read(write(values))).toEqual(values)
    expect(write({ [NAME]: '  ', [CATEGORY]: [] })).toBe('')
    for (const text of [
      null,
      '',
      '{',
      '7',
      '"a"',
      '{"$where":"~1"}',
      '{"Fields.X":7}',
      '{"Fields.X":[1]}',
      '{"x":"y"}',
    ])
      expect(read(text)).toEqual({})
  })

  it('are the fields named by the server, times last', () => {
    const field = (Alias: string, Model: string) => ({
      Alias,
      Model,
      filterFlag: '1' as const,
      inputType: 'input' as const,
      tableKey: Model,
    })
    const groups = {
      AssetInfo: { AssetName: field('Device', NAME) },
      AssetStatus: {},
      MedaDataInfo: { Owner: field('Owner', 'Fields.Owner') },
      Time: { createdAt: field('Date & Time', 'createdAt') },
    }
    expect(fieldsOfGroups(groups).map(({ label, input }) => `${label} ${input}`)).toEqual([
      'Device input',
      'Owner input',
      'Date & Time time',
    ])
  })

  it('are chosen in a drawer and take effect when applied', async () => {
    const onApply = vi.fn()
    const onClose = vi.fn()
    render(
      <App>
        <FilterDrawer open fields={fields} values={{ [NAME]: 'old' }} onApply={onApply} onClose={onClose} />
      </App>,
    )
    const user = userEvent.setup()
    const name = await screen.findByLabelText<HTMLInputElement>('Device')
    expect(name.value).toBe('old')
    await user.clear(name)
    await user.type(name, 'pump')
    await user.click(screen.getByLabelText('Category'))
    await user.click(await screen.findByTitle('Large volume pump'))
    expect(onApply).not.toHaveBeenCalled()
    await user.click(screen.getByRole('button', { name: 'Apply filters' }))
    await waitFor(() => expect(onApply).toHaveBeenCalledWith({ [NAME]: 'pump', [CATEGORY]: ['lvp'] }))
    expect(onClose).toHaveBeenCalledTimes(1)
    await user.click(screen.getByRole('button', { name: 'Reset filters' }))
    expect(onApply).toHaveBeenLastCalledWith({})
  })

  it('are removed by N/A, which appears once a value is chosen', async () => {
    const onApply = vi.fn()
    const chosen = { [CATEGORY]: ['lvp'] }
    render(
      <App>
        <FilterDrawer open fields={fields} values={chosen} onApply={onApply} onClose={vi.fn()} />
      </App>,
    )
    const user = userEvent.setup()
    await user.click(await screen.findByLabelText('Battery Level'))
    expect(screen.queryByTitle('N/A')).toBeNull()
    await user.click(screen.getByLabelText('Category'))
    await user.click(await screen.findByTitle('N/A'))
    await user.click(screen.getByRole('button', { name: 'Apply filters' }))
    await waitFor(() => expect(onApply).toHaveBeenCalledWith({}))
  })

  it('appear as chips that remove them', async () => {
    const [, category] = fields
    const onRemove = vi.fn()
    const onReset = vi.fn()
    const text = category ? filterText(category, ['lvp', 'gone']) : ''
    const chips = [{ key: CATEGORY, label: 'Category', text, onRemove }]
    const { rerender } = render(<FilterChips chips={chips} onReset={onReset} />)
    expect(screen.getByText('Large volume pump, gone')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Remove the filter Category' }))
    expect(onRemove).toHaveBeenCalledTimes(1)
    await userEvent.click(screen.getByRole('button', { name: 'Reset filters' }))
    expect(onReset).toHaveBeenCalledTimes(1)
    rerender(<FilterChips chips={[]} onReset={onReset} />)
    expect(screen.queryByRole('list')).toBeNull()
  })
})

describe('the choice of a time range', () => {
  it('offers periods that end now, and any between two times', async () => {
    const onChange = vi.fn()
    render(
      <App>
        <DateRangePicker value={{ preset: 'last-hour' }} onChange={onChange} />
      </App>,
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Time: Last hour' }))
    const from = await screen.findByLabelText<HTMLInputElement>('From')
    await user.clear(from)
    await user.type(from, '2099-01-01T08:00')
    await user.click(screen.getByRole('button', { name: 'Show this period' }))
    await screen.findByText('The end is before the start')
    expect(onChange).not.toHaveBeenCalled()
    await user.clear(from)
    await user.type(from, '2026-01-01T08:00')
    await user.click(screen.getByRole('button', { name: 'Show this period' }))
    await waitFor(() => expect(onChange).toHaveBeenCalledTimes(1))
    const range = onChange.mock.calls[0]?.[0] as { from: string; to: string }
    expect(range.from).toBe(new Date('2026-01-01T08:00').toISOString())
    expect(Date.parse(range.to)).toBeGreaterThan(Date.parse(range.from))
  })
})
