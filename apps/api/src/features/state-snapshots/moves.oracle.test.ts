import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stretchesOf } from '../../testing/reported-states.ts'
import type { MoveSpan } from './move-span.ts'
import { SPAN_MS } from './move-span.ts'
import { createStateReader, type StateReader } from './state-reader.ts'
import { assetAt, playTurns, turnsOf } from './testing/play-turns.ts'
import { type Arrival, openSnapshotTest, type SnapshotTest } from './testing/snapshot-test.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const BEGIN = Date.UTC(2026, 2, 28)
const INFUSING = 'pump-status-infusing'
const RUNS = 12

let store: SnapshotTest
let reader: StateReader
beforeAll(async () => {
  store = await openSnapshotTest()
  reader = createStateReader(store.db)
})
afterAll(() => store.close())

// Times near the starts of spans, where milliseconds matter.
const ageMs = fc.oneof(
  fc.nat({ max: 40 * HOUR }),
  fc.tuple(fc.nat({ max: 13 }), fc.constantFrom(0, 1, -1)).map(([spans, odd]) => spans * SPAN_MS + odd),
)
const question = fc.record({
  turns: turnsOf(ageMs),
  fromHours: fc.integer({ min: -48, max: 40 }),
  hours: fc.integer({ min: 1, max: 90 }),
})

type Events = { moves: string[]; infusions: string[] }
type Period = { from: number; to: number }

function expected(arrivals: readonly Arrival[], { from, to }: Period): Events {
  const within = ({ time }: { time: number }): boolean => time >= from && time < to
  const infusions = stretchesOf(store.reports()).map(({ asset: id, from: begun, value }) => ({
    id: id.toHexString(),
    time: begun.getTime(),
    infuses: value === INFUSING,
  }))
  return {
    moves: arrivals
      .filter(within)
      .map(({ asset: id, time, leftWard: ward }) => moveText(id.toHexString(), time, ward))
      .toSorted(),
    infusions: infusions
      .filter(within)
      .map(({ id, time, infuses }) => `${time} ${id} ${infuses}`)
      .toSorted(),
  }
}

const moveText = (id: string, time: number, ward = ''): string => `${time} ${id} ${ward}`

async function readMoves(period: Period): Promise<Events> {
  const { from, to } = period
  const moves = await reader.moves.open(period)
  const events: Events = { moves: [], infusions: [] }
  for await (const span of moves.spans()) addSpan(events, span, moves)
  const isWithin = (text: string): boolean =>
    Number.parseInt(text, 10) >= from && Number.parseInt(text, 10) < to
  return {
    moves: events.moves.filter(isWithin).toSorted(),
    infusions: events.infusions.filter(isWithin).toSorted(),
  }
}

type Names = { idOf(number: number): string; pathOf(number: number): Readonly<Record<string, string>> }

function addSpan(
  events: Events,
  { begin, types, moves, infusions }: MoveSpan,
  { idOf, pathOf }: Names,
): void {
  expect([...moves.times]).toEqual([...moves.times].toSorted((a, b) => a - b))
  expect([...infusions.times]).toEqual([...infusions.times].toSorted((a, b) => a - b))
  for (const [index, time] of moves.times.entries()) {
    const ward = pathOf(moves.places[index] ?? 0)['Level_2']
    expect([types[moves.types[index] ?? 0], moves.levels[index]]).toEqual([
      'Equipment',
      ward === undefined ? 0 : 2,
    ])
    events.moves.push(moveText(idOf(moves.assets[index] ?? 0), begin + time, ward))
  }
  for (const [index, time] of infusions.times.entries())
    events.infusions.push(
      `${begin + time} ${idOf(infusions.assets[index] ?? 0)} ${infusions.begins[index] === 1}`,
    )
}

test('packed moves and infusions match a plain implementation, late events included', async () => {
  const property = fc.asyncProperty(question, async ({ turns, fromHours, hours }) => {
    const { arrivals, now } = await playTurns(store, BEGIN, turns)
    const whole = { from: BEGIN - 2 * DAY, to: now }
    expect(await readMoves(whole)).toEqual(expected(arrivals, whole))
    const from = Math.min(BEGIN + fromHours * HOUR + 12_345, now - 1)
    const part = { from, to: Math.min(now, from + hours * HOUR) }
    expect(await readMoves(part)).toEqual(expected(arrivals, part))
  })
  await fc.assert(property, { numRuns: RUNS })
})

test('past spans are read without visits and snapshots, and are rebuilt after everything is deleted', async () => {
  await store.reset()
  store.setTime(BEGIN + DAY)
  const reports = [{ asset: assetAt(store, 0), field: 'InfusionStatus', value: INFUSING, time: BEGIN + HOUR }]
  await store.report(reports)
  const arrivals = [
    { asset: assetAt(store, 0), time: BEGIN + HOUR },
    { asset: assetAt(store, 6), time: BEGIN + 5 * HOUR, leftWard: 'Ward 1' },
  ]
  await store.arrive(arrivals)
  store.setTime(BEGIN + DAY + 4 * MINUTE)
  await store.pack()
  const { visits, stateSnapshots, moveSpans } = store.db.driver
  const stored = await visits.find({}).toArray()
  const snapshots = await stateSnapshots.find({}).toArray()
  await visits.deleteMany({})
  await stateSnapshots.deleteMany({})
  const period = { from: BEGIN, to: BEGIN + DAY }
  expect(await readMoves(period)).toEqual(expected(arrivals, period))
  expect(await moveSpans.countDocuments({})).toBe(2)
  await visits.insertMany(stored)
  await stateSnapshots.insertMany(snapshots)
  // The progress is deleted too, so the stored spans are no longer read.
  await store.db.models.stateSnapshotProgress.deleteMany({})
  await moveSpans.updateMany({}, { $set: { moveTimes: Buffer.alloc(0) } })
  expect(await readMoves(period)).toEqual(expected(arrivals, period))
  await store.pack()
  expect(await readMoves(period)).toEqual(expected(arrivals, period))
})
