import fc from 'fast-check'

/** Distances of the maps of the tests: everything lies on whole pixels, so that edges are met often. */
export const SIDE = 8
export const MAPS = ['m1', 'm2'] as const
export const ASSETS = ['a', 'b'] as const
export const FENCE_COUNT = 4
/** Times lie on steps of this many milliseconds, so that waits end at the very time of an event often. */
export const STEP_MS = 20_000

export type Rectangle = { mapId: string; x: number; y: number; x2: number; y2: number }
export type Waits = { entryWait?: number; exitWait?: number }
export type Point = { mapId: string | null; x: number | null; y: number | null }
/** An event as its sender makes it; `late` steps between its time and now, less than none when a clock is ahead. */
export type SentEvent = { asset: number; point: Point; late: number }

/** Something that happens; `after` steps of the clock since what happened before. */
export type ScenarioStep = { after: number } & (
  | { what: 'events'; events: SentEvent[] }
  /** some of the events that were sent so far come once more */
  | { what: 'again'; picks: number[] }
  | { what: 'look' }
  | { what: 'restart' }
  | { what: 'draw'; fence: number; rectangle: Rectangle; waits: Waits; types: string[] }
  | { what: 'erase'; fence: number }
  /** other waits for the same fence */
  | { what: 'waits'; fence: number; waits: Waits }
  | { what: 'activity'; asset: number; active: boolean }
)

const integer = (min: number, max: number) => fc.integer({ min, max })
const mapId = fc.constantFrom(...MAPS)
const fence = integer(0, FENCE_COUNT - 1)
const asset = integer(0, ASSETS.length - 1)

const rectangle: fc.Arbitrary<Rectangle> = fc
  .tuple(mapId, integer(0, SIDE), integer(0, SIDE), integer(1, 5), integer(1, 5))
  .map(([map, x, y, w, h]) => ({ mapId: map, x, y, x2: x + w, y2: y + h }))

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

const draw = fc.record({ what: fc.constant('draw' as const), fence, rectangle, waits, types })

/** What happens in a little hospital, one after the other. */
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
