import type { GeofenceAlert } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/open-alert-test.ts'

let hospital: AlertTest

beforeAll(async () => {
  hospital = await openAlertTest()
})
beforeEach(() => hospital.reset())
afterAll(() => hospital.close())

const ids = (answer: { body: { fetchedAlerts: GeofenceAlert[] } }) =>
  answer.body.fetchedAlerts.map(({ id }) => id)

describe('without the patient-data flag', () => {
  test('does not list, count, find or change alerts about patients', async () => {
    const patient = await hospital.addAsset({
      AssetId: 'SECRET',
      AssetType: 'Patient',
      Fields: { AssetName: 'Doe' },
    })
    const secret = await hospital.raise(patient)
    const open = await hospital.raise(await hospital.pump('P-1'))
    const as = hospital.people.noPatients
    const listed = await hospital.list({}, as)
    expect([ids(listed), listed.body.totalAlerts]).toEqual([[open.id], 1])
    expect((await hospital.list()).body.totalAlerts).toBe(2)
    for (const filterData of [
      'SECRET',
      '{"AssetType":"Patient"}',
      '{"AssetId":"SECRET"}',
      '{"AssetType":["Patient"]}',
    ]) {
      expect((await hospital.list({ filterData }, as)).body).toEqual({ fetchedAlerts: [], totalAlerts: 0 })
      expect((await hospital.list({ filterData })).body.totalAlerts).toBe(1)
    }
    expect((await hospital.list({ status: 'open' }, as)).body.totalAlerts).toBe(1)
    for (const answer of [
      await hospital.get(`alert/${secret.id}`, as),
      await hospital.post(`alert/${secret.id}/acknowledge`, {}, as),
      await hospital.post(`alert/${secret.id}/resolve`, {}, as),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await hospital.stored(secret.id))?.status).toBe('open')
  })

  test('names no patients in other alerts', async () => {
    const Mappings = { Patient: [{ AssetType: 'Patient', AssetId: 'SECRET' }], Clinician: [] }
    const { id } = await hospital.raise(await hospital.pump('P-1', { Mappings }))
    const as = hospital.people.noPatients
    const answers = [
      await hospital.list({}, as),
      await hospital.get(`alert/${id}`, as),
      await hospital.post(`alert/${id}/acknowledge`, {}, as),
      await hospital.post(`alert/${id}/resolve`, {}, as),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/Patient|SECRET/)
    }
    expect((await hospital.get(`alert/${id}`)).text).toContain('SECRET')
  })
})

test('requires an alert page for every call', async () => {
  const { id } = await hospital.raise(await hospital.pump('P-1'))
  const calls = [
    (as: Headers) => hospital.list({}, as),
    (as: Headers) => hospital.get(`alert/${id}`, as),
    (as: Headers) => hospital.post(`alert/${id}/acknowledge`, {}, as),
    (as: Headers) => hospital.post(`alert/${id}/resolve`, {}, as),
  ]
  const viewer = await hospital.people.signIn({ username: 'viewer', pages: ['devices', 'geofencelist'] })
  for (const call of calls) {
    expect((await call(viewer)).status).toBe(403)
    expect((await call({})).status).toBe(401)
  }
  expect((await hospital.stored(id))?.status).toBe('open')
})

describe('criteria on a field that one asset type encrypts', () => {
  test('leave out that type, and the answer says so to people who may know it', async () => {
    const { db } = hospital.parts
    await db.models.encryption.create({ _id: 'config', types: { Equipment: { AssetName: [] } } })
    await db.sealing.reload()
    try {
      await hospital.raise(await hospital.pump('P-1', { AssetName: 'Infusion pump' }))
      const person = { AssetId: 'PT-1', AssetType: 'Patient', Fields: { AssetName: 'Pumphrey' } }
      const { id } = await hospital.raise(await hospital.addAsset(person))
      const filterData = '{"Fields.AssetName":{"$regex":"pump"}}'
      const listed = await hospital.list({ filterData })
      expect([listed.status, ids(listed), listed.body.totalAlerts]).toEqual([200, [id], 1])
      expect(listed.body.unfiltered).toEqual([{ field: 'Fields.AssetName', AssetTypes: ['Equipment'] }])
      const unlimited = await hospital.list({ filterData: '{"AssetType":"Patient"}' })
      expect([ids(unlimited), unlimited.body.unfiltered]).toEqual([[id], undefined])
    } finally {
      await db.models.encryption.deleteMany({})
      await db.sealing.reload()
    }
  })
})
