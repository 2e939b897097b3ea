import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
beforeEach(async () => {
  await api.parts.db.driver.settings.deleteMany()
})
afterAll(() => api.close())

const ADDRESS = 'https://10.0.0.5:6661/alerts'
const PROVIDER = { Enabled: true, HierarchyProvider: false }
const save = (Type: string, SubType: string, Fields: object) =>
  api.post('/api/settings/create', { Type, SubType, Fields })
const count = () => api.parts.db.driver.settings.countDocuments({})

describe('control characters', () => {
  test.each([
    ['Mirth', 'Mirth', { Asset: `${ADDRESS}\u0000` }, 'Asset'],
    ['Mirth', 'Mirth', { Asset: ADDRESS, PlainHttpReason: 'inside\r\nthe house' }, 'PlainHttpReason'],
    ['Provider', 'cisco', { ...PROVIDER, host: '10.0.0.5\nforged line' }, 'host'],
    ['Provider', 'cisco', { ...PROVIDER, 'ho\rst': '10.0.0.5' }, 'ho\rst'],
    ['Geofence', 'Geofence', { GeofenceTypes: ['Ward', 'Bay\nTwo'] }, 'GeofenceTypes'],
    ['Location', 'Titles', { Level_1: 'Ward\u202eyaB' }, 'Level_1'],
    ['Security', 'SecondFactor', { requiredOf: 'privileges', privileges: ['May\r\nSee'] }, 'privileges'],
    ['Hospital', 'Hospital', { TimeZone: 'Europe/Berlin\n' }, 'TimeZone'],
  ])('are refused in %s/%s as %j', async (Type, SubType, Fields, field) => {
    const { status, body } = await save(Type, SubType, Fields)
    expect([status, body.errors]).toEqual([
      400,
      [{ path: `Fields.${field}`, message: 'Control characters are not allowed.' }],
    ])
    expect(await count()).toBe(0)
  })
})
