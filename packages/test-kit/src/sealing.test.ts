import { type AssetDoc, type Database, encryptionRules, openDatabase, Types } from '@wardtrack/database'
import { createKeyRing, isSealed, type KeyRing } from '@wardtrack/encryption'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storeAsset } from './ingestion-fixtures.ts'
import { openTestStore, type TestStore } from './open-test-app.ts'

const entry = (Model: string) => ({
  Alias: Model,
  Model,
  tableKey: Model,
  filterFlag: '1' as const,
  inputType: 'input' as const,
})
const MAPPING = {
  Equipment: {
    AssetName: entry('Fields.AssetName'),
    SerialNo: entry('Fields.SerialNo'),
    VolumeInfused: entry('Fields.VolumeInfused'),
    BatteryLevel: entry('Fields.BatteryLevel.Level'),
    Codes: entry('Fields.Codes'),
  },
  Clinician: { AssetName: entry('Fields.AssetName') },
}
const ENCRYPTED = {
  Equipment: { SerialNo: [], VolumeInfused: [], BatteryLevel: ['Level'], Codes: [], AssetName: [] },
}

let store: TestStore
let db: Database
let ring: KeyRing
let encrypted: Record<string, Record<string, string[]>>
let unreadable: string[]
beforeEach(async () => {
  store = await openTestStore()
  db = await openDatabase(store.uri)
  ring = createKeyRing(['a secret of more than 32 characters for this'])
  encrypted = ENCRYPTED
  unreadable = []
  db.sealing.use({
    ring,
    rules: async () => encryptionRules({ types: encrypted }, MAPPING),
    reload: async () => {},
    onUnreadable: (collection) => unreadable.push(collection),
  })
})
afterEach(async () => {
  await db.close()
  await store.drop()
})

// Encrypted text is base64url: it may contain a few letters of a search text by chance, but never a space.
const raw = (collection: string, filter: object = {}) => db.sealing.raw(collection).findOne(filter)
const pump = (Fields: AssetDoc['Fields']) => storeAsset(db, { AssetId: 'P-1', Fields })

describe('an asset with encrypted fields', () => {
  const Fields = {
    AssetName: 'Infusion pump 7',
    SerialNo: 'SN-7001',
    VolumeInfused: 12.5,
    BatteryLevel: { Level: 'LEVEL_2' },
    Codes: ['Key 1', 'Key 2'],
    Ward: 'Ward 3',
  }

  test('is stored without their values, and read with them, through models and driver', async () => {
    const { _id } = await pump(Fields)
    const stored = JSON.stringify(await raw('assets', { _id }))
    expect(stored).not.toMatch(/SN-7001|12\.5|LEVEL_2|Key 1|Infusion|INFUSION/)
    expect(stored).toContain('Ward 3')
    expect((await db.models.assets.findOne({ _id }))?.Fields).toEqual(Fields)
    expect((await db.driver.assets.findOne({ _id }))?.Fields).toEqual(Fields)
    expect((await db.driver.assets.find({ _id }).toArray())[0]?.Fields).toEqual(Fields)
    expect((await db.models.assets.find({ _id }))[0]?.Fields).toEqual(Fields)
  })

  test('is found by equal values through blind indexes, also by one value of a list', async () => {
    await pump(Fields)
    const found = (path: string, value: unknown) =>
      db.driver.assets.countDocuments({
        [path.replace('Fields', 'Blind')]: {
          $in: ring.blindIndexes(JSON.stringify(value), { collection: 'assets', field: path }),
        },
      })
    expect(await found('Fields.SerialNo', 'SN-7001')).toBe(1)
    expect(await found('Fields.SerialNo', 'SN-7')).toBe(0)
    expect(await found('Fields.VolumeInfused', 12.5)).toBe(1)
    expect(await found('Fields.BatteryLevel.Level', 'LEVEL_2')).toBe(1)
    expect(await found('Fields.Codes', 'Key 2')).toBe(1)
  })

  test('is updated by its internal id, by its name, and in a batch', async () => {
    const { _id } = await pump(Fields)
    const changed = async (update: object, filter: object = { _id }) => {
      await db.driver.assets.updateOne(filter, update)
      expect(JSON.stringify(await raw('assets', { _id }))).not.toMatch(/No 8|LEVEL_3|No 9/)
      return (await db.models.assets.findOne({ _id }))?.Fields
    }
    expect(await changed({ $set: { 'Fields.SerialNo': 'No 8' } })).toMatchObject({ SerialNo: 'No 8' })
    const byName = { AssetType: 'Equipment', AssetId: 'P-1' }
    expect(await changed({ $set: { 'Fields.BatteryLevel': { Level: 'LEVEL_3' } } }, byName)).toMatchObject({
      BatteryLevel: { Level: 'LEVEL_3' },
    })
    await db.driver.assets.bulkWrite([
      { updateOne: { filter: { _id }, update: { $set: { 'Fields.SerialNo': 'No 9' } } } },
    ] as never)
    expect(await changed({ $set: { 'Fields.Ward': 'Ward 4' } })).toMatchObject({
      SerialNo: 'No 9',
      Ward: 'Ward 4',
    })
    expect(await changed({ $unset: { 'Fields.SerialNo': '' } })).not.toHaveProperty('SerialNo')
    expect((await raw('assets'))?.['Blind']).not.toHaveProperty('SerialNo')
  })

  test('keeps the field unchanged when it has another type', async () => {
    const { _id } = await storeAsset(db, {
      AssetType: 'Clinician',
      AssetId: 'C-1',
      Fields: { AssetName: 'Ann' },
    })
    await db.driver.assets.updateOne({ _id }, { $set: { 'Fields.SerialNo': 'SN-C' } })
    expect((await raw('assets', { _id }))?.['Fields']).toEqual({ AssetName: 'Ann', SerialNo: 'SN-C' })
  })

  test('shows its name in links, where the name is encrypted too', async () => {
    const Equipment = [{ AssetType: 'Equipment', AssetId: 'P-1', Fields: { AssetName: 'Infusion pump 7' } }]
    const { _id } = await storeAsset(db, {
      AssetType: 'Clinician',
      AssetId: 'C-1',
      Fields: { AssetName: 'Ann', Mappings: { Equipment } },
    })
    const links = async () => (await db.models.assets.findOne({ _id }))?.Fields.Mappings?.['Equipment']
    const stored = async () => JSON.stringify(await raw('assets', { _id }))
    expect(await links()).toEqual(Equipment)
    const list = 'Fields.Mappings.Equipment'
    const renamed = { AssetName: 'Infusion pump 8' }
    await db.driver.assets.updateOne(
      { _id, [list]: { $elemMatch: { AssetId: 'P-1' } } },
      { $set: { [`${list}.$.Fields`]: renamed } },
    )
    expect(await links()).toEqual([{ ...Equipment[0], Fields: renamed }])
    const addedLink = { AssetType: 'Equipment', AssetId: 'P-2', Fields: { AssetName: 'Infusion pump 9' } }
    await db.driver.assets.updateOne({ _id }, { $push: { [list]: addedLink } })
    expect((await links())?.[1]).toEqual(addedLink)
    expect(await stored()).not.toContain('Infusion')
    expect(await stored()).toContain('Ann')
  })

  test('is returned without a value that was tampered with in the store, and reports it', async () => {
    const { _id } = await pump(Fields)
    const otherAsset = await storeAsset(db, { AssetId: 'P-2', Fields: { SerialNo: 'SN-2' } })
    const sealed = (await raw('assets', { _id: otherAsset._id }))?.['Fields'] as Record<string, string>
    await db.sealing.raw('assets').updateOne({ _id }, { $set: { 'Fields.SerialNo': sealed['SerialNo'] } })
    expect((await db.models.assets.findOne({ _id }))?.Fields).not.toHaveProperty('SerialNo')
    expect(unreadable).toEqual(['assets'])
  })

  test('stays unchanged when nothing is encrypted any more', async () => {
    const { _id } = await pump(Fields)
    encrypted = {}
    await db.driver.assets.updateOne({ _id }, { $set: { 'Fields.SerialNo': 'No 8' } })
    expect((await db.models.assets.findOne({ _id }))?.Fields).toEqual({ ...Fields, SerialNo: 'No 8' })
  })
})

describe('data stored beside assets', () => {
  test('histories return encrypted states', async () => {
    const { _id: asset } = await pump({})
    const row = {
      _id: 'event-1',
      asset,
      time: new Date(),
      receivedAt: new Date(),
      provider: '',
    }
    const Fields = { BatteryLevel: { Level: 'LEVEL_2' }, DeviceStatus: 'comm-status-online' }
    await db.driver.statusHistory.insertOne({ ...row, Fields })
    const state = { BatteryLevel: 'LEVEL_2', VolumeInfused: 12.5, DeviceStatus: 'comm-status-online' }
    await db.driver.locationHistory.insertOne({ ...row, mapId: null, fullPath: {}, x: null, y: null, state })
    for (const name of ['statusHistory', 'locationHistory'])
      expect(JSON.stringify(await raw(name))).not.toMatch(/LEVEL_2|12\.5/)
    expect((await db.models.statusHistory.findOne({}))?.Fields).toEqual(Fields)
    expect((await db.models.locationHistory.findOne({}))?.state).toEqual(state)
  })

  test('texts that can hold any value are encrypted completely', async () => {
    const letter = {
      _id: 'letter-1',
      endpoint: 'assets',
      provider: '',
      receivedAt: new Date(),
      errors: [],
      codes: [],
      item: '{"SerialNo":"SN-7001"}',
    }
    await db.driver.deadLetters.insertMany([letter])
    const stored = (await raw('deadLetters'))?.['item']
    expect(isSealed(stored)).toBe(true)
    expect((await db.models.deadLetters.findOne({}))?.item).toBe(letter.item)
  })

  test('alerts keep neither the values nor their search terms', async () => {
    const { _id: asset } = await pump({ AssetName: 'Infusion pump 7', SerialNo: 'SN-7001' })
    const then = {
      AssetName: 'Infusion pump 7',
      SerialNo: 'SN-7001',
      PrimaryCategory: 'Pump',
      Clinicians: [{ AssetType: 'Clinician', AssetId: 'C-1', Fields: { AssetName: 'Ann' } }],
    }
    const alert = {
      kind: 'Entry',
      status: 'open',
      asset,
      AssetType: 'Equipment',
      AssetId: 'P-1',
      ofPatient: false,
      fence: { Name: 'Store', Type: 'Safe' },
      location: { mapId: null, fullPath: { Level_1: 'Site' }, xCenterPoint: null, yCenterPoint: null },
      then,
      SearchText: 'Store\nSafe\nP-1\nInfusion pump 7\nSN-7001\nSite',
      SearchGrams: ['N P'],
      eventTime: new Date(),
      createdAt: new Date(),
    }
    await db.driver.geofenceAlerts.bulkWrite([
      { updateOne: { filter: { _id: 'a-1' }, update: { $setOnInsert: alert }, upsert: true } },
    ] as never)
    const stored = await raw('geofenceAlerts')
    expect(JSON.stringify(stored)).not.toMatch(/Infusion|N P|SN-7001/)
    expect(stored).toMatchObject({ _id: 'a-1', SearchText: 'Store\nSafe\nP-1\nSite' })
    expect((await db.models.geofenceAlerts.findOne({}))?.then).toEqual(then)
    expect(stored?.['asset']).toEqual(new Types.ObjectId(String(asset)))
  })
})
