import type { GeofenceAlert } from '@wardtrack/contracts'
import { settingId } from '@wardtrack/database'
import { createMetadataMappingCache } from '@wardtrack/ingestion'
import { createPlaceCache, type PlaceCache } from '@wardtrack/places'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openHospital, type TestHospital } from '../../testing/open-hospital.ts'
import { pendingAlert } from '../../testing/pending-alerts.ts'
import { type AlertRaiser, createAlertRaiser } from './index.ts'

let ward: TestHospital
let places: PlaceCache
let raiser: AlertRaiser
const published: GeofenceAlert[][] = []
const MIRTH = settingId('Mirth', 'Mirth')

beforeAll(async () => {
  ward = await openHospital()
  places = createPlaceCache(ward.parts)
  raiser = createAlertRaiser({ ...ward.parts, places, mapping: createMetadataMappingCache(ward.parts) })
  ward.parts.bus.subscribe('geofence.alert', (batch) => published.push(batch))
  const Options = { LEVEL_1: { alias: 'Critical' } }
  const entry = { Alias: 'x', Model: 'x', tableKey: 'x', filterFlag: '1', inputType: 'select' } as const
  await ward.parts.db.driver.metadata.insertOne({
    _id: 'mapping',
    aliases: {},
    types: { Equipment: { BatteryLevel: { ...entry, Options } } },
  })
})
beforeEach(async () => {
  const { db } = ward.parts
  for (const store of [db.driver.assets, db.driver.geofenceAlerts, db.driver.deliveries, db.driver.settings])
    await store.deleteMany()
  published.length = 0
})
afterAll(async () => {
  places.close()
  await ward.close()
})

const pump = () =>
  ward.addAsset({
    AssetId: 'P-1',
    Fields: {
      AssetName: 'Pump alpha',
      SerialNo: 'SN-1',
      PrimaryCategory: 'Pump',
      BatteryLevel: { Level: 'LEVEL_1' },
      WifiStrength: { Strength: 'BAR_TWO' },
      Mappings: {
        Clinician: [{ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } }],
        Patient: [{ AssetType: 'Patient', AssetId: 'X-1' }],
      },
    },
  })
const setUrl = (GeofenceAlert: string) =>
  ward.parts.db.driver.settings.updateOne(
    { _id: MIRTH },
    {
      $set: {
        Type: 'Mirth',
        SubType: 'Mirth',
        Fields: { GeofenceAlert },
        patientReceivers: { GeofenceAlert },
      },
    },
    { upsert: true },
  )

test('stores fence, place, asset, aliases and clinicians as they were at the alert', async () => {
  const pending = pendingAlert(await pump())
  await raiser.raise([pending])
  const stored = await ward.parts.db.driver.geofenceAlerts.findOne({ _id: pending.id })
  expect(stored).toMatchObject({
    status: 'open',
    unresolved: true,
    ofPatient: false,
    fence: { _id: pending.fence._id.toHexString(), Name: 'Drug store' },
    location: pending.location,
    eventTime: pending.eventTime,
    then: {
      AssetName: 'Pump alpha',
      SerialNo: 'SN-1',
      PrimaryCategory: 'Pump',
      Battery: 'Critical',
      BatteryCode: 'LEVEL_1',
      WiFi: 'BAR_TWO',
      WiFiCode: 'BAR_TWO',
      Clinicians: [{ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Adams' } }],
    },
  })
  expect(stored?.fence).not.toHaveProperty('activeFrom')
})

test('stores and publishes an alert once when it is raised repeatedly or concurrently', async () => {
  const asset = await pump()
  const [entryAlert, exitAlert] = [pendingAlert(asset), pendingAlert(asset, { kind: 'Exit' })]
  await setUrl('10.0.0.9/alerts')
  await Promise.all([raiser.raise([entryAlert, entryAlert]), raiser.raise([entryAlert, exitAlert])])
  await raiser.raise([exitAlert, entryAlert])
  expect(
    published
      .flat()
      .map(({ id }) => id)
      .sort(),
  ).toEqual([entryAlert.id, exitAlert.id].sort())
  expect(await ward.parts.db.driver.geofenceAlerts.countDocuments({})).toBe(2)
  expect(await ward.parts.db.driver.deliveries.countDocuments({})).toBe(2)
})

test('adds a delivery that a crash lost when the alert is raised again, and keeps existing deliveries', async () => {
  const seed = pendingAlert(await pump())
  const { deliveries } = ward.parts.db.driver
  await raiser.raise([seed])
  expect(await deliveries.countDocuments({})).toBe(0)
  await setUrl('10.0.0.9/alerts')
  await raiser.raise([seed])
  const [added] = await deliveries.find().toArray()
  expect(added).toMatchObject({ _id: `GeofenceAlert|${seed.id}`, pending: true, attempts: 0 })
  expect(JSON.parse(added?.payload ?? '')).toEqual(published[0]?.[0])
  await deliveries.updateOne({}, { $unset: { pending: 1 }, $set: { deliveredAt: new Date(), payload: '' } })
  await raiser.raise([seed])
  expect(await deliveries.countDocuments({ pending: true })).toBe(0)
  expect(published).toHaveLength(1)
})

test('skips an alert of a deleted asset and raises the others', async () => {
  const asset = await pump()
  const ofRemovedAsset = pendingAlert({ _id: pendingAlert(asset).fence._id })
  const pending = pendingAlert(asset)
  expect(await raiser.raise([ofRemovedAsset, pending])).toEqual([pending])
  expect((await ward.parts.db.driver.geofenceAlerts.find().toArray()).map(({ _id }) => _id)).toEqual([
    pending.id,
  ])
})

test('reports an alert that cannot be stored beside an existing one, and raises and publishes the rest', async () => {
  const asset = await pump()
  const [stored, invalid, valid] = [pendingAlert(asset), pendingAlert(asset), pendingAlert(asset)]
  await setUrl('10.0.0.9/alerts')
  await raiser.raise([stored])
  published.length = 0
  const { geofenceAlerts, deliveries } = ward.parts.db.driver
  const bulkWrite = vi.spyOn(geofenceAlerts, 'bulkWrite').mockImplementationOnce(async (writes, options) => {
    const result = await geofenceAlerts.bulkWrite(writes.slice(2), options)
    const writeErrors = [
      { index: 0, code: 11_000, errmsg: 'taken' },
      { index: 1, code: 17_280, errmsg: 'key too large' },
    ]
    throw Object.assign(new Error('taken'), { code: 11_000, writeErrors, result })
  })
  await expect(raiser.raise([stored, invalid, valid])).rejects.toThrow('key too large')
  bulkWrite.mockRestore()
  expect(published.flat().map(({ id }) => id)).toEqual([valid.id])
  expect(await geofenceAlerts.findOne({ _id: invalid.id })).toBeNull()
  expect(await deliveries.distinct('_id')).toEqual(
    [stored, valid].map(({ id }) => `GeofenceAlert|${id}`).sort(),
  )
  await raiser.raise([invalid])
  expect(published.flat().map(({ id }) => id)).toEqual([valid.id, invalid.id])
})

test('publishes an alert exactly once even if its delivery could not be stored', async () => {
  const pending = pendingAlert(await pump())
  await setUrl('10.0.0.9/alerts')
  const { deliveries } = ward.parts.db.driver
  const bulkWrite = vi.spyOn(deliveries, 'bulkWrite').mockRejectedValueOnce(new Error('no room'))
  await expect(raiser.raise([pending])).rejects.toThrow('no room')
  bulkWrite.mockRestore()
  await raiser.raise([pending])
  expect(published.flat().map(({ id }) => id)).toEqual([pending.id])
  expect(await deliveries.countDocuments({})).toBe(1)
})
