import type { GeofenceAlert } from '@wardtrack/contracts'
import type { Headers } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type AlertTest, openAlertTest } from '../../testing/alert-test.ts'

let h: AlertTest

beforeAll(async () => {
  h = await openAlertTest()
})
beforeEach(() => h.forget())
afterAll(() => h.close())

const ids = (answer: { body: { fetchedAlerts: GeofenceAlert[] } }) =>
  answer.body.fetchedAlerts.map(({ id }) => id)

describe('without the patient-data flag', () => {
  test('alerts about patients are not there: listed, counted, found or worked through', async () => {
    const patient = await h.addAsset({
      AssetId: 'SECRET',
      AssetType: 'Patient',
      Fields: { AssetName: 'Doe' },
    })
    const secret = await h.raise(patient)
    const open = await h.raise(await h.pump('P-1'))
    const as = h.people.noPatients
    const listed = await h.list({}, as)
    expect([ids(listed), listed.body.totalAlerts]).toEqual([[open.id], 1])
    expect((await h.list()).body.totalAlerts).toBe(2)
    for (const filterData of [
      'SECRET',
      '{"AssetType":"Patient"}',
      '{"AssetId":"SECRET"}',
      '{"AssetType":["Patient"]}',
    ]) {
      expect((await h.list({ filterData }, as)).body).toEqual({ fetchedAlerts: [], totalAlerts: 0 })
      expect((await h.list({ filterData })).body.totalAlerts).toBe(1)
    }
    expect((await h.list({ status: 'open' }, as)).body.totalAlerts).toBe(1)
    for (const answer of [
      await h.get(`alert/${secret.id}`, as),
      await h.post(`alert/${secret.id}/acknowledge`, {}, as),
      await h.post(`alert/${secret.id}/resolve`, {}, as),
    ])
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    expect((await h.stored(secret.id))?.status).toBe('open')
  })

  test('other alerts name no patients', async () => {
    const Mappings = { Patient: [{ AssetType: 'Patient', AssetId: 'SECRET' }], Clinician: [] }
    const { id } = await h.raise(await h.pump('P-1', { Mappings }))
    const as = h.people.noPatients
    const answers = [
      await h.list({}, as),
      await h.get(`alert/${id}`, as),
      await h.post(`alert/${id}/acknowledge`, {}, as),
      await h.post(`alert/${id}/resolve`, {}, as),
    ]
    for (const { status, text } of answers) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/Patient|SECRET/)
    }
    expect((await h.get(`alert/${id}`)).text).toContain('SECRET')
  })
})

test('every call asks for a page of the alerts', async () => {
  const { id } = await h.raise(await h.pump('P-1'))
  const calls = [
    (as: Headers) => h.list({}, as),
    (as: Headers) => h.get(`alert/${id}`, as),
    (as: Headers) => h.post(`alert/${id}/acknowledge`, {}, as),
    (as: Headers) => h.post(`alert/${id}/resolve`, {}, as),
  ]
  const viewer = await h.people.signIn({ username: 'viewer', pages: ['devices', 'geofencelist'] })
  for (const call of calls) {
    expect((await call(viewer)).status).toBe(403)
    expect((await call({})).status).toBe(401)
  }
  expect((await h.stored(id))?.status).toBe('open')
})
