import { messages } from '@wardtrack/contracts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

const MOST = 200

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
  const docs = Array.from({ length: MOST - 1 }, (_, n) => ({
    _id: `provider/p-${n}`,
    Type: 'Provider',
    SubType: `p-${n}`,
    Fields: { Enabled: true, HierarchyProvider: false },
  }))
  await api.parts.db.driver.settings.insertMany(docs)
})
afterAll(() => api.close())

const save = (SubType: string, isNew: boolean, Enabled = true) =>
  api.post('/api/settings/create', {
    Type: 'Provider',
    SubType,
    Fields: { Enabled, HierarchyProvider: false },
    isNew,
  })
const count = () => api.parts.db.driver.settings.countDocuments({ Type: 'Provider' })

test('allows at most 200 providers, and changes to existing ones', async () => {
  expect((await save('last', true)).status).toBe(200)
  for (const isNew of [true, false]) {
    const { status, body } = await save(`more-${isNew}`, isNew)
    expect([status, body.errors]).toEqual([400, [{ path: 'SubType', message: messages.providersFull }]])
  }
  expect(await count()).toBe(MOST)
  const taken = await save('last', true)
  expect([taken.status, taken.body.message]).toEqual([409, messages.providerExists])
  expect((await save('last', false, false)).status).toBe(200)
  const settings = await api.post('/api/settings/create', {
    Type: 'Retention',
    SubType: 'Retention',
    Fields: { historyDays: 30 },
  })
  expect(settings.status).toBe(200)
  await api.parts.db.driver.settings.deleteOne({ _id: 'provider/p-0' })
  expect((await save('again', true)).status).toBe(200)
})
