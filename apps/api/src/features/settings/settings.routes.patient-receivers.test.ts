import { MIRTH_FIELDS, messages } from '@wardtrack/contracts'
import { type Headers, TEST_WAIT } from '@wardtrack/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(() => api.parts.db.driver.settings.deleteMany())
afterAll(() => api.close())

const save = (Fields: object, as?: Headers) =>
  api.post('/api/settings/create', { Type: 'Mirth', SubType: 'Mirth', Fields }, as)
const count = () => api.parts.db.driver.settings.countDocuments({})
const ADDRESS = 'https://10.0.0.9:6661/alerts'
const mirth = (fields: object) => ({
  ...Object.fromEntries(MIRTH_FIELDS.map((name) => [name, ''])),
  ...fields,
})

describe('an address for patient data', () => {
  const PLAIN = '10.0.0.9:6661/alerts'
  const REASON = 'The engine stands in the same rack.'
  const stored = () => api.parts.db.driver.settings.findOne({ _id: 'mirth/mirth' })
  let operator: Headers
  beforeAll(async () => {
    operator = await api.people.signIn({ username: 'mirth operator', pages: ['mirth-settings'] })
  })

  test.each(['GeofenceAlert', 'AssetLocation', 'Asset', 'AssetAssociation', 'DeviceStatus'])(
    'cannot be set up as %s without the patient-data flag',
    async (name) => {
      const { status, body } = await save({ [name]: ADDRESS }, operator)
      expect([status, body.code, body.message]).toEqual([403, 'forbidden', messages.patientFlagNeeded])
      expect(body.errors).toEqual([{ path: `Fields.${name}`, message: messages.patientFlagNeeded }])
      expect(await count()).toBe(0)
    },
  )

  test('can be kept and removed without the flag, but not changed', async () => {
    await save({ GeofenceAlert: ADDRESS })
    const answer = await save({ GeofenceAlert: ADDRESS, LocationHierarchy: PLAIN }, operator)
    expect(answer.status).toBe(200)
    expect((await stored())?.patientReceivers).toEqual({ GeofenceAlert: ADDRESS })
    const changed = await save({ GeofenceAlert: `${ADDRESS}/mine` }, operator)
    expect(changed.status).toBe(403)
    expect((await stored())?.Fields['GeofenceAlert']).toBe(ADDRESS)
    expect((await save({ LocationHierarchy: PLAIN }, operator)).status).toBe(200)
    expect((await stored())?.patientReceivers).toEqual({})
    expect((await save({ GeofenceAlert: ADDRESS }, operator)).status).toBe(403)
  })

  test('is not confirmed by saving it again without the flag, if it was saved before the flag was required', async () => {
    const Fields = mirth({ GeofenceAlert: ADDRESS })
    await api.parts.db.driver.settings.insertOne({
      _id: 'mirth/mirth',
      Type: 'Mirth',
      SubType: 'Mirth',
      Fields,
    })
    expect((await save(Fields, operator)).status).toBe(403)
    expect((await save(Fields)).status).toBe(200)
    expect((await stored())?.patientReceivers).toEqual({ GeofenceAlert: ADDRESS })
  })

  test('is https, or has a written reason for plain http', async () => {
    for (const reason of [undefined, '', 'because']) {
      const Fields = { GeofenceAlert: PLAIN, ...(reason === undefined ? {} : { PlainHttpReason: reason }) }
      const { status, body } = await save(Fields)
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'Fields.GeofenceAlert', message: messages.httpsNeeded }],
      ])
    }
    expect(await count()).toBe(0)
    const { status, body } = await save({ GeofenceAlert: PLAIN, PlainHttpReason: REASON })
    expect([status, body.data.Fields]).toEqual([
      200,
      mirth({ GeofenceAlert: PLAIN, PlainHttpReason: REASON }),
    ])
    const changed = { GeofenceAlert: PLAIN, PlainHttpReason: 'Another reason that nobody gave' }
    expect((await save(changed, operator)).status).toBe(403)
    expect((await save({ LocationHierarchy: PLAIN })).status).toBe(200)
  })

  test('is recorded in the audit log with its user, and whether it uses plain http', async () => {
    const headers = { ...api.people.admin, pageroute: 'mirth-settings' }
    await save({ GeofenceAlert: PLAIN, PlainHttpReason: REASON }, headers)
    await save({ Asset: ADDRESS }, { ...operator, pageroute: headers.pageroute })
    const entries = await vi.waitFor(async () => {
      await api.parts.access.audit.flush()
      const found = await api.parts.db.driver.audit.find({ pageRoute: headers.pageroute }).toArray()
      expect(found).toHaveLength(2)
      return found
    }, TEST_WAIT)
    expect(entries).toMatchObject([
      {
        actor: 'admin',
        target: { type: 'setting', id: 'mirth/mirth' },
        details: { patientReceivers: ['GeofenceAlert'], plainHttp: 'with a written reason' },
      },
      { actor: 'mirth operator', outcome: 'refused', status: 403 },
    ])
  })
})
