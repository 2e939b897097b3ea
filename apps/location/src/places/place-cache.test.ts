import { createPlaceCache, type PlaceCache } from '@wardtrack/places'
import { createEventBus } from '@wardtrack/service-kit'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openHospital, type TestHospital } from '../testing/open-hospital.ts'
import { openPlaceCalls } from '../testing/place-calls.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>
const caches: PlaceCache[] = []

beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces([{ provider: 'cisco', hierarchyId: 'z-1', fullName: ['Z'] }])
})
afterAll(() => hospital.close())
afterEach(() => {
  passedMs = 0
  vi.restoreAllMocks()
  for (const lookup of caches.splice(0)) lookup.close()
})

/** Opens the lookup of another process that shares the store, with or without its bus events. */
function otherProcess(connection: 'by the bus' | 'by nothing'): PlaceCache {
  const { db, bus, log } = hospital.parts
  const otherBus = connection === 'by the bus' ? bus : createEventBus({ log })
  const lookup = createPlaceCache({
    db,
    bus: otherBus,
    cacheMode: connection === 'by the bus' ? 'local' : 'shared',
  })
  caches.push(lookup)
  return lookup
}
const map = (hierarchyId: string, mappings: object) =>
  p.post('hierarchy/modifyRtlsHierarchy', { hierarchyId, mappings }).expect(200)
const mappedTo = async (lookup: PlaceCache) => {
  const found = (await lookup.read()).mapped('cisco', 'z-1')
  return typeof found === 'string' ? found : found.place.hierarchyId
}
let passedMs = 0
const monotonic = performance.now.bind(performance)
const later = (ms: number) => {
  passedMs += ms
  vi.spyOn(performance, 'now').mockImplementation(() => monotonic() + passedMs)
}

describe('the places of another process', () => {
  it('are reloaded as soon as the bus announces a change', async () => {
    const lookup = otherProcess('by the bus')
    expect(await mappedTo(lookup)).toBe('unmapped')
    await map('room-1', { cisco: { hierarchyId: 'z-1' } })
    expect(await mappedTo(lookup)).toBe('room-1')
    await map('room-1', {})
    expect(await mappedTo(lookup)).toBe('unmapped')
  })

  it('are reloaded within two seconds without an announcement', async () => {
    const lookup = otherProcess('by nothing')
    expect(await mappedTo(lookup)).toBe('unmapped')
    await map('room-1', { cisco: { hierarchyId: 'z-1' } })
    later(2_001)
    expect(await mappedTo(lookup)).toBe('room-1')
    await p
      .post('provider/saveHierarchies', {
        hierarchyId: 'cisco-7',
        provider: 'cisco',
        mapId: 'm1',
        xCoordinate: 1,
        yCoordinate: 2,
      })
      .expect(200)
    later(4_100)
    expect((await lookup.read()).monitor('cisco', '7')?.point).toEqual({ x: 1, y: 2 })
    await p.remove('hierarchy/markedMonitors/cisco-7').expect(200)
    await map('room-1', {})
    later(6_200)
    expect(await mappedTo(lookup)).toBe('unmapped')
    expect((await lookup.read()).monitor('cisco', '7')).toBeUndefined()
  })

  it('are not reloaded while nothing was written: only the stamp is read', async () => {
    const lookup = otherProcess('by nothing')
    const first = await lookup.read()
    later(2_001)
    expect(await lookup.read()).toBe(first)
    expect(await lookup.read()).toBe(first)
    await map('room-1', {})
    later(4_100)
    expect(await lookup.read()).not.toBe(first)
  })

  it('are reloaded after five minutes whatever the stamp is', async () => {
    const lookup = otherProcess('by nothing')
    const first = await lookup.read()
    await hospital.parts.db.driver.places.updateOne(
      { hierarchyId: 'room-1' },
      { $set: { fullName: ['Moved'] } },
    )
    later(299_000)
    expect(await lookup.read()).toBe(first)
    later(310_000)
    expect((await lookup.read()).place('room-1')?.fullPath).toEqual({ Level_1: 'Moved' })
  })

  it('are loaded again after the store failed', async () => {
    const lookup = otherProcess('by nothing')
    const find = vi.spyOn(hospital.parts.db.driver.maps, 'find').mockImplementationOnce(() => {
      throw new Error('out of reach')
    })
    await expect(lookup.read()).rejects.toThrow('out of reach')
    find.mockRestore()
    expect((await lookup.read()).map('m1')?.width).toBe(500)
  })
})
