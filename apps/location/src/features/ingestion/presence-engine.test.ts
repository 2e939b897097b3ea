import { estimatePresence, PRESENCE_WINDOW_MS, type Sighting } from '@wardtrack/places'
import fc from 'fast-check'
import request from 'supertest'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { answer, openHospital, type TestHospital } from '../../testing/open-hospital.ts'

/** Points of the monitors on map m1, in pixels; the map has ten pixels a metre. */
const MONITORS = {
  gw01: { x: 50, y: 100 },
  gw02: { x: 180, y: 100 },
  gw03: { x: 100, y: 200 },
} as const
type Monitor = keyof typeof MONITORS
const monitorOf = (name = ''): Monitor => (name === 'gw02' || name === 'gw03' ? name : 'gw01')

let hospital: TestHospital
let secondProcess: TestHospital
/** A process that alone writes to its store, so that it keeps windows in memory. */
let onlyProcess: TestHospital
beforeAll(async () => {
  hospital = await openHospital({ cacheMode: 'shared' })
  secondProcess = await openHospital({ cacheMode: 'shared', storeOf: hospital })
  onlyProcess = await openHospital()
  await addMonitors(onlyProcess)
})
afterAll(async () => {
  await secondProcess.close()
  await hospital.close()
  await onlyProcess.close()
})
beforeEach(async () => {
  await hospital.reset()
  await secondProcess.reset()
  await hospital.parts.db.driver.settings.deleteMany({ Type: 'Provider' })
  await hospital.addAsset({ AssetId: 'YU-1' })
  await addMonitors(hospital)
  hospital.parts.bus.publish('config.changed', { what: 'providers' })
  secondProcess.parts.bus.publish('config.changed', { what: 'maps' })
})

async function addMonitors({ parts: { db, bus } }: TestHospital): Promise<void> {
  await db.driver.monitors.deleteMany()
  for (const [name, { x, y }] of Object.entries(MONITORS))
    await db.driver.monitors.insertOne({
      _id: `radio-${name}`,
      provider: 'radio',
      mapId: 'm1',
      hierarchyId: `radio-${name}`,
      xCoordinate: x,
      yCoordinate: y,
    })
  bus.publish('config.changed', { what: 'maps' })
}

const START = Date.now() - 3_600_000
const seen = (monitorId: Monitor, afterMs: number, signal: { rssi?: number; accuracy?: number } = {}) => ({
  AssetType: 'Equipment',
  AssetId: 'YU-1',
  provider: 'radio',
  monitorId,
  time: new Date(START + afterMs).toISOString(),
  ...signal,
})
const rows = () => hospital.parts.db.driver.locationHistory.find().sort({ time: 1 }).toArray()
const current = async () => {
  const { xCenterPoint: x, yCenterPoint: y, time } = (await hospital.asset('YU-1'))?.CurrentLocation ?? {}
  return { x, y, time: time?.getTime() }
}
/** Alternating sightings by a near and a far monitor, ten seconds long. */
const bothHear = (near = {}, far = {}) =>
  Array.from({ length: 10 }, (_, second) => [
    seen('gw01', second * 1_000, near),
    seen('gw02', second * 1_000 + 400, far),
  ]).flat()

it('keeps a tag at its strong monitor when a weak one hears the tag later', async () => {
  for (const sighting of bothHear({ rssi: -48 }, { rssi: -88 }))
    await hospital.push(sighting).expect(200, answer({ accepted: 1 }))
  expect(await current()).toEqual({ ...MONITORS.gw01, time: START + 9_400 })
  const stored = await rows()
  expect(stored).toHaveLength(20)
  expect(new Set(stored.map(({ x, y }) => `${x} ${y}`))).toEqual(new Set(['50 100']))
  expect(stored[1]?.sighting).toEqual({ monitorId: 'gw02', mapId: 'm1', ...MONITORS.gw02, rssi: -88 })
  expect((await hospital.asset('YU-1'))?.CurrentLocation?.since?.getTime()).toBe(START)
  const history = await request(hospital.app)
    .post('/location/api/location.getLocationHistory')
    .set(hospital.people.admin)
    .send({ assetId: 'YU-1', items: 1 })
  expect(history.body.assets).toMatchObject([
    { xCenterPoint: 50, yCenterPoint: 100, sighting: { monitorId: 'gw02', rssi: -88 } },
  ])
})

it('keeps a tag at its first monitor when two hear the tag without signals, in one request', async () => {
  await hospital.push(bothHear()).expect(200, answer({ accepted: 20 }))
  expect(await current()).toEqual({ ...MONITORS.gw01, time: START + 9_400 })
})

it('moves a tag to a clearly stronger monitor immediately, to another one when the first hears nothing', async () => {
  await hospital.push(seen('gw01', 0, { rssi: -60 })).expect(200)
  await hospital.push(seen('gw02', 1_000, { rssi: -62 })).expect(200)
  expect(await current()).toMatchObject(MONITORS.gw01)
  await hospital.push(seen('gw02', 4_500, { rssi: -62 })).expect(200)
  expect(await current()).toMatchObject(MONITORS.gw02)
  await hospital.push(seen('gw01', 5_000, { rssi: -40 })).expect(200)
  expect(await current()).toMatchObject(MONITORS.gw01)
})

it('takes each sighting as a position when the provider has no presence engine', async () => {
  await hospital.parts.db.driver.settings.insertOne({
    _id: 'provider/radio',
    Type: 'Provider',
    SubType: 'radio',
    Fields: { Enabled: true, HierarchyProvider: false, Presence: false },
  })
  hospital.parts.bus.publish('config.changed', { what: 'providers' })
  await hospital.push(bothHear({ rssi: -48 }, { rssi: -88 })).expect(200, answer({ accepted: 20 }))
  expect(await current()).toMatchObject(MONITORS.gw02)
})

it('changes the floor sooner at stairs that are drawn on the map', async () => {
  const { db, bus } = hospital.parts
  const [first] = await db.driver.maps.find({ _id: 'm1' }).toArray()
  if (!first) throw new Error('no map')
  await db.driver.maps.insertOne({ ...first, _id: 'm2', name: 'M2' })
  await db.driver.monitors.updateOne({ _id: 'radio-gw02' }, { $set: { mapId: 'm2' } })
  bus.publish('config.changed', { what: 'maps' })
  await hospital.push(seen('gw01', 0, { rssi: -60 })).expect(200)
  await hospital.push(seen('gw02', 100, { rssi: -55 })).expect(200)
  expect(await current()).toMatchObject(MONITORS.gw01)
  const stops = [{ kind: 'stairs' as const, name: 'A', x: 60, y: 100 }]
  for (const _id of ['m1', 'm2'])
    await db.driver.mapLanes.insertOne({ _id, lanes: [], stops, revision: 'r1', imageSize: '500x300' })
  bus.publish('config.changed', { what: 'lanes' })
  await hospital.push(seen('gw02', 200, { rssi: -55 })).expect(200)
  expect(await current()).toMatchObject(MONITORS.gw02)
  await db.driver.maps.deleteOne({ _id: 'm2' })
  await db.driver.mapLanes.deleteMany({})
})

it('passes exact points unchanged between sightings', async () => {
  await hospital.push(seen('gw01', 0, { rssi: -60 })).expect(200)
  const point = { AssetType: 'Equipment', AssetId: 'YU-1', mapId: 'm1', x: 40, y: 20 }
  await hospital.push({ ...point, time: new Date(START + 500).toISOString() }).expect(200)
  expect(await current()).toMatchObject({ x: 400, y: 200 })
})

it('stores a repeated sighting once, with its first position', async () => {
  const first = seen('gw01', 0, { rssi: -60 })
  await hospital.push([first, seen('gw02', 1_000, { rssi: -50 })]).expect(200, answer({ accepted: 2 }))
  await secondProcess.push(first).expect(200, answer({ duplicates: 1 }))
  expect(await current()).toMatchObject(MONITORS.gw02)
  expect(await rows()).toMatchObject([MONITORS.gw01, MONITORS.gw02])
})

it('refuses a signal that is none', async () => {
  const { body } = await hospital.push(seen('gw01', 0, { rssi: 900 }))
  expect(body).toMatchObject({ refused: 1, errors: [{ path: 'rssi' }] })
  expect(await rows()).toEqual([])
})

it('stores the positions that follow from the stored sightings, in batches and over two processes', async () => {
  const radio = fc.record({
    monitorId: fc.constantFrom('gw01', 'gw02', 'gw03'),
    gap: fc.integer({ min: 1, max: 1_500 }),
    rssi: fc.integer({ min: -95, max: -40 }),
    isLastOfBatch: fc.boolean(),
    bySecond: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(radio, { minLength: 1, maxLength: 25 }), async (steps) => {
      await hospital.reset()
      await secondProcess.reset()
      await hospital.addAsset({ AssetId: 'YU-1' })
      let after = 0
      let batch: object[] = []
      for (const [index, { monitorId, gap, rssi, isLastOfBatch, bySecond }] of steps.entries()) {
        after += gap
        batch.push(seen(monitorId, after, { rssi }))
        if (!isLastOfBatch && index < steps.length - 1) continue
        await (bySecond ? secondProcess : hospital)
          .push(batch)
          .expect(200, answer({ accepted: batch.length }))
        batch = []
      }
      const expected: Stored[] = []
      const stored = await rows()
      for (const { sighting, time } of stored)
        expected.push(
          nextOf(expected, {
            monitorId: monitorOf(sighting?.monitorId),
            rssi: sighting?.rssi ?? Number.NaN,
            time: time.getTime(),
          }),
        )
      expect(stored.map(({ x, y }) => ({ x, y }))).toEqual(expected.map(({ x, y }) => ({ x, y })))
    }),
    { numRuns: 8 },
  )
})

it('stores the same positions from memory, with late sightings and writes that failed', async () => {
  const { connection, driver } = onlyProcess.parts.db
  const store = connection.db
  if (!store) throw new Error('no store')
  const command = store.command.bind(store)
  let isFailing = false
  const spy = vi.spyOn(store, 'command').mockImplementation((sent, options) => {
    if (isFailing && 'insert' in sent && sent.insert === 'locationHistory')
      return Promise.reject(new Error('the store is away'))
    return command(sent, options)
  })
  const radio = fc.record({
    monitorId: fc.constantFrom('gw01', 'gw02', 'gw03'),
    gap: fc.integer({ min: 1, max: 1_500 }),
    lateness: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 14_000 })),
    rssi: fc.integer({ min: -95, max: -40 }),
    outcome: fc.constantFrom('stored', 'stored', 'stored later', 'lost'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(radio, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      await onlyProcess.reset()
      await onlyProcess.addAsset({ AssetId: 'YU-1' })
      const expected: Stored[] = []
      const times = new Set<number>()
      let after = 60_000
      for (const { monitorId, gap, lateness, rssi, outcome } of steps) {
        after += gap
        let at = after - lateness
        while (times.has(at)) at += 1
        times.add(at)
        const sighting = seen(monitorId, at, { rssi })
        isFailing = outcome !== 'stored'
        if (isFailing) await onlyProcess.push(sighting).expect(503)
        isFailing = false
        if (outcome === 'lost') continue
        await onlyProcess.push(sighting).expect(200, answer({ accepted: 1 }))
        expected.push(nextOf(expected, { monitorId, rssi, time: START + at }))
      }
      const stored = await driver.locationHistory.find().sort({ time: 1 }).toArray()
      expect(stored.map(({ time, x, y }) => ({ time: time.getTime(), x, y }))).toEqual(
        expected.toSorted((a, b) => a.time - b.time).map(({ time, x, y }) => ({ time, x, y })),
      )
    }),
    { numRuns: 3 },
  )
  spy.mockRestore()
})

type Radio = { monitorId: Monitor; rssi: number; time: number }
type Stored = Radio & { x: number; y: number }

/** Computes the position of a sighting from those that were stored before. */
function nextOf(stored: readonly Stored[], radio: Radio): Stored {
  const { time } = radio
  const upTo = stored.toSorted((a, b) => a.time - b.time).filter((each) => each.time <= time)
  const newest = Math.max(...stored.map((each) => each.time))
  const last = upTo.at(-1)
  const isInWindow = last !== undefined && last.time > time - PRESENCE_WINDOW_MS
  const previous = isInWindow || newest <= time ? last : undefined
  const inMetres = ({ x, y }: { x: number; y: number }) => ({ x: x / 10, y: y / 10 })
  const presence = estimatePresence(
    [...upTo, radio].map(
      ({ monitorId, rssi, time: heardAt }): Sighting => ({
        gateway: monitorId,
        mapId: 'm1',
        at: inMetres(MONITORS[monitorId]),
        time: heardAt,
        rssi,
      }),
    ),
    time,
    previous && { mapId: 'm1', at: inMetres(previous) },
  )
  const pixels = (metres = 0) => Math.round(metres * 10 * 1_000) / 1_000
  return { ...radio, x: pixels(presence?.at.x), y: pixels(presence?.at.y) }
}
