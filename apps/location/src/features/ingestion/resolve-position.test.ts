import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ago, answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { openPlaceCalls } from '../../testing/place-calls.ts'

let hospital: TestHospital
let p: ReturnType<typeof openPlaceCalls>

// floor-1 lies on m1: 50 m by 30 m without an image, so 500 by 300 pixels.
beforeAll(async () => {
  hospital = await openHospital()
  p = openPlaceCalls(hospital)
  await p.pushPlaces(
    ['cisco', 'centrak'].flatMap((provider) =>
      ['z-1', 'z-2', 'room-1'].map((hierarchyId) => ({
        provider,
        hierarchyId,
        fullName: ['Campus', hierarchyId],
      })),
    ),
  )
})
afterAll(() => hospital.close())
beforeEach(async () => {
  await hospital.reset()
  const { db } = hospital.parts
  await db.driver.places.updateMany({}, { $unset: { mappings: '', MappingKeys: '' } })
  await db.driver.monitors.deleteMany()
  for (const AssetId of ['P-1', 'P-2'])
    await hospital.addAsset({
      AssetId,
      LocationTags: [{ Provider: 'cisco', TagId: AssetId, IsPrimary: true }],
    })
})

const map = (hierarchyId: string, mappings: object) =>
  p.post('hierarchy/modifyRtlsHierarchy', { hierarchyId, mappings }).expect(200)
const mark = (members: object) =>
  p.post('provider/saveHierarchies', { mapId: 'm1', xCoordinate: 0, yCoordinate: 0, ...members }).expect(200)
let seconds = 3_000
/** pushes an event, one second after the previous one */
const event = (members: object, AssetId = 'P-1') => {
  seconds -= 1
  return { AssetType: 'Equipment', AssetId, time: ago(seconds), ...members }
}
const refusal = async (members: object) => (await hospital.push(event(members))).body.errors[0]
const placeOf = async (assetId = 'P-1') => (await hospital.asset(assetId))?.CurrentLocation
const fullPath = {
  Level_1: 'Northfield',
  Level_2: 'Tower',
  Level_3: 'Floor 1',
  Level_4: 'ICU',
  Level_5: 'Room 1',
}

describe("a provider's place", () => {
  it('resolves to the mapped internal place with all levels, its units scaled to pixels', async () => {
    await map('room-1', { cisco: { hierarchyId: 'z-1', scaling: { x: 2, y: 0.5 } } })
    const item = { provider: 'Cisco', hierarchyId: 'z-1', x: 20, y: 30 }
    await hospital.push(event(item)).expect(200, answer({ accepted: 1 }))
    const here = { mapId: 'm1', hierarchyId: 'room-1', fullPath, xCenterPoint: 40, yCenterPoint: 15 }
    expect(await placeOf()).toMatchObject({ ...here, provider: 'cisco' })
    const [row] = await hospital.parts.db.driver.locationHistory.find().toArray()
    expect(row).toMatchObject({
      mapId: 'm1',
      hierarchyId: 'room-1',
      fullPath,
      x: 40,
      y: 15,
      provider: 'cisco',
    })
  })

  it('without a point resolves to the internal place without a point', async () => {
    await map('room-1', { cisco: { hierarchyId: 'z-1', scaling: { x: 2, y: 2 } } })
    await hospital.push(event({ provider: 'cisco', hierarchyId: 'z-1' })).expect(200, answer({ accepted: 1 }))
    const here = { mapId: 'm1', hierarchyId: 'room-1', fullPath, xCenterPoint: null, yCenterPoint: null }
    expect(await placeOf()).toMatchObject(here)
  })

  it('is also assumed for the key’s provider and for a tag of the provider', async () => {
    await map('unit-1', { cisco: { hierarchyId: 'z-1' } })
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'cisco' })
    const { AssetId: _id, AssetType: _type, ...tagged } = event({ tagId: 'P-2', hierarchyId: 'z-1' })
    await hospital
      .push([event({ hierarchyId: 'z-1', x: 1, y: 2 }), tagged], key)
      .expect(200, answer({ accepted: 2 }))
    expect(await placeOf()).toMatchObject({ hierarchyId: 'unit-1', xCenterPoint: 1, yCenterPoint: 2 })
    expect(await placeOf('P-2')).toMatchObject({ hierarchyId: 'unit-1', xCenterPoint: null })
  })

  it('is not an internal place, nor another provider’s place, of the same id', async () => {
    await map('room-1', { cisco: { hierarchyId: 'z-1' } })
    await map('unit-1', { centrak: { hierarchyId: 'z-1' } })
    await hospital
      .push(event({ provider: 'centrak', hierarchyId: 'z-1' }))
      .expect(200, answer({ accepted: 1 }))
    expect(await placeOf()).toMatchObject({ hierarchyId: 'unit-1' })
    expect(await refusal({ provider: 'centrak', hierarchyId: 'room-1' })).toMatchObject({
      code: 'unknown_hierarchy',
    })
    for (const provider of [undefined, 'rtls', 'RTLS']) {
      await hospital
        .push(event({ provider, hierarchyId: 'room-1', x: 3, y: 4 }))
        .expect(200, answer({ accepted: 1 }))
      expect(await placeOf()).toMatchObject({ hierarchyId: 'room-1', xCenterPoint: 3 })
    }
  })

  it('is refused if it is unmapped or was never received, with a message that says which', async () => {
    const unmapped = await refusal({ provider: 'cisco', hierarchyId: 'z-2' })
    const unknown = await refusal({ provider: 'cisco', hierarchyId: 'z-9' })
    const unknownProvider = await refusal({ provider: 'nobody', hierarchyId: 'z-1' })
    for (const entry of [unmapped, unknown, unknownProvider])
      expect(entry).toMatchObject({ path: 'hierarchyId', code: 'unknown_hierarchy' })
    expect(unmapped.message).toBe(
      'This place of the provider is not mapped to one of the internal hierarchy.',
    )
    expect(unknown.message).toBe('The provider has no such place.')
    expect(unknownProvider.message).toBe(unknown.message)
    expect(await placeOf()).toBeUndefined()
    expect(await hospital.parts.db.driver.deadLetters.countDocuments({ codes: 'unknown_hierarchy' })).toBe(3)
  })

  it('is refused for a point outside the map’s image or without a map', async () => {
    await map('room-1', { cisco: { hierarchyId: 'z-1', scaling: { x: 10, y: 10 } } })
    await map('floor-2', { cisco: { hierarchyId: 'z-2' } })
    const at = (x: number, y: number) => ({ provider: 'cisco', hierarchyId: 'z-1', x, y })
    await hospital.push(event(at(50, 30))).expect(200, answer({ accepted: 1 }))
    expect(await refusal(at(51.01, 1))).toMatchObject({ path: 'x', code: 'outside_map' })
    expect(await refusal(at(1, -1.01))).toMatchObject({ path: 'y', code: 'outside_map' })
    expect(await refusal({ provider: 'cisco', hierarchyId: 'z-2', x: 1, y: 1 })).toMatchObject({
      path: 'hierarchyId',
      code: 'unknown_map',
    })
    expect(await placeOf()).toMatchObject({ xCenterPoint: 500, yCenterPoint: 300 })
  })
})

describe("a provider's monitor", () => {
  it('resolves to its marked point, ignoring case, in the highest place of its map', async () => {
    await mark({ provider: 'cisco', hierarchyId: 'cisco-AP 7', xCoordinate: 120.5, yCoordinate: 60 })
    const res = await hospital.push(event({ provider: 'CISCO', monitorId: 'ap 7', accuracy: 3 }))
    expect(res.body).toEqual(answer({ accepted: 1 }))
    expect(await placeOf()).toMatchObject({
      mapId: 'm1',
      hierarchyId: 'floor-1',
      fullPath: { Level_1: 'Northfield', Level_2: 'Tower', Level_3: 'Floor 1' },
      xCenterPoint: 120.5,
      yCenterPoint: 60,
      provider: 'cisco',
    })
  })

  it('is refused if it is unmarked, of another provider or without a provider', async () => {
    await mark({ provider: 'a-b', hierarchyId: 'a-b-c' })
    for (const item of [
      { provider: 'a-b', monitorId: 'd' },
      { provider: 'cisco', monitorId: 'c' },
      { provider: 'a', monitorId: 'b-c' },
      { monitorId: 'c' },
      { provider: 'a-b', monitorId: 'a-b-c' },
    ]) {
      const refused = await refusal(item)
      expect(refused).toMatchObject({ path: 'monitorId', code: 'unknown_monitor' })
      expect(refused.message).not.toBe('')
    }
    expect(await placeOf()).toBeUndefined()
  })
})

describe('a change', () => {
  it('of a mapping or its scaling applies to the very next event', async () => {
    const item = { provider: 'cisco', hierarchyId: 'z-1', x: 10, y: 10 }
    await map('room-1', { cisco: { hierarchyId: 'z-1' } })
    await hospital.push(event(item))
    expect(await placeOf()).toMatchObject({ hierarchyId: 'room-1', xCenterPoint: 10 })
    await map('room-1', { cisco: { hierarchyId: 'z-1', scaling: { x: 3, y: 4 } } })
    await hospital.push(event(item))
    expect(await placeOf()).toMatchObject({ hierarchyId: 'room-1', xCenterPoint: 30, yCenterPoint: 40 })
    await map('room-1', {})
    expect(await refusal(item)).toMatchObject({ code: 'unknown_hierarchy' })
    await map('unit-1', { cisco: { hierarchyId: 'z-1' } })
    await hospital.push(event(item))
    expect(await placeOf()).toMatchObject({ hierarchyId: 'unit-1', xCenterPoint: 10 })
  })

  it('of a monitor applies to the very next event', async () => {
    const item = { provider: 'cisco', monitorId: '7' }
    await mark({ provider: 'cisco', hierarchyId: 'cisco-7', xCoordinate: 5 })
    await hospital.push(event(item))
    expect(await placeOf()).toMatchObject({ xCenterPoint: 5 })
    await mark({ provider: 'cisco', hierarchyId: 'cisco-7', xCoordinate: 6 })
    await hospital.push(event(item))
    expect(await placeOf()).toMatchObject({ xCenterPoint: 6 })
    await p.remove('hierarchy/markedMonitors/cisco-7').expect(200)
    expect(await refusal(item)).toMatchObject({ code: 'unknown_monitor' })
  })
})

describe('a disabled provider', () => {
  it('is refused, including its places and monitors', async () => {
    await map('room-1', { cisco: { hierarchyId: 'z-1' } })
    await mark({ provider: 'cisco', hierarchyId: 'cisco-7' })
    const { settings } = hospital.parts.db.driver
    const _id = 'provider/cisco'
    await settings.insertOne({ _id, Type: 'Provider', SubType: 'cisco', Fields: { Enabled: false } })
    hospital.parts.bus.publish('config.changed', { what: 'providers' })
    const res = await hospital.push([
      event({ provider: 'cisco', hierarchyId: 'z-1' }),
      event({ provider: 'cisco', monitorId: '7' }),
    ])
    await settings.deleteOne({ _id })
    hospital.parts.bus.publish('config.changed', { what: 'providers' })
    expect(res.body).toMatchObject({
      refused: 2,
      errors: [{ code: 'provider_disabled' }, { code: 'provider_disabled' }],
    })
    expect(await placeOf()).toBeUndefined()
    const after = await hospital.push(event({ provider: 'cisco', hierarchyId: 'z-1' }))
    expect(after.body).toEqual(answer({ accepted: 1 }))
  })
})

describe('refused items', () => {
  it('of a provider’s key are replayed once the place is mapped and the monitor is marked', async () => {
    const key = await hospital.people.makeKey({ kind: 'provider', provider: 'cisco' })
    const sent = [
      event({ hierarchyId: 'z-1', x: 4, y: 5 }),
      event({ monitorId: '7' }, 'P-2'),
      event({ hierarchyId: 'z-9' }),
    ]
    expect((await hospital.push(sent, key)).body).toMatchObject({ refused: 3 })
    await map('room-1', { cisco: { hierarchyId: 'z-1', scaling: { x: 2, y: 2 } } })
    await mark({ provider: 'cisco', hierarchyId: 'cisco-7', xCoordinate: 33 })
    const replay = (body: object) => p.post('ingest/dead-letters/replay', body)
    expect((await replay({ code: 'unknown_hierarchy' })).body).toMatchObject({
      accepted: 1,
      refused: 1,
      errors: [{ path: 'hierarchyId', code: 'unknown_hierarchy' }],
    })
    expect((await replay({ code: 'unknown_monitor' })).body).toMatchObject({ accepted: 1, refused: 0 })
    expect(await placeOf()).toMatchObject({
      hierarchyId: 'room-1',
      xCenterPoint: 8,
      yCenterPoint: 10,
      provider: 'cisco',
      time: new Date(sent[0]?.time ?? ''),
    })
    expect(await placeOf('P-2')).toMatchObject({ hierarchyId: 'floor-1', xCenterPoint: 33 })
    expect((await replay({ code: 'unknown_hierarchy' })).body).toMatchObject({ duplicates: 1, refused: 1 })
  })
})

it('places the kept events of a tag as they were received when its asset appears', async () => {
  await map('room-1', { centrak: { hierarchyId: 'z-1' } })
  const item = { tagId: 'T-new', provider: 'centrak', hierarchyId: 'z-1', time: ago(5), x: 1, y: 2 }
  await hospital.push(item).expect(200, answer({ unresolved: 1 }))
  await hospital.addAsset({
    AssetId: 'P-9',
    LocationTags: [{ Provider: 'centrak', TagId: 'T-new', IsPrimary: true }],
  })
  const changes = [{ AssetType: 'Equipment', AssetId: 'P-9', change: 'created' as const }]
  hospital.parts.bus.publish('asset.changed', { changes, tagKeys: ['centrak|t-new'] })
  await expect.poll(() => placeOf('P-9')).toMatchObject({ hierarchyId: 'room-1', xCenterPoint: 1 })
})
