import { messages, SECRET_MASK } from '@wardtrack/contracts'
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

const PROVIDER = { Enabled: true, HierarchyProvider: false }
const save = (Type: string, SubType: string, Fields: object, more: object = {}) =>
  api.post('/api/settings/create', { Type, SubType, Fields, ...more })
const read = (Type: string, SubType: string) => api.post('/api/settings/getSettings', { Type, SubType })
const count = () => api.parts.db.driver.settings.countDocuments({})

describe('a provider', () => {
  test('stores its secrets encrypted and never returns them; the mask keeps them', async () => {
    const provider = { ...PROVIDER, host: '10.0.0.5', ApiKey: 'key 4711', password: 'correct horse' }
    const { body } = await save('Provider', 'cisco', provider)
    const shown = { ...provider, ApiKey: SECRET_MASK, password: SECRET_MASK }
    expect(body.data.Fields).toEqual(shown)
    expect((await read('Provider', 'cisco')).body.data.Fields).toEqual(shown)
    const stored = async () =>
      (await api.parts.db.driver.settings.findOne({ _id: 'provider/cisco' }))?.Fields ?? {}
    const before = await stored()
    expect(JSON.stringify(before)).not.toMatch(/key 4711|horse/)
    const open = (field: string, fields: Record<string, unknown>) =>
      api.parts.keyRing.open(String(fields[field]), { collection: 'settings', id: 'provider/cisco', field })
    expect(open('password', before)).toBe('correct horse')
    await save('Provider', 'cisco', { ...shown, host: '10.0.0.6', ApiKey: 'k-0815' })
    const after = await stored()
    expect([after['host'], after['password']]).toEqual(['10.0.0.6', before['password']])
    expect(open('ApiKey', after)).toBe('k-0815')
  })

  test('refuses the mask for a secret that is not stored', async () => {
    for (const more of [{}, { isNew: true }]) {
      const { status, body } = await save('Provider', 'cisco', { ...PROVIDER, token: SECRET_MASK }, more)
      expect([status, body.errors]).toEqual([
        400,
        [{ path: 'Fields.token', message: messages.fieldValueEmpty }],
      ])
    }
    expect(await count()).toBe(0)
  })
})
