import { describe, expect, it } from 'vitest'
import { demoHospital } from '../hospital.ts'
import { monitorMarks, providerPlaces } from '../registry/provider-places.ts'
import { FAULT_SHARES } from './faults.ts'
import { Feed } from './feed.ts'
import type { FeedItem } from './feed-item.ts'
import { HospitalWorld } from './hospital-world.ts'

const START = Date.parse('2026-11-21T09:00:00Z')
const hospital = demoHospital({ today: new Date(START) })

function feedOf(seed: number, faults: boolean, rate = 40, providers = false): Feed {
  return new Feed(new HospitalWorld(hospital, seed, { providers }), { seed, rate, startMs: START, faults })
}

function run(feed: Feed, seconds: number): FeedItem[] {
  const items = feed.initialEvents()
  for (let tick = 0; tick < seconds * 4; tick++) items.push(...feed.advance(0.25))
  return items
}

const timeOf = (item: FeedItem) => Date.parse(String(item.body.time))

describe('the feed', () => {
  it('gives the same events for the same seed and others for another', () => {
    const first = run(feedOf(5, true), 40)
    expect(run(feedOf(5, true), 40)).toEqual(first)
    expect(run(feedOf(6, true), 40)).not.toEqual(first)
  })

  it('keeps to its rate', () => {
    const feed = feedOf(5, false, 100)
    feed.initialEvents()
    const items = Array.from({ length: 240 }, () => feed.advance(0.25)).flat()
    expect(items).toHaveLength(6000)
  })

  it('has an event of every asset within half a minute, and repeats resting assets before they look stale', () => {
    const feed = feedOf(5, false)
    const items = run(feed, 30)
    const named = new Set(items.map((item) => item.body.AssetId ?? item.body.deviceId ?? item.body.tagId))
    expect(named.size).toBeGreaterThanOrEqual(600)
    const last = new Map<unknown, number>()
    for (const item of [...items, ...run(feed, 120)])
      if (item.lane === 'locations' && item.body.AssetId) last.set(item.body.AssetId, timeOf(item))
    const latest = Math.max(...last.values())
    const old = [...last.values()].filter((time) => latest - time > 90_000)
    expect(old.length).toBeLessThan(40)
  })

  it('sends well-formed events with asset, time, place and known values', () => {
    const items = run(feedOf(7, false), 120)
    for (const { body } of items) {
      expect(body.AssetId ?? body.deviceId ?? body.tagId).toBeTruthy()
      expect(String(body.time)).toMatch(/^2026-11-21T\d\d:\d\d:\d\d\.\d{3}Z$/)
    }
    for (const { body } of items.filter(({ lane }) => lane === 'locations')) {
      expect(body.hierarchyId ?? body.mapId).toBeTruthy()
      const scale = body.unit === 'm' ? 1 : 25
      for (const value of [body.x, body.y]) expect(value).toBeGreaterThan(0)
      expect(body.x).toBeLessThan(64 * scale)
      expect(body.y).toBeLessThan(40 * scale)
      expect(body.provider ?? 'rtls').toMatch(body.tagId ? /^(centrak|aeroscout)$/ : /^rtls$/)
    }
    const states = items.filter(({ lane }) => lane === 'device-status').map(({ body }) => body)
    const online = states.filter((body) => body.DeviceStatus === 'comm-status-online')
    expect(new Set(states.map((body) => body.DeviceStatus))).toEqual(
      new Set(['comm-status-online', 'comm-status-offline']),
    )
    for (const body of online) {
      expect(body.WifiStrength).toMatch(/^BAR_(ONE|TWO|THREE|FOUR|FIVE)$/)
      expect(body.BatteryLevel).toMatch(/^LEVEL_[1-4]$/)
    }
  })

  it('names places like the locating systems, in their units, if the server knows them', () => {
    const items = run(feedOf(7, false, 40, true), 240).filter(({ lane }) => lane === 'locations')
    const places = new Map(providerPlaces(hospital.plans).map((place) => [place.hierarchyId, place]))
    const marked = new Set(monitorMarks(hospital.plans).map(({ hierarchyId }) => hierarchyId))
    const foreign = items.filter(({ body }) => places.has(String(body.hierarchyId)))
    const monitorItems = items.filter(({ body }) => body.monitorId !== undefined)
    expect(new Set(foreign.map(({ body }) => body.provider))).toEqual(new Set(['centrak', 'aeroscout']))
    expect(monitorItems.length).toBeGreaterThan(20)
    expect((foreign.length + monitorItems.length) / items.length).toBeLessThan(0.4)
    for (const { body } of foreign) {
      const place = places.get(String(body.hierarchyId))
      expect([body.provider, typeof body.tagId]).toEqual([place?.provider, 'string'])
      expect(Number(body.x) * (place?.scaling ?? 0)).toBeLessThanOrEqual(1600)
      expect(Number(body.y) * (place?.scaling ?? 0)).toBeLessThanOrEqual(1000)
    }
    for (const { body } of monitorItems)
      expect(marked).toContain(`${String(body.provider)}-${String(body.monitorId)}`)
    const without = run(feedOf(7, false), 60)
    expect(without.filter(({ body }) => body.monitorId ?? places.has(String(body.hierarchyId)))).toEqual([])
  })

  it('begins with some devices whose last event was hours ago', () => {
    const opening = feedOf(5, false).initialEvents()
    const ages = opening.map((item) => START - timeOf(item))
    expect(ages.filter((age) => age > 2 * 3_600_000 - 1).length).toBeGreaterThan(2)
    // The other devices lost their network a moment ago.
    for (const age of ages) expect(age).toBeGreaterThan(59_999)
  })

  it('uses all forms of a place', () => {
    const locations = run(feedOf(5, false), 120).filter((item) => item.lane === 'locations')
    const share = (rule: (item: FeedItem) => boolean) => locations.filter(rule).length / locations.length
    expect(share(({ body }) => body.hierarchyId !== undefined)).toBeGreaterThan(0.5)
    expect(share(({ body }) => body.unit === 'm')).toBeGreaterThan(0.01)
    expect(share(({ body }) => body.unit === 'px')).toBeGreaterThan(0.01)
    expect(share(({ body }) => body.tagId !== undefined)).toBeGreaterThan(0.005)
  })
})

describe('faults', () => {
  it('occur in about the intended shares', () => {
    const feed = feedOf(5, true, 200)
    const items = run(feed, 300)
    const { counts } = feed.faults ?? { counts: undefined }
    if (!counts) throw new Error('no faults')
    expect(counts.repeat / items.length).toBeGreaterThan(FAULT_SHARES.repeat * 0.7)
    expect(counts.repeat / items.length).toBeLessThan(FAULT_SHARES.repeat * 1.3)
    expect(counts.late / items.length).toBeGreaterThan(FAULT_SHARES.late * 0.6)
    expect(counts.unknownTag).toBeGreaterThan(50)
    expect(counts.withoutPoint).toBeGreaterThan(50)
    expect(counts.missingCoordinates).toBeGreaterThan(3)
    expect(counts.gap).toBeGreaterThan(0)
  })

  it('repeat an event unchanged', () => {
    const seen = new Map<string, number>()
    for (const { body } of run(feedOf(5, true), 120)) {
      const text = JSON.stringify(body)
      seen.set(text, (seen.get(text) ?? 0) + 1)
    }
    expect([...seen.values()].filter((count) => count > 1).length).toBeGreaterThan(20)
  })

  it('deliver late events and the burst after a gap behind newer ones, but lose none of them', () => {
    const feed = feedOf(5, true, 100)
    let newest = 0
    let behind = 0
    let largestTick = 0
    feed.initialEvents()
    for (let tick = 0; tick < 4 * 400; tick++) {
      const items = feed.advance(0.25)
      largestTick = Math.max(largestTick, items.length)
      for (const item of items) {
        if (timeOf(item) < newest - 10_000) behind++
        newest = Math.max(newest, timeOf(item))
      }
    }
    expect(behind).toBeGreaterThan(300)
    expect(largestTick).toBeGreaterThan(100)
  })

  it('shift clocks only by seconds, so that no event is refused for its time', () => {
    const feed = feedOf(5, true)
    feed.initialEvents()
    for (let tick = 1; tick <= 400; tick++)
      for (const item of feed.advance(0.25)) expect(timeOf(item)).toBeLessThan(START + tick * 250 + 3001)
  })

  it('are absent when turned off', () => {
    const feed = feedOf(5, false)
    expect(feed.faults).toBeUndefined()
    const bodies = run(feed, 120).map((item) => JSON.stringify(item.body))
    expect(new Set(bodies).size).toBe(bodies.length)
  })
})
