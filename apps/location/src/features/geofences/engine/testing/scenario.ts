import type { Coordinates } from '@wardtrack/contracts'
import { boxAround } from '@wardtrack/places'
import fc from 'fast-check'

/** Side length of the test maps. All coordinates are whole pixels, so that points often lie on edges. */
export const SIDE = 8
export const MAPS = ['m1', 'm2'] as const
export const ASSETS = ['a', 'b'] as const
export const FENCE_COUNT = 4
/** Step of all times, in milliseconds, so that waits often end exactly at the time of an event. */
export const STEP_MS = 20_000

/** Area of a fence, as stored, on a map. */
export type Area = Coordinates & { mapId: string }
export type Waits = { entryWait?: number; exitWait?: number }
export type Point = { mapId: string | null; x: number | null; y: number | null }
/** An event as sent. `late` is the number of steps from its time to now; negative when a clock is ahead. */
export type SentEvent = { asset: number; point: Point; late: number }

/** A step of a scenario; `after` is the number of clock steps since the previous step. */
export type ScenarioStep = { after: number } & (
  | { what: 'events'; events: SentEvent[] }
  /** some of the events sent so far are repeated */
  | { what: 'again'; picks: number[] }
  | { what: 'look' }
  | { what: 'restart' }
  | { what: 'draw'; fence: number; area: Area; waits: Waits; types: string[] }
  | { what: 'erase'; fence: number }
  /** other waits for the same fence */
  | { what: 'waits'; fence: number; waits: Waits }
  | { what: 'activity'; asset: number; active: boolean }
)

const integer = (min: number, max: number) => fc.integer({ min, max })
const mapId = fc.constantFrom(...MAPS)
const fence = integer(0, FENCE_COUNT - 1)
const asset = integer(0, ASSETS.length - 1)

const rectangle: fc.Arbitrary<Coordinates> = fc
  .tuple(integer(0, SIDE), integer(0, SIDE), integer(1, 5), integer(1, 5))
  .map(([x, y, w, h]) => ({ x, y, x2: x + w, y2: y + h, w, h }))

const circle: fc.Arbitrary<Coordinates> = fc
  .tuple(integer(0, SIDE), integer(0, SIDE), integer(1, 5))
  .map(([x, y, radius]) => ({
    ...boxAround([
      { x: x - radius, y: y - radius },
      { x: x + radius, y: y + radius },
    ]),
    shape: 'circle',
    centre: { x, y },
    radius,
  }))

/**
 * Polygon outlines as on floor plans: bent, around a courtyard, with slanted walls, and with one wall touching
 * another's line.
 */
const OUTLINES = [
  [0, 0, 2, 0, 2, 4, 5, 4, 5, 6, 0, 6],
  [0, 0, 6, 0, 6, 5, 4, 5, 4, 2, 2, 2, 2, 5, 0, 5],
  [0, 0, 6, 0, 6, 2, 4, 2, 4, 6, 2, 6, 2, 2, 0, 2],
  [3, 0, 6, 3, 3, 6, 0, 3],
  [0, 0, 6, 3, 0, 6, 2, 3],
  [0, 0, 5, 1, 3, 5],
  [0, 0, 3, 0, 6, 0, 6, 4, 4, 4, 3, 1, 2, 4, 0, 4],
] as const

const polygon: fc.Arbitrary<Coordinates> = fc
  .tuple(fc.constantFrom(...OUTLINES), integer(-1, 4), integer(-1, 4), fc.boolean(), fc.boolean())
  .map(([outline, left, top, isTurned, isReversed]) => {
    const points = Array.from({ length: outline.length / 2 }, (_, corner) => {
      const [x, y] = [(outline[2 * corner] ?? 0) + left, (outline[2 * corner + 1] ?? 0) + top]
      return isTurned ? { x: y, y: x } : { x, y }
    })
    return { ...boxAround(points), shape: 'polygon', points: isReversed ? points.toReversed() : points }
  })

const area: fc.Arbitrary<Area> = fc
  .tuple(mapId, fc.oneof(rectangle, polygon, circle))
  .map(([map, coordinates]) => ({ mapId: map, ...coordinates }))

const wait = fc.oneof(
  { arbitrary: fc.constant(undefined), weight: 1 },
  { arbitrary: fc.constant(0), weight: 2 },
  { arbitrary: integer(1, 9).map((steps) => steps * STEP_MS), weight: 4 },
)
const waits: fc.Arbitrary<Waits> = fc.tuple(wait, wait).map(([entryWait, exitWait]) => ({
  ...(entryWait === undefined ? {} : { entryWait }),
  ...(exitWait === undefined ? {} : { exitWait }),
}))
const types = fc.constantFrom<string[]>(['a'], ['b'], ['a', 'b'], ['a', 'b'])

const point: fc.Arbitrary<Point> = fc.oneof(
  { arbitrary: fc.record({ mapId, x: integer(0, SIDE), y: integer(0, SIDE) }), weight: 12 },
  { arbitrary: mapId.map((map) => ({ mapId: map, x: null, y: null })), weight: 1 },
  { arbitrary: fc.constant({ mapId: null, x: null, y: null }), weight: 1 },
)
const sent: fc.Arbitrary<SentEvent> = fc.record({
  asset,
  point,
  late: fc.constantFrom(0, 0, 0, 0, 1, 2, 4, -1, -2),
})

const weightedStep = <W extends object>(weight: number, arbitrary: fc.Arbitrary<W>) => ({
  weight,
  arbitrary: fc.tuple(integer(0, 3), arbitrary).map(([after, what]) => ({ after, ...what })),
})

const draw = fc.record({ what: fc.constant('draw' as const), fence, area, waits, types })

/** Sequences of steps in a small hospital. */
export const scenarioSteps: fc.Arbitrary<ScenarioStep[]> = fc
  .tuple(
    fc.array(weightedStep(1, draw).arbitrary, { minLength: 1, maxLength: FENCE_COUNT }),
    fc.array(
      fc.oneof(
        weightedStep(
          24,
          fc.record({
            what: fc.constant('events' as const),
            events: fc.array(sent, { minLength: 1, maxLength: 4 }),
          }),
        ),
        weightedStep(
          3,
          fc.record({
            what: fc.constant('again' as const),
            picks: fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
          }),
        ),
        weightedStep(8, fc.constant({ what: 'look' as const })),
        weightedStep(2, fc.constant({ what: 'restart' as const })),
        weightedStep(1, draw),
        weightedStep(1, fc.record({ what: fc.constant('waits' as const), fence, waits })),
        weightedStep(
          1,
          fc.record({
            what: fc.constant('activity' as const),
            asset,
            active: fc.constantFrom(true, true, false),
          }),
        ),
        weightedStep(1, fc.record({ what: fc.constant('erase' as const), fence })),
      ),
      { minLength: 30, maxLength: 90, size: 'max' },
    ),
  )
  .map(([draws, rest]) => [...draws, ...rest])
