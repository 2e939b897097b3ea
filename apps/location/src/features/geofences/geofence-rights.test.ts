import { Types } from '@wardtrack/database'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/alert-test.ts'

let h: AlertTest
let as: Headers

beforeAll(async () => {
  h = await openAlertTest()
  as = h.people.noPatients
})
beforeEach(() => h.parts.db.driver.geofences.deleteMany())
afterAll(() => h.close())

const FENCE = {
  Name: 'Maternity',
  Type: 'Restricted',
  AssetTypes: ['Patient'],
  MapId: 'm1',
  Coordinates: { x: 10, y: 20, w: 100, h: 50 },
  EntryTrigger: true,
  ExitTrigger: true,
}
const add = (of: object = {}, headers?: Headers) => h.post('add', { ...FENCE, ...of }, headers)
const typesOf = async (id: string) =>
  (await h.parts.db.driver.geofences.findOne({ _id: new Types.ObjectId(id) }))?.AssetTypes

describe('without the patient-data flag', () => {
  test('a fence for patients alone is not there', async () => {
    const { body } = await add()
    expect((await h.get('get', as)).body.data).toEqual([])
    expect((await h.get('get/m1', as)).body.data).toEqual([])
    const tries = [
      await h.get(`delete/${body._id}`, as),
      await h.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Equipment'] }, as),
    ]
    for (const { status, body: told } of tries) expect([status, told.code]).toEqual([404, 'not_found'])
    expect(await typesOf(body._id)).toEqual(['Patient'])
    expect((await h.get('get')).body.data).toHaveLength(1)
  })

  test('its name is not told by trying', async () => {
    await add()
    expect((await add({ Name: 'maternity', AssetTypes: ['Equipment'] }, as)).status).toBe(200)
    expect((await add({ Name: 'Maternity' })).status).toBe(409)
  })

  test('a fence concerns no patients', async () => {
    const { body } = await add({ AssetTypes: ['Equipment', 'Patient'] })
    expect(body.AssetTypes).toEqual(['Equipment', 'Patient'])
    for (const path of ['get', 'get/m1'])
      expect((await h.get(path, as)).body.data[0].AssetTypes).toEqual(['Equipment'])
  })

  test('Patient is an unknown type', async () => {
    const { status, body } = await add({ AssetTypes: ['Equipment', 'Patient'] }, as)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: 'AssetTypes.1', message: 'This asset type is not known.' }],
    ])
    expect((await h.get('get')).body.data).toEqual([])
  })

  test('a change keeps the patients it does not know of, and does not tell of them', async () => {
    const { body } = await add({ AssetTypes: ['Equipment', 'Patient'] })
    const changed = await h.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Clinician'] }, as)
    expect([changed.status, changed.body.data.AssetTypes]).toEqual([200, ['Clinician']])
    expect(await typesOf(body._id)).toEqual(['Clinician', 'Patient'])
    const refused = await h.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Patient'] }, as)
    expect(refused.status).toBe(400)
    const byAdmin = await h.post(`update/${body._id}`, { ...FENCE, AssetTypes: ['Clinician'] })
    expect(byAdmin.body.data.AssetTypes).toEqual(['Clinician'])
    expect(await typesOf(body._id)).toEqual(['Clinician'])
  })

  test('deleting takes the fence from those who know of no patients, and leaves it to the patients', async () => {
    await add()
    const { body } = await add({ Name: 'Maternity', AssetTypes: ['Equipment', 'Patient'] })
    expect((await h.get(`delete/${body._id}`, as)).status).toBe(200)
    expect((await h.get('get', as)).body.data).toEqual([])
    expect((await h.get(`delete/${body._id}`, as)).status).toBe(404)
    expect(await typesOf(body._id)).toEqual(['Patient'])
    expect((await h.get(`delete/${body._id}`)).status).toBe(200)
    expect(await typesOf(body._id)).toBeUndefined()
  })
})

test('each call asks for its own pages', async () => {
  const { body } = await add()
  const drawer = await h.people.signIn({ username: 'drawer', pages: ['geofencing'], patientDataAccess: true })
  const lister = await h.people.signIn({
    username: 'lister',
    pages: ['geofencelist'],
    patientDataAccess: true,
  })
  const update = (headers: Headers) => h.post(`update/${body._id}`, FENCE, headers)
  expect((await h.get('get', drawer)).status).toBe(200)
  expect((await h.get('get', lister)).status).toBe(200)
  expect((await add({ Name: 'Other' }, lister)).status).toBe(403)
  expect((await update(lister)).status).toBe(200)
  expect((await h.get(`delete/${body._id}`, drawer)).status).toBe(403)
  expect((await update(drawer)).status).toBe(200)
  expect((await h.get(`delete/${body._id}`, lister)).status).toBe(200)
  for (const call of [h.get('get', {}), h.get('get/m1', {}), h.post('add', FENCE, {})])
    expect((await call).status).toBe(401)
  const outsider = await h.people.signIn({ username: 'outsider', pages: ['devices'] })
  for (const call of [h.get('get', outsider), h.get('get/m1', outsider)])
    expect((await call).status).toBe(403)
})
