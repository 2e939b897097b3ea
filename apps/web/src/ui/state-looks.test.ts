import { describe, expect, it } from 'vitest'
import { LIVE_UNTIL_MS, positionAge, STALE_AFTER_MS, span } from './age.ts'
import { batteryLook, connectionLook, infusionLook, wifiLook } from './state-looks.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const before = (ms: number): string => new Date(now - ms).toISOString()

describe('a duration', () => {
  it('is never rounded up', () => {
    expect([0, 4_999, 59_999, 60_000, 119_999, 3_600_000, 86_400_000].map(span)).toEqual([
      '0 s',
      '4 s',
      '59 s',
      '1 min',
      '1 min',
      '1 h',
      '1 d',
    ])
  })
})

describe('the age of a position', () => {
  it('is live up to 90 s and a plain age afterwards', () => {
    expect(positionAge(before(LIVE_UNTIL_MS), now)).toEqual({ kind: 'live', words: 'Live' })
    expect(positionAge(before(LIVE_UNTIL_MS + 1), now)).toEqual({ kind: 'recent', words: '1 min ago' })
    expect(positionAge(before(4 * 60_000), now).words).toBe('4 min ago')
  })

  it('is stale after 30 minutes, in its largest unit', () => {
    expect(positionAge(before(STALE_AFTER_MS), now).kind).toBe('recent')
    expect(positionAge(before(STALE_AFTER_MS + 1), now)).toEqual({ kind: 'stale', words: 'Stale · 30 min' })
    expect(positionAge(before(3 * 3_600_000), now).words).toBe('Stale · 3 h')
    expect(positionAge(before(50 * 3_600_000), now).words).toBe('Stale · 2 d')
  })

  it('is live if the clock runs ahead, and unknown without a time', () => {
    expect(positionAge(before(-60_000), now).kind).toBe('live')
    expect(positionAge(undefined, now).kind).toBe('unknown')
    expect(positionAge('yesterday', now).kind).toBe('unknown')
  })
})

describe('the status vocabulary', () => {
  it('uses colour only for exceptions', () => {
    expect(wifiLook('BAR_ONE')).toMatchObject({ word: 'Very weak', tone: 'bad', step: 1 })
    expect(wifiLook('BAR_FIVE')).toMatchObject({ word: 'Strong', tone: 'quiet', step: 5 })
    expect(batteryLook('LEVEL_2')).toMatchObject({ word: 'Low', tone: 'warn', step: 2 })
  })

  it('uses N/A for missing or unknown values', () => {
    expect(wifiLook(undefined)).toMatchObject({ word: 'N/A', known: false })
    expect(batteryLook('LEVEL_9')).toMatchObject({ word: 'N/A', known: false })
  })

  it('treats only comm-status-online as online', () => {
    expect(connectionLook('comm-status-online').word).toBe('Online')
    expect(connectionLook('comm-status-standby').word).toBe('Offline')
    expect(connectionLook('comm-status-silent')).toMatchObject({ word: 'Silent', tone: 'warn', known: true })
    expect(connectionLook('comm-status-unknown')).toMatchObject({ word: 'Unknown', known: false })
    expect(connectionLook(undefined)).toMatchObject({ word: 'Unknown', known: false })
  })

  it('takes its words from the metadata aliases', () => {
    expect(batteryLook('LEVEL_4', { LEVEL_4: { alias: 'Brim-full' } }).word).toBe('Brim-full')
    expect(infusionLook('pump-status-infusing', { 'pump-status-infusing': { alias: 'Running' } })?.word).toBe(
      'Running',
    )
    expect(infusionLook(undefined)).toBeUndefined()
  })
})
