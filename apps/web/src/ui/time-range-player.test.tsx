import { act, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dateTime } from '../lib/time.ts'
import { TimeRangePlayer } from './time-range-player.tsx'

const times = [0, 1, 2, 3].map((minute) => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString())

function show(first = 0): void {
  const Player = () => {
    const [index, setIndex] = useState(first)
    return <TimeRangePlayer times={times} index={index} onIndex={setIndex} />
  }
  render(<Player />)
}
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Time' })
const button = (name: string) => screen.getByRole('button', { name })
/** The page renders between two ticks, as in a browser. */
const pass = (ms: number): void => {
  for (let passed = 0; passed < ms; passed += 250) act(() => void vi.advanceTimersByTime(250))
}

describe('replaying', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('shows one time after another and stops at the last', () => {
    show()
    expect(slider().getAttribute('aria-valuetext')).toBe(dateTime(times[0]))
    fireEvent.click(button('Play'))
    pass(1_000)
    expect(slider().value).toBe('1')
    expect(Number.parseFloat(slider().style.getPropertyValue('--part'))).toBeCloseTo(33.33, 1)
    pass(2_000)
    expect(slider().value).toBe('3')
    expect(slider().style.getPropertyValue('--part')).toBe('100%')
    expect(slider().getAttribute('aria-valuetext')).toBe(dateTime(times[3]))
    expect(button('Play')).toBeTruthy()
    pass(5_000)
    expect(slider().value).toBe('3')
  })

  it('pauses, continues from the same time, and restarts from the end', () => {
    show(2)
    fireEvent.click(button('Play'))
    fireEvent.click(button('Pause'))
    pass(5_000)
    expect(slider().value).toBe('2')
    fireEvent.click(button('Play'))
    pass(1_000)
    expect(slider().value).toBe('3')
    fireEvent.click(button('Play'))
    expect(slider().value).toBe('0')
    pass(1_000)
    expect(slider().value).toBe('1')
  })

  it('plays at the chosen speed', () => {
    show()
    fireEvent.click(screen.getByText('4×'))
    fireEvent.click(button('Play'))
    pass(500)
    expect(slider().value).toBe('2')
  })

  it('jumps by buttons and slider, and plays and pauses by the space bar', () => {
    show(0)
    expect(button('Previous position')).toHaveProperty('disabled', true)
    fireEvent.click(button('Next position'))
    expect(slider().value).toBe('1')
    fireEvent.change(slider(), { target: { value: '3' } })
    expect(button('Next position')).toHaveProperty('disabled', true)
    fireEvent.click(button('Previous position'))
    expect(slider().value).toBe('2')
    fireEvent.keyDown(slider(), { key: ' ' })
    expect(button('Pause')).toBeTruthy()
    fireEvent.keyDown(slider(), { key: ' ' })
    expect(button('Play')).toBeTruthy()
  })
})
