import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'

let hospital: TestHospital
beforeAll(async () => {
  hospital = await openHospital()
})
afterAll(() => hospital.close())

const BASE = Date.now() - 3_600_000
const ASSETS = ['A', 'B', 'C']

/**
 * An event with its asset, time and place. Two events of one asset, moment and place are the same event. Different
 * places of one moment follow each other in the order of receipt.
 */
const event = fc.record({
  AssetId: fc.constantFrom(...ASSETS),
  minute: fc.integer({ min: 0, max: 15 }),
  x: fc.integer({ min: 0, max: 50 }),
  eventId: fc.option(fc.integer({ min: 0, max: 6 }), { nil: undefined, freq: 3 }),
})
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never

const itemOf = ({ AssetId, minute, x, eventId }: Event, run: number) => ({
  AssetType: 'Equipment',
  AssetId,
  mapId: 'm1',
  x,
  y: 1,
  time: new Date(BASE + minute * 60_000).toISOString(),
  ...(eventId === undefined ? {} : { eventId: `${run}-${AssetId}-${eventId}` }),
})

/** Returns the minute as sent: positions of one moment are stored a millisecond apart. */
const minuteOf = (time: Date): number => Math.floor((time.getTime() - BASE) / 60_000)

/** Computes the expected final state event by event. */
function oracle(requests: readonly Event[][]) {
  const seen = new Set<string>()
  const history: string[] = []
  const current = new Map<string, Event>()
  const answers = requests.map((events) => {
    const counts = { accepted: 0, duplicates: 0 }
    for (const entry of events) {
      const identity =
        entry.eventId === undefined
          ? `${entry.AssetId} at ${entry.minute} in ${entry.x}`
          : `${entry.AssetId} #${entry.eventId}`
      if (seen.has(identity)) {
        counts.duplicates += 1
        continue
      }
      seen.add(identity)
      counts.accepted += 1
      history.push(`${entry.AssetId} ${entry.minute} ${entry.x * 10}`)
      const known = current.get(entry.AssetId)
      if (!known || known.minute <= entry.minute) current.set(entry.AssetId, entry)
    }
    return counts
  })
  return { answers, history: history.sort(), current }
}

it('stores the same history and places as processing one event after the other', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(event, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 6 }),
      async (requests) => {
        run += 1
        const { db, bus } = hospital.parts
        await db.driver.assets.deleteMany({})
        await db.driver.locationHistory.deleteMany({})
        const docs = await Promise.all(ASSETS.map((AssetId) => hospital.addAsset({ AssetId })))
        const names = new Map(docs.map((doc) => [doc._id.toHexString(), doc.AssetId]))
        bus.publish('bus.gap', {})
        const published: { AssetId: string; time: string }[] = []
        const stop = bus.subscribe('asset.location', (all) =>
          published.push(
            ...all.map(({ AssetId, CurrentLocation }) => ({ AssetId, time: CurrentLocation.time ?? '' })),
          ),
        )
        const wanted = oracle(requests)
        for (const [index, events] of requests.entries()) {
          const res = await hospital.push(events.map((entry) => itemOf(entry, run)))
          expect(res.body).toMatchObject({ ...wanted.answers[index], unresolved: 0, refused: 0 })
        }
        stop()
        const rows = await db.driver.locationHistory.find().toArray()
        const stored = rows.map(
          (row) => `${names.get(row.asset.toHexString())} ${minuteOf(row.time)} ${row.x}`,
        )
        expect(stored.sort()).toEqual(wanted.history)
        for (const AssetId of ASSETS) {
          const place = (await hospital.asset(AssetId))?.CurrentLocation
          const newest = wanted.current.get(AssetId)
          expect(place && { minute: minuteOf(place.time), x: place.xCenterPoint }).toEqual(
            newest && { minute: newest.minute, x: newest.x * 10 },
          )
          const times = published.filter((entry) => entry.AssetId === AssetId).map((entry) => entry.time)
          expect(times).toEqual([...new Set(times)].sort())
        }
      },
    ),
    { numRuns: 40 },
  )
})
