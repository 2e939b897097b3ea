import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiTest, openApiTest } from '../../testing/api-test.ts'

let api: ApiTest
beforeAll(async () => {
  api = await openApiTest({
    callLimits: { concurrentCalls: 2, allCalls: 3, waitingCalls: 3, answerBytes: 20_000 },
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

test('what one session asks for beyond its share is refused with 429, and nobody else notices', async () => {
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
    expect(body.message).toBe(
      'You are asking for more at once than your session may have. Please wait a moment.',
    )
  }
  expect((await filter(greedy)).status).toBe(200)
})

test('a session whose answers were too large waits, and may still sign out', async () => {
  const large = await api.people.signIn({ username: 'large', pages: ['devices'] })
  const answers = []
  for (let n = 0; n < 5; n += 1) answers.push(await api.post('/api/assets.filter?pagesize=60', {}, large))
  const refused = answers.at(-1)
  expect([refused?.status, refused?.body.code]).toEqual([429, 'overloaded'])
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  expect((await api.post('/api/user/logout', {}, large)).status).toBe(200)
})
