import { describe, expect, it } from 'vitest'
import { JOIN_TOLERANCE_METRES } from './walking-costs.ts'
import { createWalkingGraph } from './walking-graph.ts'
import type { Connection, WalkingMap } from './walking-routes.types.ts'

/** Ten pixels per metre. */
const METRES_PER_PIXEL = { x: 0.1, y: 0.1 }

function floor(mapId: string, ...lines: readonly (readonly [number, number])[][]): WalkingMap {
  const lanes = lines.map((line) => ({ points: line.map(([x, y]) => ({ x, y })) }))
  return { mapId, metresPerPixel: METRES_PER_PIXEL, lanes }
}

const at = (mapId: string, x: number, y: number) => ({ mapId, x, y })

describe('lanes', () => {
  it('are joined where they cross', () => {
    const graph = createWalkingGraph({
      maps: [
        floor(
          'm',
          [
            [0, 500],
            [1000, 500],
          ],
          [
            [500, 0],
            [500, 1000],
          ],
        ),
      ],
      connections: [],
    })
    const route = graph.route(at('m', 0, 500), at('m', 500, 0))
    expect(route).toEqual({
      metres: 100,
      alongLanes: true,
      legs: [
        {
          mapId: 'm',
          points: [
            { x: 0, y: 500 },
            { x: 500, y: 500 },
            { x: 500, y: 0 },
          ],
        },
      ],
    })
  })

  it.each([
    ['that end within the tolerance of another one are joined to it', JOIN_TOLERANCE_METRES * 10 - 1, true],
    ['that end further away are not, and the straight line counts', JOIN_TOLERANCE_METRES * 10 + 1, false],
  ])('%s', (_title, gap, isJoined) => {
    const graph = createWalkingGraph({
      maps: [
        floor(
          'm',
          [
            [0, 500],
            [1000, 500],
          ],
          [
            [500, 500 - gap],
            [500, 0],
          ],
        ),
      ],
      connections: [],
    })
    const found = graph.distancesFrom(at('m', 0, 500))(at('m', 500, 0))
    expect(found?.alongLanes).toBe(isJoined)
    expect(found?.metres).toBeCloseTo(isJoined ? 100 : Math.hypot(50, 50), 9)
  })
})

describe('points beside the lanes', () => {
  const maps = [
    floor('m', [
      [0, 500],
      [1000, 500],
    ]),
  ]
  const graph = createWalkingGraph({ maps, connections: [] })

  it('are connected straight to the nearest point of a lane', () => {
    expect(graph.route(at('m', 100, 450), at('m', 900, 530))).toEqual({
      metres: 88,
      alongLanes: true,
      legs: [
        {
          mapId: 'm',
          points: [
            { x: 100, y: 450 },
            { x: 100, y: 500 },
            { x: 900, y: 500 },
            { x: 900, y: 530 },
          ],
        },
      ],
    })
  })

  it('are connected straight to each other if that is shorter than both paths to the lane', () => {
    expect(graph.route(at('m', 100, 100), at('m', 300, 100))).toEqual({
      metres: 20,
      alongLanes: false,
      legs: [
        {
          mapId: 'm',
          points: [
            { x: 100, y: 100 },
            { x: 300, y: 100 },
          ],
        },
      ],
    })
  })
})

describe('several maps', () => {
  const lane: readonly (readonly [number, number])[] = [
    [0, 500],
    [1000, 500],
  ]
  const maps = [floor('ground', [...lane]), floor('first', [...lane]), floor('second')]
  const lift: Connection = {
    kind: 'lift',
    name: 'Lift 1',
    stops: [at('ground', 1000, 500), at('first', 1000, 500), at('second', 1000, 500)],
  }
  const stairs: Connection = {
    kind: 'stairs',
    name: 'Stairs',
    stops: [at('ground', 0, 500), at('first', 0, 480)],
  }

  it('have no distance without a connection', () => {
    const graph = createWalkingGraph({ maps, connections: [] })
    expect(graph.distancesFrom(at('ground', 0, 500))(at('first', 0, 500))).toBeUndefined()
    expect(graph.route(at('ground', 0, 500), at('first', 0, 500))).toBeUndefined()
  })

  it('are connected by stairs or lifts, whichever is shorter', () => {
    const graph = createWalkingGraph({ maps, connections: [lift, stairs] })
    const distanceTo = graph.distancesFrom(at('ground', 100, 500))
    expect(distanceTo(at('first', 100, 500))).toEqual({ metres: 10 + 25 + 2 + 10, alongLanes: true })
    expect(graph.route(at('ground', 900, 500), at('first', 800, 500))).toEqual({
      metres: 10 + 40 + 20,
      alongLanes: true,
      legs: [
        {
          mapId: 'ground',
          points: [
            { x: 900, y: 500 },
            { x: 1000, y: 500 },
          ],
        },
        {
          mapId: 'first',
          points: [
            { x: 1000, y: 500 },
            { x: 800, y: 500 },
          ],
          via: 'lift',
        },
      ],
    })
  })

  it('use a straight line if one of them has no lanes, and report it', () => {
    const graph = createWalkingGraph({ maps, connections: [lift] })
    expect(graph.distancesFrom(at('ground', 900, 500))(at('second', 1000, 200))).toEqual({
      metres: 10 + 50 + 30,
      alongLanes: false,
    })
    expect(graph.distancesFrom(at('second', 0, 0))(at('second', 300, 400))).toEqual({
      metres: 50,
      alongLanes: false,
    })
  })

  it('use the stairs if a lift and stairs have the same stops', () => {
    const stops = [at('ground', 0, 500), at('first', 0, 500)]
    const graph = createWalkingGraph({
      maps,
      connections: [
        { kind: 'stairs', name: 'Stairs', stops },
        { kind: 'lift', name: 'Lift', stops },
      ],
    })
    const route = graph.route(at('ground', 100, 500), at('first', 100, 500))
    expect(route?.metres).toBe(10 + 25 + 10)
    expect(route?.legs.map(({ via }) => via)).toEqual([undefined, 'stairs'])
  })

  it('have no distance if one is unknown or has no size', () => {
    const unsized = { mapId: 'third', lanes: [] }
    const graph = createWalkingGraph({ maps: [...maps, unsized], connections: [lift] })
    for (const mapId of ['third', 'nowhere']) {
      expect(graph.distancesFrom(at('ground', 0, 0))(at(mapId, 0, 0))).toBeUndefined()
      expect(graph.distancesFrom(at(mapId, 0, 0))(at(mapId, 1, 1))).toBeUndefined()
    }
  })
})
