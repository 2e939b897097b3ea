import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSubjectKey } from './cached-asset.ts'
import { eventIdentity } from './event-identity.ts'

const at = (time: number, provider = 'cisco', ordinal?: { text: string; repeatable: boolean }) => ({
  provider,
  time: new Date(time),
  ...(ordinal ? { ordinal } : {}),
})

describe('the identity of an event', () => {
  it('depends only on provider, subject, kind and time', () => {
    const all = [
      eventIdentity('location', at(1), 'asset:A:1', undefined),
      eventIdentity('device-status', at(1), 'asset:A:1', undefined),
      eventIdentity('location', at(2), 'asset:A:1', undefined),
      eventIdentity('location', at(1, 'centrak'), 'asset:A:1', undefined),
      eventIdentity('location', at(1), 'asset:A:2', undefined),
      eventIdentity('location', at(1), 'tag:cisco|1', undefined),
      eventIdentity('location', at(1), 'asset:A:1', '1'),
    ]
    expect(new Set(all).size).toBe(all.length)
    expect(eventIdentity('location', at(1), 'asset:A:1', undefined)).toBe(all[0])
  })

  it('of a position depends on its place too', () => {
    const identityOf = (content: string, eventId?: string) =>
      eventIdentity('location', at(1), 'asset:A:1', eventId, content)
    expect(identityOf('[1]')).toBe(identityOf('[1]'))
    expect(identityOf('[1]')).not.toBe(identityOf('[2]'))
    expect(identityOf('[1]', 'e')).toBe(identityOf('[2]', 'e'))
  })

  it('of an eventId does not depend on subject or time', () => {
    const identity = eventIdentity('location', at(1), 'asset:A:1', 'e')
    expect(eventIdentity('location', at(2), 'asset:A:2', 'e')).toBe(identity)
    expect(eventIdentity('location', at(1, 'centrak'), 'asset:A:1', 'e')).not.toBe(identity)
  })

  it('is adjacent for events that their sender numbers, but different for each', () => {
    const counted = ['run-19a0z8', 'run-19a0z9', 'run-19a0za', 'run-19b000', 'other-19a0z8'].map((eventId) =>
      eventIdentity('location', at(1), 'asset:A:1', eventId),
    )
    expect(new Set(counted).size).toBe(counted.length)
    expect(counted.slice(0, 3)).toEqual(counted.slice(0, 3).sort())
    expect(new Set(counted.slice(0, 3).map((identity) => identity.slice(0, -3))).size).toBe(1)
    expect(new Set(counted.map((identity) => identity.slice(0, -3))).size).toBe(3)
  })

  it('of an untimed item is unique, and repeats only under one Idempotency-Key', () => {
    const identityAt = (time: number, text: string, repeatable: boolean) =>
      eventIdentity('location', at(time, '', { text, repeatable }), 'asset:A:1', undefined)
    expect(identityAt(1, 'r1:0', false)).not.toBe(identityAt(1, 'r2:0', false))
    expect(identityAt(1, 'k:0', true)).toBe(identityAt(2, 'k:0', true))
    expect(identityAt(1, 'k:0', true)).not.toBe(identityAt(1, 'k:1', true))
  })

  it('sorts by time', () => {
    const time = fc.integer({ min: 0, max: 8.64e15 / 1000 })
    fc.assert(
      fc.property(time, time, (firstTime, secondTime) => {
        fc.pre(firstTime < secondTime)
        const [a, b] = [firstTime, secondTime].map((ms) =>
          eventIdentity('location', at(ms), 'asset:A:1', undefined),
        )
        expect((a ?? '') < (b ?? '')).toBe(true)
      }),
    )
  })
})

it('uses type and id before a tag, and a tag with its provider', () => {
  expect(toSubjectKey({ AssetType: 'Equipment', AssetId: 'a:b|c', tagId: 't' }, 'x')).toBe(
    'asset:Equipment:a:b|c',
  )
  expect(toSubjectKey({ tagId: 't|1' }, 'cisco')).toBe('tag:cisco|t|1')
})
