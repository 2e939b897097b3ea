import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type UrlSchema, urlChoice, urlNumber, urlText, urlWords, useUrlState } from './url-state.ts'

interface View {
  readonly tab: 'open' | 'done'
  readonly search: string
  readonly page: number
  readonly size: number
  readonly types: readonly string[]
}

const schema: UrlSchema<View> = {
  tab: urlChoice('tab', ['open', 'done']),
  search: urlText('q'),
  page: urlNumber('page', 1),
  size: urlNumber('size', 5, [5, 10]),
  types: urlWords('types'),
}
const defaults: View = { tab: 'open', search: '', page: 1, size: 5, types: [] }

function open(address: string, part: 'query' | 'matrix' = 'query') {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <MemoryRouter initialEntries={['/before', address]}>{children}</MemoryRouter>
  )
  const { result } = renderHook(
    () => {
      const [view, change] = useUrlState(schema, part)
      const { pathname, search } = useLocation()
      return { view, change, address: pathname + search, navigate: useNavigate() }
    },
    { wrapper },
  )
  return result
}

describe('values in the address', () => {
  it('are the defaults if the address has none or unreadable ones', () => {
    expect(open('/list').current.view).toEqual(defaults)
    expect(open('/list?tab=x&page=0&size=7&types=').current.view).toEqual(defaults)
    expect(open('/list?page=2.5&q=').current.view.page).toBe(1)
  })

  it('are read and written, and left out if they are the default', () => {
    const result = open('/list?tab=done&q=icu%20west&page=3&size=10&types=Patient,Clinician')
    expect(result.current.view).toEqual({
      tab: 'done',
      search: 'icu west',
      page: 3,
      size: 10,
      types: ['Patient', 'Clinician'],
    })
    act(() => result.current.change({ tab: 'open', page: 1, types: [] }))
    expect(result.current.address).toBe('/list?q=icu+west&size=10')
    act(() => result.current.change({ search: '', size: 5 }))
    expect(result.current.address).toBe('/list')
    expect(result.current.view).toEqual(defaults)
  })

  it('leave other parameters unchanged', () => {
    const result = open('/list?map=m3&page=4')
    act(() => result.current.change({ page: 1, search: 'PUMP' }))
    expect(result.current.address).toBe('/list?map=m3&q=PUMP')
  })

  it('add a history entry, or replace the current one', () => {
    const result = open('/list')
    act(() => result.current.change({ search: 'p' }, { replace: true }))
    act(() => result.current.change({ search: 'pu' }, { replace: true }))
    act(() => result.current.change({ page: 2 }))
    act(() => void result.current.navigate(-1))
    expect(result.current.address).toBe('/list?q=pu')
    act(() => void result.current.navigate(-1))
    expect(result.current.address).toBe('/before')
  })

  it('build on one another when they change before the next render', () => {
    const result = open('/list?map=m3')
    act(() => {
      const { change } = result.current
      change({ search: 'pump' })
      change({ page: 2 }, { replace: true })
    })
    expect(result.current.address).toBe('/list?map=m3&q=pump&page=2')
    // Going back to an earlier location discards pending changes.
    act(() => void result.current.navigate(-1))
    act(() => result.current.change({ size: 10 }))
    expect(result.current.address).toBe('/list?map=m3&size=10')
  })

  it('are matrix parameters behind the page, beside other parameters and the query', () => {
    const result = open('/asset-detail;type=Equipment;page=2?q=x', 'matrix')
    expect(result.current.view).toEqual({ ...defaults, page: 2 })
    act(() => result.current.change({ search: 'a;b=c/d', page: 1 }))
    expect(result.current.address).toBe('/asset-detail;type=Equipment;q=a%3Bb%3Dc%2Fd?q=x')
    expect(result.current.view.search).toBe('a;b=c/d')
  })
})
