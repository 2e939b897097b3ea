import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { nextSorting, type Sorting } from '../../lib/sorting.ts'
import { setWindowWidth } from '../../testing/setup.ts'
import { type DataColumn, DataTable, useTableView } from './index.ts'

interface Pump {
  readonly id: string
  readonly name: string
  readonly room: string
}

const pumps: readonly Pump[] = [
  { id: 'p1', name: 'Pump 1', room: 'Room 3.07' },
  { id: 'p2', name: 'Pump 2', room: 'Room 3.08' },
]
const columns: readonly DataColumn<Pump, 'type' | 'id'>[] = [
  { title: 'Name', cell: ({ name }) => name, sortField: 'Fields.AssetName', onPhone: 'main' },
  { name: 'type', title: 'Room', cell: ({ room }) => room, sortField: 'Room', onPhone: 'end' },
  { name: 'id', title: 'Id', cell: ({ id }) => id, mono: true, onPhone: 'hidden' },
]
const cellsOf = (row: HTMLElement): (string | null)[] =>
  within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

const plain = { label: 'Pumps', columns, rowKey: ({ id }: Pump) => id, empty: 'No pump yet.' }

describe('the table', () => {
  it('is one named table with a head and a row for each record', () => {
    render(<DataTable {...plain} rows={pumps} />)
    const table = screen.getByRole('table', { name: 'Pumps' })
    const [head, first] = within(table).getAllByRole('row')
    expect(head && within(head).getAllByRole('columnheader')).toHaveLength(3)
    expect(first && cellsOf(first)).toEqual(['Pump 1', 'Room 3.07', 'p1'])
  })

  it('shows the title of a column in the cell where no head names the value', () => {
    const named = columns.map((column) =>
      column.title === 'Room' ? { ...column, named: true as const } : column,
    )
    render(<DataTable {...plain} columns={named} rows={pumps} />)
    const titles = (text: string) => screen.getByText(text).closest('td')?.dataset['title']
    expect([titles('Room 3.07'), titles('Pump 1')]).toEqual(['Room', undefined])
  })

  it('scrolls by keyboard if it is wider than its container, and is no tab stop otherwise', () => {
    const widths = vi.spyOn(Element.prototype, 'scrollWidth', 'get')
    widths.mockReturnValue(900)
    const wide = render(<DataTable {...plain} rows={pumps} />)
    const group = screen.getByRole('group', { name: 'Pumps' })
    expect(group.getAttribute('tabindex')).toBe('0')
    wide.unmount()
    widths.mockReturnValue(0)
    render(<DataTable {...plain} rows={pumps} />)
    expect(screen.queryByRole('group', { name: 'Pumps' })).toBeNull()
    widths.mockRestore()
  })

  it('shows the empty text in place of the rows', () => {
    render(<DataTable {...plain} rows={[]} />)
    expect(screen.getByText('No pump yet.')).toBeTruthy()
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('requests another order from the server and shows the current order', async () => {
    const Sorted = () => {
      const [sorting, setSorting] = useState<Sorting>({ sortField: 'Room', sortDirection: 1 })
      return (
        <DataTable
          {...plain}
          rows={pumps}
          sorting={sorting}
          onSort={(field) => setSorting(nextSorting(sorting, field))}
        />
      )
    }
    render(<Sorted />)
    const header = (name: string) => screen.getByRole('columnheader', { name })
    expect(header('Room').getAttribute('aria-sort')).toBe('ascending')
    expect(header('Name').getAttribute('aria-sort')).toBeNull()
    await userEvent.click(header('Room'))
    expect(header('Room').getAttribute('aria-sort')).toBe('descending')
    await userEvent.click(header('Name'))
    expect(header('Name').getAttribute('aria-sort')).toBe('descending')
    expect(header('Room').getAttribute('aria-sort')).toBeNull()
    // The server orders the rows, and the table keeps their order.
    expect(cellsOf(screen.getAllByRole('row')[1] as HTMLElement)[0]).toBe('Pump 1')
    await userEvent.click(header('Id'))
    expect(header('Name').getAttribute('aria-sort')).toBe('descending')
  })

  it('offers actions for the selected rows, and keeps rows of other pages selected', async () => {
    const run = vi.fn()
    const Selecting = () => {
      const [selected, onSelect] = useState<ReadonlySet<string>>(new Set(['p9']))
      return (
        <DataTable
          {...plain}
          rows={pumps}
          selection={{
            selected,
            onSelect,
            nameOf: ({ name }) => `Select ${name}`,
            actions: [{ label: 'Deactivate', run }],
          }}
        />
      )
    }
    render(<Selecting />)
    const bar = () => screen.getByRole('toolbar', { name: 'Selected rows' })
    expect(bar().textContent).toContain('1 selected')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Pump 2' }))
    expect(bar().textContent).toContain('2 selected')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Deactivate' }))
    expect(run).toHaveBeenCalledWith([pumps[1]])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }))
    expect(bar().textContent).toContain('3 selected')
    await userEvent.click(within(bar()).getByRole('button', { name: 'Clear selection' }))
    expect(screen.queryByRole('toolbar')).toBeNull()
  })

  it('shows each row as a card on a phone, with the cells placed by column', () => {
    setWindowWidth(390)
    render(<DataTable {...plain} rows={pumps} />)
    const cells = within(screen.getAllByRole('row')[1] as HTMLElement).getAllByRole('cell')
    expect(cells.map(({ dataset }) => dataset.phone)).toEqual(['main', 'end', 'hidden'])
  })
})

describe('the choice of columns', () => {
  const Chosen = () => {
    const view = useTableView('asset-list', columns)
    return (
      <>
        {view.menu}
        <DataTable {...plain} rows={pumps} columns={view.columns} density={view.density} />
      </>
    )
  }
  const titles = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

  it('hides columns except fixed ones, and is remembered by this browser', async () => {
    const { unmount } = render(<Chosen />)
    await userEvent.click(screen.getByRole('button', { name: 'Columns and row height' }))
    expect(await screen.findByRole('checkbox', { name: 'Room' })).toBeTruthy()
    expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Room' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Compact' }))
    expect(titles()).toEqual(['Name', 'Id'])
    expect(screen.getByRole('checkbox', { name: 'Id' })).toHaveProperty('disabled', true)
    unmount()
    render(<Chosen />)
    expect(titles()).toEqual(['Name', 'Id'])
    expect(JSON.parse(localStorage.getItem('wardtrack.table.asset-list') ?? '')).toEqual({
      hidden: ['type'],
      compact: true,
    })
  })

  it('shows every column if the stored choice is unreadable', () => {
    localStorage.setItem('wardtrack.table.asset-list', '{"hidden":7')
    render(<Chosen />)
    expect(titles()).toEqual(['Name', 'Room', 'Id'])
  })
})
