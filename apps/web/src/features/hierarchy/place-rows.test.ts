import type { RtlsHierarchy } from '@wardtrack/contracts'
import { describe, expect, it } from 'vitest'
import { filterRows, ProviderPlaces, placeRows, withMapping } from './place-rows.ts'

const unscaled = { x: 1, y: 1 }
const place = (fullName: string[], of: Partial<RtlsHierarchy> = {}): RtlsHierarchy => {
  const hierarchyId = of.hierarchyId ?? fullName.join('/')
  return { _id: hierarchyId, hierarchyId, mapId: null, mappings: {}, ...of, fullName }
}

const site = place(['North'])
const floor = place(['North', 'Level 1'], {
  mapId: 'm1',
  mappings: { centrak: { hierarchyId: 'c-1', scaling: unscaled } },
})
const room = place(['North', 'Level 1', 'Room 1.01'])
const places = [site, floor, room]

describe('the rows of the hierarchy', () => {
  it('use the map of the nearest enclosing place that has one', () => {
    expect(
      placeRows(places).map(({ name, within, mapId, mapOf }) => [name, within, mapId, mapOf.hierarchyId]),
    ).toEqual([
      ['North', '', null, 'North'],
      ['Level 1', 'North', 'm1', 'North/Level 1'],
      ['Room 1.01', 'North > Level 1', 'm1', 'North/Level 1'],
    ])
  })

  it('belong to the floor whose map they have too', () => {
    const named = place(['North', 'Level 1', 'Room 1.02'], { mapId: 'm1' })
    expect(placeRows([site, floor, named])[2]?.mapOf).toBe(floor)
  })

  it('are found by path and id, regardless of case', () => {
    const names = (search: string) => filterRows(placeRows(places), search, 'all', []).map(({ name }) => name)
    expect(names(' LEVEL 1 ')).toEqual(['Level 1', 'Room 1.01'])
    expect(names('north/level 1/room')).toEqual(['Room 1.01'])
  })

  it('are without a map if no enclosing place has one, and unmapped if no active provider has them', () => {
    const rows = placeRows(places)
    const names = (filter: 'no-map' | 'unmapped', providers: string[]) =>
      filterRows(rows, '', filter, providers).map(({ name }) => name)
    expect(names('no-map', ['centrak'])).toEqual(['North'])
    expect(names('unmapped', ['centrak'])).toEqual(['North', 'Room 1.01'])
    expect(names('unmapped', ['aeroscout'])).toEqual(['North', 'Level 1', 'Room 1.01'])
  })
})

describe("a provider's places", () => {
  const provided = [
    { _id: '1', provider: 'centrak', hierarchyId: 'c-1', mapId: null, fullName: ['C', 'First'] },
    { _id: '2', provider: 'centrak', hierarchyId: 'c-2', mapId: null, fullName: ['C', 'Second'] },
  ]
  const offered = new ProviderPlaces(provided, places)

  it('are used by another place, never by the place itself', () => {
    expect(offered.usedBy('centrak', 'c-1', room)).toBe(floor)
    expect(offered.usedBy('centrak', 'c-1', floor)).toBeUndefined()
    expect(offered.usedBy('centrak', 'c-2', room)).toBeUndefined()
    expect(offered.usedBy('aeroscout', 'c-1', room)).toBeUndefined()
  })

  it('have their id as their name if the provider no longer names them', () => {
    expect(offered.nameOf('centrak', 'c-2')).toBe('C > Second')
    expect(offered.nameOf('centrak', 'c-9')).toBe('c-9')
  })

  it('replace one mapping and keep those of other providers, including inactive ones', () => {
    const mappings = {
      centrak: { hierarchyId: 'c-1', scaling: unscaled },
      old: { hierarchyId: 'o', scaling: unscaled },
    }
    const next = { hierarchyId: 'c-2', scaling: { x: 2, y: 3 } }
    expect(withMapping(mappings, 'centrak', next)).toEqual({ centrak: next, old: mappings.old })
    expect(withMapping(mappings, 'centrak', undefined)).toEqual({ old: mappings.old })
  })
})
