import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Camera } from './camera.ts'
import { markerSize } from './marker.ts'
import { MarkerLayout } from './marker-layout.ts'
import { MarkerStore } from './marker-store.ts'
import { marker } from './testing/test-map.ts'

function camera(): Camera {
  const result = new Camera()
  result.setViewport({ width: 800, height: 600 })
  result.setContent({ width: 1600, height: 1200 })
  return result
}

function arranged(places: readonly (readonly [number, number])[], view: Camera): MarkerLayout {
  const store = new MarkerStore()
  store.replace(
    places.map(([x, y], i) => marker(`m${i}`, x, y)),
    0,
    view.scale,
    false,
  )
  const layout = new MarkerLayout()
  layout.rebuild(store, view.scale)
  return layout
}

const anyPlace = fc.tuple(fc.integer({ min: 0, max: 1600 }), fc.integer({ min: 0, max: 1200 }))

describe('the layout', () => {
  it('contains every marker once, single or in a cluster', () => {
    const view = camera()
    fc.assert(
      fc.property(fc.array(anyPlace, { maxLength: 120 }), (places) => {
        const layout = arranged(places, view)
        const ids = [
          ...layout.singles.map(({ marker: { id } }) => id),
          ...layout.clusters.flatMap(({ members }) => members.map(({ marker: { id } }) => id)),
        ]
        expect(ids.sort()).toEqual(places.map((_, i) => `m${i}`).sort())
      }),
    )
  })

  it('finds the same target under any point as a search through all targets', () => {
    const reach = markerSize.hitArea / 2
    const pointer = fc.tuple(fc.integer({ min: -50, max: 850 }), fc.integer({ min: -50, max: 650 }))
    const look = fc.record({
      places: fc.array(anyPlace, { maxLength: 120 }),
      zoom: fc.constantFrom(0.5, 1, 1.5),
      pan: fc.tuple(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 })),
      pointers: fc.array(pointer, { minLength: 1, maxLength: 20 }),
    })
    fc.assert(
      fc.property(look, ({ places, zoom, pan, pointers }) => {
        const view = camera()
        view.setZoom(zoom)
        view.panBy(...pan)
        const layout = arranged(places, view)
        const all = [...layout.targets()].map(({ target, at }) => ({ target, at: view.toScreen(at) }))
        for (const [x, y] of pointers) {
          const distances = all.map(({ target, at }) => ({
            target,
            dx: Math.abs(at.x - x),
            dy: Math.abs(at.y - y),
          }))
          // Points exactly on the edge of a marker are skipped, because rounding decides their result.
          if (distances.some(({ dx, dy }) => Math.abs(Math.max(dx, dy) - reach) < 1e-9)) continue
          const within = distances.filter(({ dx, dy }) => dx <= reach && dy <= reach)
          const hit = layout.hitTest({ x, y }, view)
          expect(hit === undefined).toBe(within.length === 0)
          if (!hit) continue
          const nearest = Math.min(...within.map(({ dx, dy }) => Math.hypot(dx, dy)))
          const found = within.find(({ target }) => target.id === hit.id)
          expect(Math.hypot(found?.dx ?? Infinity, found?.dy ?? Infinity)).toBeCloseTo(nearest, 6)
        }
      }),
    )
  })

  it('equals a rebuilt layout after batches of changes, and keeps clusters the changes do not reach', () => {
    const view = camera()
    const change = fc.record({
      id: fc.integer({ min: 0, max: 259 }),
      place: fc.option(anyPlace),
    })
    const shape = ({ singles, clusters }: MarkerLayout) => ({
      singles: singles.map(({ marker: { id } }) => id),
      clusters: clusters
        .map(({ id, x, y, members }) => [id, x, y, ...members.map((member) => member.marker.id)].join(' '))
        .sort(),
    })
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 5 }), { maxLength: 12 }), (batches) => {
        const store = new MarkerStore()
        store.replace(
          Array.from({ length: 260 }, (_, i) => marker(`m${i}`, (i * 97) % 1600, (i * 61) % 1200)),
          0,
          view.scale,
          false,
        )
        const layout = new MarkerLayout()
        layout.rebuild(store, view.scale)
        for (const batch of batches) {
          for (const { id, place } of batch) {
            if (place) store.upsert(marker(`m${id}`, ...place), 0, view.scale, false)
            else store.remove(`m${id}`)
          }
          layout.update(store, new Set(batch.map(({ id }) => `m${id}`)), view.scale)
          const rebuilt = new MarkerLayout()
          rebuilt.rebuild(store, view.scale)
          expect(shape(layout)).toEqual(shape(rebuilt))
          for (const cluster of layout.clusters)
            for (const { marker: member } of cluster.members)
              expect(layout.clusterOf(member.id)).toBe(cluster)
        }
      }),
    )
  })

  it('regroups only markers that touched or now touch a changed marker', () => {
    const view = camera()
    const store = new MarkerStore()
    const row = (name: string, x: number) => [0, 1, 2].map((i) => marker(`${name}${i}`, x + i * 8, 100))
    const far = Array.from({ length: 60 }, (_, i) =>
      marker(`far${i}`, (i % 20) * 75, 600 + 100 * Math.floor(i / 20)),
    )
    store.replace([...row('a', 100), ...row('b', 800), ...far], 0, view.scale, false)
    const layout = new MarkerLayout()
    layout.update(store, new Set(['a0']), view.scale)
    const [a, b] = layout.clusters
    store.upsert(marker('a0', 400, 500), 0, view.scale, false)
    layout.update(store, new Set(['a0']), view.scale)
    expect(a?.id).toBe('cluster:a0')
    expect(layout.clusters).toEqual([b])
    expect(layout.clusters[0]).toBe(b)
    expect(layout.singles.map(({ marker: { id } }) => id).slice(0, 3)).toEqual(['a0', 'a1', 'a2'])
  })

  it('identifies a cluster by its smallest member, so that its id stays the same while others join', () => {
    const view = camera()
    const firstThree = arranged(
      [
        [100, 100],
        [104, 100],
        [108, 100],
      ],
      view,
    )
    const four = arranged(
      [
        [100, 100],
        [104, 100],
        [108, 100],
        [112, 100],
      ],
      view,
    )
    expect(firstThree.clusters.map(({ id }) => id)).toEqual(['cluster:m0'])
    expect(four.clusters.map(({ id }) => id)).toEqual(['cluster:m0'])
  })
})
