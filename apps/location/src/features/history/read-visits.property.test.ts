import type { Visit } from '@wardtrack/contracts'
import { STORED_PATHS, Types } from '@wardtrack/database'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { readVisits } from './read-visits.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

const BASE = Date.UTC(2026, 0, 1)
const isoAt = (minute: number): string => new Date(BASE + minute * 60_000).toISOString()

/**
 * A position with its time of measurement, room and time of receipt, in random order. At most three positions share a
 * moment, fewer than one read returns.
 */
const position = fc.record({
  minute: fc.integer({ min: 0, max: 12 }),
  room: fc.constantFrom('1', '2', '3'),
  received: fc.integer({ min: 0, max: 40 }),
})
type Position = typeof position extends fc.Arbitrary<infer P> ? P : never
const period = fc.record({
  from: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
  to: fc.option(fc.integer({ min: 0, max: 13 }), { nil: undefined }),
})

/** Computes the visits from the whole history, oldest position first. */
function oracle(positions: readonly Position[], { from, to }: { from?: number; to?: number }): Visit[] {
  const moments = [...new Set(positions.map(({ minute }) => minute))].sort((a, b) => a - b)
  const places = moments.map((minute) => {
    const same = positions
      .map((entry, index) => ({ ...entry, index }))
      .filter((entry) => entry.minute === minute)
    const first = same.sort((a, b) => a.received - b.received || (idOf(a.index) < idOf(b.index) ? -1 : 1))[0]
    return { minute, room: first?.room ?? '' }
  })
  const stays: { room: string; minutes: number[] }[] = []
  for (const { minute, room } of places) {
    if (stays.at(-1)?.room === room) stays.at(-1)?.minutes.push(minute)
    else stays.push({ room, minutes: [minute] })
  }
  return stays
    .map(({ room, minutes }, index) => {
      const within = minutes.filter((minute) => minute >= (from ?? 0) && minute < (to ?? 99))
      const goesOn = minutes.some((minute) => minute >= (to ?? 99))
      const leavingMinute = stays[index + 1]?.minutes[0]
      return {
        Location: `Site>Room ${room}`,
        fullPath: { Level_1: 'Site', Level_2: `Room ${room}` },
        mapId: 'm1',
        arrivedAt: isoAt(within[0] ?? 0),
        arrivedEarlier: minutes.some((minute) => minute < (from ?? 0)),
        lastSeenAt: isoAt(within.at(-1) ?? 0),
        leftAt: goesOn || leavingMinute === undefined ? null : isoAt(leavingMinute),
        positions: within.length,
      }
    })
    .filter(({ positions: count }) => count > 0)
    .toReversed()
}

const idOf = (index: number): string => String(index).padStart(3, '0')

async function store(positions: readonly Position[]): Promise<Types.ObjectId> {
  const asset = new Types.ObjectId()
  const docs = positions.map(({ minute, room, received }, index) => ({
    _id: `${asset.toHexString()}-${idOf(index)}`,
    asset,
    time: new Date(isoAt(minute)),
    receivedAt: new Date(BASE + received),
    provider: '',
    mapId: 'm1',
    fullPath: { Level_1: 'Site', Level_2: `Room ${room}` },
    x: 1,
    y: 1,
    state: {},
  }))
  if (docs.length > 0) await hospital.parts.db.driver.locationHistory.insertMany(docs)
  return asset
}

/** Joins a visit that one answer left incomplete with its continuation in the next answer. */
function joined(pages: readonly Visit[][]): Visit[] {
  const visits: Visit[] = []
  for (const page of pages)
    for (const [index, visit] of page.entries()) {
      const newer = visits.at(-1)
      const goesOn = index === 0 && newer?.arrivedEarlier === true && visit.leftAt === null
      if (!goesOn || newer === undefined) visits.push(visit)
      else {
        const { arrivedAt, arrivedEarlier } = visit
        visits[visits.length - 1] = {
          ...newer,
          arrivedAt,
          arrivedEarlier,
          positions: newer.positions + visit.positions,
        }
      }
    }
  return visits
}

it('finds the same visits as a linear scan of all positions, for any page size and read size', async () => {
  let pagesRead = 0
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(position, {
        maxLength: 30,
        selector: ({ minute, received }) => `${minute} ${received % 3}`,
      }),
      period,
      fc.record({ visits: fc.integer({ min: 1, max: 4 }), step: fc.integer({ min: 4, max: 7 }) }),
      fc.integer({ min: 1, max: 3 }),
      async (positions, { from, to }, limits, steps) => {
        const asset = await store(positions)
        const startDate = from === undefined ? undefined : isoAt(from)
        let endDate = to === undefined ? undefined : isoAt(to)
        const pages: Visit[][] = []
        for (
          let next: string | null | undefined;
          next !== null && pages.length < 40;
          endDate = next ?? undefined
        ) {
          const stretch = { asset, startDate, endDate }
          const page = await readVisits({ db: hospital.parts.db, paths: STORED_PATHS }, stretch, {
            ...limits,
            positions: limits.step * steps,
          })
          expect(page.visits.length).toBeLessThanOrEqual(limits.visits)
          pages.push(page.visits)
          next = page.next
        }
        pagesRead += pages.length
        const chosenPeriod = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
        expect(joined(pages)).toEqual(oracle(positions, chosenPeriod))
      },
    ),
    { numRuns: 120 },
  )
  expect(pagesRead).toBeGreaterThan(120)
})
