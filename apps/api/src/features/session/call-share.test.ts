import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest({
    callLimits: { concurrentCalls: 2, allCalls: 3, waitingCalls: 3, answerBytes: 400_000 },
  })
  const items = Array.from({ length: 60 }, (_, n) => ({
    AssetType: 'Equipment',
    AssetId: `E-${n}`,
    AssetName: `Pump ${n}`,
  }))
  await api.pushAssets(items)
})
afterAll(() => api.close())

const filter = (headers: Record<string, string>) =>
  api.post('/api/assets.filter', [{ 'Fields.AssetName': { $regex: 'Pump' } }], headers)

test("refuses one session's excess calls with 429 without affecting others", async () => {
  const greedy = await api.people.signIn({ username: 'greedy', pages: ['devices'] })
  const answers = Promise.all(Array.from({ length: 40 }, () => filter(greedy)))
  const [other, pushed, signedIn] = await Promise.all([
    filter(api.people.noPatients),
    api.post('/api/ingest/assets', [{ AssetType: 'Equipment', AssetId: 'E-0' }], api.people.key),
    api.post(
      '/api/user/verify',
      { username: 'nurse', password: api.people.password, authenticationMethod: 'Password' },
      {},
    ),
  ])
  expect([other.status, pushed.status, signedIn.status]).toEqual([200, 200, 200])
  const refused = (await answers).filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, body, headers } of refused) {
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'overloaded', '1'])
    expect(body.message).toBe('Too many requests at once. Please wait a moment.')
  }
  expect((await filter(greedy)).status).toBe(200)
})

test('a session with too large responses has to wait, but may sign out', async () => {
  const large = await api.people.signIn({ username: 'large', pages: ['devices'] })
  const listAll = () => api.post('/api/assets.filter?pagesize=60', {}, large)
  let answered = 0
  let answer = await listAll()
  for (; answer.status === 200 && answered < 50; answered += 1) answer = await listAll()
  expect(answered).toBeGreaterThan(0)
  expect([answer.status, answer.body.code]).toEqual([429, 'overloaded'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await api.post('/api/user/logout', {}, large)).status).toBe(200)
})
