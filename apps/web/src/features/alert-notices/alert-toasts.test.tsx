import { act, render, screen } from '@testing-library/react'
import type { GeofenceAlert } from '@wardtrack/contracts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleAlert } from '../../testing/sample-alerts.ts'
import { ANNOUNCE_EVERY_MS, useAlertAnnouncement } from './alert-toasts.tsx'

const Announced = ({ alerts }: { readonly alerts: readonly GeofenceAlert[] }) => (
  <p role="status">{useAlertAnnouncement(alerts)}</p>
)
const announcement = (): string => screen.getByRole('status').textContent ?? ''

describe('the announcement of new alerts', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('is immediate for the first alert, and sums up those of the next ten seconds', () => {
    const [first, second, third] = [sampleAlert('al-1'), sampleAlert('al-2'), sampleAlert('al-3')]
    const { rerender } = render(<Announced alerts={[first]} />)
    act(() => {
      vi.advanceTimersByTime(0)
    })
    expect(announcement()).toMatch(/^New alert: /)
    rerender(<Announced alerts={[second, first]} />)
    act(() => {
      vi.advanceTimersByTime(ANNOUNCE_EVERY_MS / 2)
    })
    rerender(<Announced alerts={[third, second, first]} />)
    expect(announcement()).toMatch(/^New alert: /)
    act(() => {
      vi.advanceTimersByTime(ANNOUNCE_EVERY_MS)
    })
    expect(announcement()).toMatch(/^2 new alerts, the latest: /)
  })

  it('does not repeat alerts that were read', () => {
    const { rerender } = render(<Announced alerts={[sampleAlert('al-1')]} />)
    act(() => {
      vi.advanceTimersByTime(0)
    })
    const before = announcement()
    rerender(<Announced alerts={[]} />)
    act(() => {
      vi.advanceTimersByTime(ANNOUNCE_EVERY_MS)
    })
    expect(announcement()).toBe(before)
  })
})
