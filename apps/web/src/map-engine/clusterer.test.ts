import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Clusterer, maxClusterExtent, type ScreenPoints } from './clusterer.ts'

function points(places: readonly (readonly [number, number])[]): ScreenPoints {
  return {
    xs: Float64Array.from(places, ([x]) => x),
    ys: Float64Array.from(places, ([, y]) => y),
    count: places.length,
  }
}

function grouped(places: readonly (readonly [number, number])[]): number[][] {
  return new Clusterer().group(points(places)).map((members) => [...members])
}

/** Reference implementation: flood fill over every touching pair, then halving of groups that are too wide. */
function oracle(places: readonly (readonly [number, number])[]): number[][] {
  const unclustered = new Set(places.keys())
  const found: number[][] = []
  const halve = (set: number[]): void => {
    if (set.length < 3) return
    const sides = [0, 1].map((axis) => set.map((i) => places[i]?.[axis as 0 | 1] ?? 0))
    const spans = sides.map((side) => Math.max(...side) - Math.min(...side))
    const axis = (spans[0] ?? 0) >= (spans[1] ?? 0) ? 0 : 1
    if ((spans[axis] ?? 0) <= maxClusterExtent) {
      found.push(set)
      return
    }
    const middle = Math.min(...(sides[axis] ?? [])) + (spans[axis] ?? 0) / 2
    halve(set.filter((i) => (places[i]?.[axis] ?? 0) < middle))
    halve(set.filter((i) => (places[i]?.[axis] ?? 0) >= middle))
  }
  for (const start of places.keys()) {
    if (!unclustered.delete(start)) continue
    const set = [start]
    for (const at of set) {
      for (const otherMarker of unclustered) {
        const [ax = 0, ay = 0] = places[at] ?? []
        const [bx = 0, by = 0] = places[otherMarker] ?? []
        if (Math.abs(ax - bx) < 20 && Math.abs(ay - by) < 20) {
          unclustered.delete(otherMarker)
          set.push(otherMarker)
        }
      }
    }
    halve(set.sort((a, b) => a - b))
  }
  return found
}

const sorted = (clusters: number[][]) => clusters.map((set) => set.join()).sort()

describe('clusters', () => {
  it('leaves two touching shapes separate', () => {
    expect(
      grouped([
        [0, 0],
        [19, 0],
        [200, 0],
      ]),
    ).toEqual([])
  })

  it('makes one cluster of three shapes that touch in a chain', () => {
    expect(
      grouped([
        [0, 0],
        [19, 0],
        [38, 0],
      ]),
    ).toEqual([[0, 1, 2]])
  })

  it('does not join shapes exactly one shape apart', () => {
    expect(
      grouped([
        [0, 0],
        [20, 0],
        [40, 0],
      ]),
    ).toEqual([])
  })

  it('cuts a long row so that no cluster exceeds the maximum extent', () => {
    const row = Array.from({ length: 40 }, (_, i) => [i * 10, 0] as const)
    const clusters = grouped(row)
    expect(clusters.flat().sort((a, b) => a - b)).toEqual([...row.keys()])
    for (const members of clusters) {
      const xs = members.map((i) => row[i]?.[0] ?? 0)
      expect(Math.max(...xs) - Math.min(...xs)).toBeLessThanOrEqual(maxClusterExtent)
    }
  })

  it('groups random markers as the reference implementation does', () => {
    const place = fc.tuple(fc.integer({ min: 0, max: 1600 }), fc.integer({ min: 0, max: 1200 }))
    const quarter = place.map(([x, y]) => [x / 4, y / 4] as const)
    fc.assert(
      fc.property(fc.array(quarter, { maxLength: 150 }), (places) => {
        expect(sorted(grouped(places))).toEqual(sorted(oracle(places)))
      }),
      { numRuns: 300 },
    )
  })

  it('can be reused for other points', () => {
    const clusterer = new Clusterer()
    expect(
      clusterer.group(
        points([
          [0, 0],
          [1, 0],
          [2, 0],
          [500, 500],
        ]),
      ),
    ).toHaveLength(1)
    expect(
      clusterer.group(
        points([
          [0, 0],
          [100, 0],
          [200, 0],
        ]),
      ),
    ).toHaveLength(0)
  })
})
