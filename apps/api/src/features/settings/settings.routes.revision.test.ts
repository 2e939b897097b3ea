import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest()
})
afterAll(() => api.close())

const PAIR = { Type: 'Location', SubType: 'Titles' }
const save = (title: string, revision?: string) =>
  api.post('/api/settings/create', { ...PAIR, Fields: { Level_1: title }, ...(revision ? { revision } : {}) })
const read = async () => (await api.post('/api/settings/getSettings', PAIR)).body.data

test('the second of two users who save a new pair concurrently gets a conflict', async () => {
  const { revision } = await read()
  const both = await Promise.all(['Site', 'Campus'].map((title) => save(title, revision)))
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const accepted = both.find(({ status }) => status === 200)?.body.data
  expect(await read()).toEqual(accepted)
})

test('refuses a change of an old revision, and accepts one of the stored revision', async () => {
  const { revision } = await read()
  const first = await save('Hospital', revision)
  expect(first.status).toBe(200)
  const late = await save('House', revision)
  expect([late.status, late.body.code, late.body.message]).toEqual([
    409,
    'conflict',
    'Somebody else has changed this in the meantime. Nothing was saved.',
  ])
  expect((await read()).Fields).toEqual({ Level_1: 'Hospital' })
  expect((await save('House', first.body.data.revision)).status).toBe(200)
  expect((await read()).Fields).toEqual({ Level_1: 'House' })
})

test('accepts a change without a revision, and assigns a new revision', async () => {
  const { revision } = await read()
  expect((await save('Clinic')).status).toBe(200)
  expect((await read()).revision).not.toBe(revision)
  expect((await save('Late', revision)).status).toBe(409)
})

test('refuses a revision that the pair never had', async () => {
  expect((await save('Never', 'no-such-revision')).status).toBe(409)
  expect((await read()).Fields).toEqual({ Level_1: 'Clinic' })
})
