import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { sampleAlert, stepped } from '../../testing/sample-alerts.ts'
import { alertTimeline, triggerText } from './alert-timeline.ts'
import { applyEvent, markRead, NOTHING_UNREAD } from './alert-toasts.tsx'

const alertEvent = (data: GeofenceAlert): LiveEvent => ({ event: 'geofence.alert', data })
const first = sampleAlert('al-1')
const second = sampleAlert('al-2')
const ids = ({ alerts }: typeof NOTHING_UNREAD): string[] => alerts.map(({ id }) => id)

describe('unread alerts', () => {
  it('contain each new alert once, newest first', () => {
    const unread = [alertEvent(first), alertEvent(second), alertEvent(first)].reduce(
      applyEvent,
      NOTHING_UNREAD,
    )
    expect(ids(unread)).toEqual(['al-2', 'al-1'])
  })

  it('drop a read alert, and do not show it again when its event is repeated', () => {
    const unread = markRead(applyEvent(NOTHING_UNREAD, alertEvent(first)), 'al-1')
    expect(ids(applyEvent(unread, alertEvent(first)))).toEqual([])
  })

  it('drop an acknowledged alert, even if that event came first', () => {
    const acknowledged = alertEvent(stepped(first, 'acknowledged', 'a.lindqvist'))
    expect(ids([alertEvent(first), acknowledged].reduce(applyEvent, NOTHING_UNREAD))).toEqual([])
    expect(ids([acknowledged, alertEvent(first)].reduce(applyEvent, NOTHING_UNREAD))).toEqual([])
  })

  it('remember a limited number of ids, however many alerts are raised', () => {
    let unread = NOTHING_UNREAD
    for (let index = 0; index < 1_500; index += 1)
      unread = applyEvent(unread, alertEvent(sampleAlert(`al-${index}`)))
    expect(unread.shown.size).toBe(1_000)
    expect(unread.shown.has('al-1499')).toBe(true)
    expect(unread.alerts).toHaveLength(200)
  })

  it('ignore other events', () => {
    const hello: LiveEvent = { event: 'hello', data: { serverTime: '' } }
    expect(applyEvent(NOTHING_UNREAD, hello)).toBe(NOTHING_UNREAD)
  })
})

describe('the timeline of an alert', () => {
  const texts = (alert: GeofenceAlert): string[] => alertTimeline(alert).map(({ text }) => text)

  it('lists crossing, wait, alert and steps, newest first', () => {
    const resolved = stepped(stepped(first, 'acknowledged', 'a.lindqvist', 'Looking'), 'resolved', 'm.okafor')
    expect(texts(resolved)).toEqual([
      'Resolved by m.okafor',
      'Acknowledged by a.lindqvist',
      'Alert raised',
      'Outside for 1 min',
      'Left the geofence',
    ])
    const crossed = alertTimeline(resolved).at(-1)?.at ?? ''
    expect(Date.parse(resolved.eventTime) - Date.parse(crossed)).toBe(60_000)
    expect(alertTimeline(resolved)[1]?.note).toBe('Looking')
  })

  it('has no wait if the geofence has none', () => {
    const atOnce = sampleAlert('al-3', { kind: 'Entry' })
    expect(texts(atOnce)).toEqual(['Alert raised', 'Entered the geofence'])
    expect(triggerText(atOnce)).toBe('Entry, immediate')
    expect(triggerText(first)).toBe('Exit after 1 min')
  })
})
