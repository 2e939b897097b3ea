import { Types } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest
let as: Headers

beforeAll(async () => {
  hospital = await openAlertTest()
  as = hospital.people.noPatients
})
beforeEach(() => hospital.parts.db.driver.geofences.deleteMany())
afterAll(() => hospital.close())

const FENCE = {
  Name: 'Maternity',
  Type: 'Restricted',
  AssetTypes: ['Patient'],
  MapId: 'm1',
  Coordinates: { x: 10, y: 20, w: 100, h: 50 },
  EntryTrigger: true,
  ExitTrigger: true,
}
const add = (members: object = {}, headers?: Headers) =>
  hospital.post('add', { ...FENCE, ...members }, headers)
const typesOf = async (id: string) =>
  (await hospital.parts.db.driver.geofences.findOne({ _id: new Types.ObjectId(id) }))?.AssetTypes

describe('without the patient-data flag', () => {
  test('hides a fence that applies only to patients', async () => {
    const { body } = await add()
    expect((await hospital.get('get', as)).body.data).toEqual([])
    expect((await hospital.get('get/m1', as)).body.data).toEqual([])
    const tries = [
      await hospital.get(`delete/${body._id}`, as),
      await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Equipment'] }, as),
    ]
    for (const { status, body: refusal } of tries) expect([status, refusal.code]).toEqual([404, 'not_found'])
    expect(await typesOf(body._id)).toEqual(['Patient'])
    expect((await hospital.get('get')).body.data).toHaveLength(1)
  })

  test('does not reveal its name as taken', async () => {
    await add()
    expect((await add({ Name: 'maternity', AssetTypes: ['Equipment'] }, as)).status).toBe(200)
    expect((await add({ Name: 'Maternity' })).status).toBe(409)
  })

  test('removes patients from the types of a fence', async () => {
    const { body } = await add({ AssetTypes: ['Equipment', 'Patient'] })
    expect(body.AssetTypes).toEqual(['Equipment', 'Patient'])
    for (const path of ['get', 'get/m1'])
      expect((await hospital.get(path, as)).body.data[0].AssetTypes).toEqual(['Equipment'])
  })

  test('hides a change for patients only: version, time and event stay the same', async () => {
    const told: boolean[] = []
    const unsubscribe = hospital.parts.bus.subscribe('config.changed', ({ what, ofPatients }) => {
      if (what === 'geofences') told.push(ofPatients !== true)
    })
    const listed = async () => (await hospital.get('get', as)).body.data
    const { body } = await add({ AssetTypes: ['Equipment'] })
    const change = async (members: object) =>
      expect((await hospital.post(`update/${body._id}`, { ...FENCE, ...members })).status).toBe(200)
    const before = await listed()
    told.length = 0
    await change({ AssetTypes: ['Equipment', 'Patient'] })
    await change({ AssetTypes: ['Equipment'] })
    expect(await listed()).toEqual(before)
    expect(told).toEqual([false, false])
    await change({ AssetTypes: ['Equipment'], Name: 'Nursery' })
    const [renamed] = await listed()
    expect(renamed).toMatchObject({ Name: 'Nursery', __v: 1, createdAt: before[0].createdAt })
    expect(Date.parse(renamed.updatedAt)).toBeGreaterThan(Date.parse(before[0].updatedAt))
    expect(told).toEqual([false, false, true])
    unsubscribe()
  })

  test('shows a patient fence as new when it is extended to other types', async () => {
    const { body } = await add()
    await hospital.post(`update/${body._id}`, { ...FENCE, Name: 'Nursery' })
    await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Patient', 'Equipment'] })
    const [fence] = (await hospital.get('get', as)).body.data
    expect(fence).toMatchObject({ AssetTypes: ['Equipment'], __v: 0 })
    expect(fence.createdAt).toBe(fence.updatedAt)
    expect(Date.parse(fence.createdAt)).toBeGreaterThan(Date.parse(body.createdAt))
  })

  test('treats Patient as an unknown type', async () => {
    const { status, body } = await add({ AssetTypes: ['Equipment', 'Patient'] }, as)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'AssetTypes.1', message: 'This asset type does not exist.' }],
    ])
    expect((await hospital.get('get')).body.data).toEqual([])
  })

  test('keeps hidden patients in a changed fence and does not reveal them', async () => {
    const { body } = await add({ AssetTypes: ['Equipment', 'Patient'] })
    const changed = await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Clinician'] }, as)
    expect([changed.status, changed.body.data.AssetTypes]).toEqual([200, ['Clinician']])
    expect(await typesOf(body._id)).toEqual(['Clinician', 'Patient'])
    const refused = await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Patient'] }, as)
    expect(refused.status).toBe(400)
    const byAdmin = await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Clinician'] })
    expect(byAdmin.body.data.AssetTypes).toEqual(['Clinician'])
    expect(await typesOf(body._id)).toEqual(['Clinician'])
  })

  test('deletes a fence for other types and keeps it for patients', async () => {
    await add()
    const { body } = await add({ Name: 'Maternity', AssetTypes: ['Equipment', 'Patient'] })
    expect((await hospital.get(`delete/${body._id}`, as)).status).toBe(200)
    expect((await hospital.get('get', as)).body.data).toEqual([])
    expect((await hospital.get(`delete/${body._id}`, as)).status).toBe(404)
    expect(await typesOf(body._id)).toEqual(['Patient'])
    expect((await hospital.get(`delete/${body._id}`)).status).toBe(200)
    expect(await typesOf(body._id)).toBeUndefined()
  })
})

test('announces a change as patients-only if nobody else sees the fence before or after it', async () => {
  const published: unknown[] = []
  const unsubscribe = hospital.parts.bus.subscribe('config.changed', (change) => published.push(change))
  const { body } = await add()
  await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Patient'] })
  await hospital.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Equipment', 'Patient'] })
  await hospital.post(`update/${body._id}`, FENCE)
  await hospital.get(`delete/${body._id}`)
  unsubscribe()
  const forAll = { what: 'geofences' }
  const forPatients = { ...forAll, ofPatients: true }
  expect(published).toEqual([forPatients, forPatients, forAll, forAll, forPatients])
})

test('requires the page that belongs to each call', async () => {
  const { body } = await add()
  const drawer = await hospital.people.signIn({
    username: 'drawer',
    pages: ['geofencing'],
    patientDataAccess: true,
  })
  const lister = await hospital.people.signIn({
    username: 'lister',
    pages: ['geofencelist'],
    patientDataAccess: true,
  })
  const update = (headers: Headers) => hospital.post(`update/${body._id}`, FENCE, headers)
  expect((await hospital.get('get', drawer)).status).toBe(200)
  expect((await hospital.get('get', lister)).status).toBe(200)
  expect((await add({ Name: 'Other' }, lister)).status).toBe(403)
  expect((await update(lister)).status).toBe(200)
  expect((await hospital.get(`delete/${body._id}`, drawer)).status).toBe(403)
  expect((await update(drawer)).status).toBe(200)
  expect((await hospital.get(`delete/${body._id}`, lister)).status).toBe(200)
  for (const call of [hospital.get('get', {}), hospital.get('get/m1', {}), hospital.post('add', FENCE, {})])
    expect((await call).status).toBe(401)
  const outsider = await hospital.people.signIn({ username: 'outsider', pages: ['devices'] })
  for (const call of [hospital.get('get', outsider), hospital.get('get/m1', outsider)])
    expect((await call).status).toBe(403)
})
