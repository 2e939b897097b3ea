import type { GeofenceAlert, LiveEvent } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { sampleAlert, stepped } from '../../testing/sample-alerts.ts'
import { alertTimeline, triggerText } from './alert-timeline.ts'
import { markRead, NOTHING_UNREAD, takeEvent } from './unread-alerts.ts'

const told = (data: GeofenceAlert): LiveEvent => ({ event: 'geofence.alert', data })
const first = sampleAlert('al-1')
const second = sampleAlert('al-2')
const ids = ({ alerts }: typeof NOTHING_UNREAD): string[] => alerts.map(({ id }) => id)

describe('unread alerts', () => {
  it('hold each new alert once, newest first', () => {
    const unread = [told(first), told(second), told(first)].reduce(takeEvent, NOTHING_UNREAD)
    expect(ids(unread)).toEqual(['al-2', 'al-1'])
  })

  it('lose what was read, and do not raise it again when its event is repeated', () => {
    const unread = markRead(takeEvent(NOTHING_UNREAD, told(first)), 'al-1')
    expect(ids(takeEvent(unread, told(first)))).toEqual([])
  })

  it('lose what somebody took on, also when that was heard of first', () => {
    const taken = told(stepped(first, 'acknowledged', 'a.lindqvist'))
    expect(ids([told(first), taken].reduce(takeEvent, NOTHING_UNREAD))).toEqual([])
    expect(ids([taken, told(first)].reduce(takeEvent, NOTHING_UNREAD))).toEqual([])
  })

  it('remember a limited number of ids, however many alerts are raised', () => {
    let unread = NOTHING_UNREAD
    for (let index = 0; index < 1_500; index += 1)
      unread = takeEvent(unread, told(sampleAlert(`al-${index}`)))
    expect(unread.shown.size).toBe(1_000)
    expect(unread.shown.has('al-1499')).toBe(true)
    expect(unread.alerts).toHaveLength(200)
  })

  it('are not touched by other events', () => {
    const hello: LiveEvent = { event: 'hello', data: { serverTime: '' } }
    expect(takeEvent(NOTHING_UNREAD, hello)).toBe(NOTHING_UNREAD)
  })
})

describe('the time line of an alert', () => {
  const texts = (alert: GeofenceAlert): string[] => alertTimeline(alert).map(({ text }) => text)

  it('tells crossing, wait, alert and steps, newest first', () => {
    const taken = stepped(stepped(first, 'acknowledged', 'a.lindqvist', 'Looking'), 'resolved', 'm.okafor')
    expect(texts(taken)).toEqual([
      'Resolved by m.okafor',
      'Acknowledged by a.lindqvist',
      'Alert raised',
      'Outside for 1 min',
      'Left the geofence',
    ])
    const crossed = alertTimeline(taken).at(-1)?.at ?? ''
    expect(Date.parse(taken.eventTime) - Date.parse(crossed)).toBe(60_000)
    expect(alertTimeline(taken)[1]?.note).toBe('Looking')
  })

  it('has no wait where the fence has none', () => {
    const atOnce = sampleAlert('al-3', { kind: 'Entry' })
    expect(texts(atOnce)).toEqual(['Alert raised', 'Entered the geofence'])
    expect(triggerText(atOnce)).toBe('Entry at once')
    expect(triggerText(first)).toBe('Exit after 1 min')
  })
})
