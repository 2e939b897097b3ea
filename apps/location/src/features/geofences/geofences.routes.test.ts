import { messages } from '@wardtrack/contracts'
import { Types } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest
let announcements = 0

beforeAll(async () => {
  hospital = await openAlertTest()
  hospital.parts.bus.subscribe('config.changed', ({ what }) => {
    if (what === 'geofences') announcements += 1
  })
})
beforeEach(async () => {
  await hospital.parts.db.driver.geofences.deleteMany()
  announcements = 0
})
afterAll(() => hospital.close())

const FENCE = {
  Name: 'Drug store',
  Type: 'Restricted',
  AssetTypes: ['Equipment', 'Clinician'],
  MapId: 'm1',
  Coordinates: { x: 10, y: 20, w: 100, h: 50 },
  EntryTrigger: true,
  EntryTriggerWaitTime: 5,
  ExitTrigger: false,
  ExitTriggerWaitTime: 7,
}
const add = (members: object = {}, as?: Headers) => hospital.post('add', { ...FENCE, ...members }, as)
const change = (id: string, members: object = {}, as?: Headers) =>
  hospital.post(`update/${id}`, { ...FENCE, ...members }, as)
const all = () => hospital.parts.db.driver.geofences.find().sort({ Name: 1 }).toArray()
const storedFence = async (id: string) =>
  hospital.parts.db.driver.geofences.findOne({ _id: new Types.ObjectId(id) })

describe('drawing a fence', () => {
  test('stores it completed, with waits of disabled triggers as 0, and announces it', async () => {
    const { status, body } = await add()
    expect(status).toBe(200)
    expect(body).toEqual({
      err: 0,
      message: 'Geofence Saved!',
      ...FENCE,
      _id: expect.any(String),
      Coordinates: { x: 10, y: 20, x2: 110, y2: 70, w: 100, h: 50 },
      ExitTriggerWaitTime: 0,
      Enabled: true,
      __v: 0,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: body.createdAt,
    })
    const stored = await storedFence(body._id)
    expect(stored?.activeFrom.toISOString()).toBe(body.createdAt)
    expect(stored?.toleranceMetres).toBe(0.5)
    expect(announcements).toBe(1)
    expect((await hospital.get('get')).body.data).toEqual([omit(body)])
  })

  test('accepts the member names of the form', async () => {
    const { body } = await hospital.post('add', {
      Name: 'Exit door',
      geofenceType: 'Safe',
      assetType: 'Equipment',
      MapId: 'm1',
      Coordinates: { x: 0, y: 0, x2: 500, y2: 300 },
      entryTrigger: 'No',
      entryTriggerTime: '9',
      exitTrigger: 'Yes',
      exitTriggerTime: '10080',
    })
    expect(body).toMatchObject({
      Type: 'Safe',
      AssetTypes: ['Equipment'],
      EntryTrigger: false,
      EntryTriggerWaitTime: 0,
      ExitTrigger: true,
      ExitTriggerWaitTime: 10_080,
    })
  })

  test.each([
    [{ Coordinates: undefined }, messages.noFenceMarked, 'Coordinates', messages.noFenceMarked],
    [
      { Coordinates: { x: 1, y: 1, w: 0.5, h: 9 } },
      messages.noFenceMarked,
      'Coordinates',
      messages.noFenceMarked,
    ],
    [{ Coordinates: undefined, Name: '' }, messages.noFenceMarked, 'Name', messages.geofenceName],
    [
      { Coordinates: { x: 450, y: 1, w: 51, h: 9 } },
      messages.fillCorrectly,
      'Coordinates',
      messages.fenceOutside,
    ],
    [
      { Coordinates: { x: 1, y: 1, w: 5, x2: 50, h: 9 } },
      messages.fillCorrectly,
      'Coordinates',
      messages.fenceContradicts,
    ],
    [{ Name: 'ab' }, messages.fillCorrectly, 'Name', messages.geofenceName],
    [{ Type: undefined }, messages.fillCorrectly, 'Type', messages.geofenceType],
    [{ AssetTypes: [] }, messages.fillCorrectly, 'AssetTypes', messages.assetTypeRequired],
    [
      { AssetTypes: ['Equipment', 'Robot'] },
      messages.fillCorrectly,
      'AssetTypes.1',
      messages.assetTypeUnknown,
    ],
    [
      { AssetTypes: undefined, assetType: 'Robot' },
      messages.fillCorrectly,
      'assetType',
      messages.assetTypeUnknown,
    ],
    [
      { AssetTypes: undefined, assetType: ['Robot'] },
      messages.fillCorrectly,
      'assetType.0',
      messages.assetTypeUnknown,
    ],
    [{ EntryTrigger: undefined }, messages.fillCorrectly, 'EntryTrigger', messages.fieldRequired],
    [
      { ExitTrigger: undefined, exitTrigger: 'maybe' },
      messages.fillCorrectly,
      'exitTrigger',
      messages.fieldRequired,
    ],
    [{ EntryTriggerWaitTime: 10_081 }, messages.fillCorrectly, 'EntryTriggerWaitTime', messages.waitRule],
    [{ EntryTriggerWaitTime: 2.5 }, messages.fillCorrectly, 'EntryTriggerWaitTime', messages.waitRule],
    [{ ExitTriggerWaitTime: 'five' }, messages.fillCorrectly, 'ExitTriggerWaitTime', messages.waitRule],
  ])('refuses %j and stores nothing', async (members, message, path, detail) => {
    const { status, body } = await add(members)
    expect([status, body.code, body.message]).toEqual([400, 'validation', message])
    expect(body.errors).toContainEqual({ path, message: detail })
    expect([await all(), announcements]).toEqual([[], 0])
  })

  test('on an unknown map is 404', async () => {
    const { status, body } = await add({ MapId: 'nowhere' })
    expect([status, body.code]).toEqual([404, 'not_found'])
    expect(await all()).toEqual([])
  })

  test('with a name taken on its map, in any case, is a duplicate; another map may have the name', async () => {
    await hospital.parts.db.driver.maps.updateOne(
      { _id: 'm2' },
      {
        $set: {
          name: 'Floor 2',
          refName: '',
          xDimension: 20,
          yDimension: 20,
          source: 'upload',
          width: 1_000,
          height: 1_000,
          dimensionsAssumed: false,
        },
      },
      { upsert: true },
    )
    await add().expect(200)
    const repeated = await add({ Name: 'DRUG store', Coordinates: { x: 1, y: 1, w: 9, h: 9 } })
    expect([repeated.status, repeated.body.code, repeated.body.errors]).toEqual([
      409,
      'duplicate',
      [{ path: 'Name', message: messages.geofenceNameTaken }],
    ])
    const both = await Promise.all([add({ Name: 'Race' }), add({ Name: 'race' })])
    expect(both.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    const onOtherMap = await add({ MapId: 'm2', Coordinates: { x: 0, y: 0, w: 1_000, h: 1_000 } })
    expect(onOtherMap.status).toBe(200)
    expect((await storedFence(onOtherMap.body._id))?.imageSize).toBe('1000x1000')
    expect((await all()).map(({ MapId }) => MapId)).toEqual(['m1', 'm2', 'm1'])
  })
})

describe('the lists', () => {
  test('are sorted by name, for all maps or for one map', async () => {
    for (const Name of ['Zeta', 'Alpha', 'Mid']) await add({ Name })
    const names = (answer: { body: { data: { Name: string }[] } }) => answer.body.data.map(({ Name }) => Name)
    expect(names(await hospital.get('get'))).toEqual(['Alpha', 'Mid', 'Zeta'])
    expect(names(await hospital.get('get/m1'))).toEqual(['Alpha', 'Mid', 'Zeta'])
    expect(names(await hospital.get('get/m2'))).toEqual([])
    const unknown = await hospital.get('get/nowhere')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
  })
})

describe('changing a fence', () => {
  test('replaces the sent members and increments its version', async () => {
    const { body: before } = await add()
    const { status, body: answer } = await change(before._id, { Name: 'Pharmacy', EntryTriggerWaitTime: 1 })
    expect([status, answer.message]).toEqual([200, 'Geofence Saved!'])
    const body = answer.data
    expect(body).toMatchObject({ Name: 'Pharmacy', EntryTriggerWaitTime: 1, __v: 1, _id: before._id })
    expect(body.createdAt).toBe(before.createdAt)
    expect((await hospital.get('get')).body.data).toEqual([body])
    expect(announcements).toBe(2)
  })

  test('keeps members that are not sent', async () => {
    const { body } = await add({ EntryTriggerWaitTime: 3 })
    const id = String(body._id)
    const switched = await hospital.post(`update/${id}`, { Enabled: false })
    expect(switched.status).toBe(200)
    const { updatedAt, ...rest } = switched.body.data
    const { updatedAt: _updatedAt, ...unchanged } = omit(body)
    expect(rest).toEqual({ ...unchanged, Enabled: false, __v: 1 })
    expect(updatedAt).toEqual(expect.any(String))
    const renamed = await hospital.post(`update/${id}`, { Name: 'Renamed', exitTrigger: 'No' })
    expect(renamed.body.data).toMatchObject({ Name: 'Renamed', ExitTrigger: false, EntryTriggerWaitTime: 3 })
    const broken = await hospital.post(`update/${id}`, { Name: 'x' })
    expect([broken.status, broken.body.errors[0].path]).toEqual([400, 'Name'])
    expect((await storedFence(id))?.Name).toBe('Renamed')
  })

  test('counts assets inside anew only when it moves or is enabled', async () => {
    const { body } = await add()
    const from = async () => (await storedFence(body._id))?.activeFrom.getTime() ?? 0
    const past = new Date(1_000)
    const counts = async (members: object): Promise<boolean> => {
      await hospital.parts.db.driver.geofences.updateOne(
        { _id: new Types.ObjectId(body._id as string) },
        { $set: { activeFrom: past } },
      )
      await change(body._id, members).expect(200)
      return (await from()) !== past.getTime()
    }
    expect(await counts({ Name: 'Renamed' })).toBe(false)
    expect(await counts({ EntryTriggerWaitTime: 0, AssetTypes: ['Clinician'] })).toBe(false)
    expect(await counts({ Coordinates: { x: 10, y: 20, x2: 110, y2: 70 } })).toBe(false)
    expect(await counts({ Enabled: false })).toBe(false)
    expect((await storedFence(body._id))?.Enabled).toBe(false)
    expect(await counts({ Name: 'Still off' })).toBe(false)
    expect((await storedFence(body._id))?.Enabled).toBe(false)
    expect(await counts({ Enabled: true })).toBe(true)
    expect(await counts({ Coordinates: { x: 11, y: 20, w: 100, h: 50 } })).toBe(true)
    const map = { MapId: 'm2', Coordinates: { x: 11, y: 20, w: 100, h: 50 } }
    expect(await counts(map)).toBe(true)
    expect(await counts(map)).toBe(false)
  })

  test('is a duplicate for a taken name, 400 for an invalid form and 404 for an unknown fence', async () => {
    await add()
    const { body: second } = await add({ Name: 'Second' })
    expect((await change(second._id, { Name: 'drug store' })).status).toBe(409)
    expect((await change(second._id, { Name: 'x' })).status).toBe(400)
    expect((await change(second._id, { MapId: 'nowhere' })).status).toBe(404)
    for (const id of ['nothing', new Types.ObjectId().toHexString()])
      expect((await change(id)).body.code).toBe('not_found')
    expect((await storedFence(second._id))?.__v).toBe(0)
    expect((await change(second._id, { Name: 'SECOND' })).body.data.Name).toBe('SECOND')
  })

  test('by several people concurrently loses no change', async () => {
    const { body } = await add()
    const names = ['One', 'Two', 'Three']
    const answers = await Promise.all(names.map((Name) => change(body._id, { Name })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const stored = await storedFence(body._id)
    expect([stored?.__v, names.includes(stored?.Name ?? '')]).toEqual([3, true])
  })
})

describe('deleting a fence', () => {
  test('removes it, keeps its alerts and announces the change', async () => {
    const { body } = await add()
    const pending = await hospital.raise(await hospital.pump('P-1'))
    const deleted = await hospital.get(`delete/${body._id}`)
    expect(deleted.body).toEqual({ err: 0, message: 'Geofence deleted.' })
    expect([await all(), announcements]).toEqual([[], 2])
    expect((await hospital.get(`alert/${pending.id}`)).status).toBe(200)
    expect((await hospital.get(`delete/${body._id}`)).status).toBe(404)
    expect((await hospital.get('delete/nothing')).body.code).toBe('not_found')
  })
})

/** Returns the fence of an answer, without the acknowledgement members. */
function omit({ err: _err, message: _message, ...fence }: Record<string, unknown>) {
  return fence
}
