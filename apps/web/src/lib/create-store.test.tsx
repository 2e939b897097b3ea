import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { createEmitter, createStore, useStore } from './create-store.ts'

describe('a store', () => {
  it('renders a written value, and does not notify listeners of the same value', () => {
    const store = createStore('first')
    const rendered = vi.fn()
    const Shown = () => {
      rendered()
      return <p>{useStore(store)}</p>
    }
    render(<Shown />)
    act(() => store.write('second'))
    expect(screen.getByText('second')).toBeTruthy()
    const before = rendered.mock.calls.length
    act(() => store.write('second'))
    expect(rendered).toHaveBeenCalledTimes(before)
  })

  it('forgets a listener that unsubscribed', () => {
    const { emit, subscribe } = createEmitter<number>()
    const received: number[] = []
    const unsubscribe = subscribe((value) => received.push(value))
    emit(1)
    unsubscribe()
    emit(2)
    expect(received).toEqual([1])
  })
})
