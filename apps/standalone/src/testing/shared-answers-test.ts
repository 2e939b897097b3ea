import { createApiService } from '@wardtrack/api'
import { type CallName, routes } from '@wardtrack/contracts'
import { addressOf } from '@wardtrack/contracts/client'
import { createLocationService } from '@wardtrack/location'
import { createStatusService } from '@wardtrack/status'
import {
  type Headers,
  makeRedis,
  openTestApp,
  TEST_WAIT,
  type TestApp,
  type TestRedis,
} from '@wardtrack/test-kit'
import request from 'supertest'
import { expect, vi } from 'vitest'

const SERVICES = [createApiService, createLocationService, createStatusService]
const PUMPS = 12

/** A call with its input. */
export type Asked = readonly [name: CallName, request?: { params?: object; query?: object; body?: object }]

/** Two processes that share answers through Redis, and a third one that always reads the store. */
export type SharedAnswersTest = {
  redis: TestRedis
  first: TestApp
  second: TestApp
  direct: TestApp
  /** makes a call, by default as the administrator, who has the patient-data flag */
  ask(app: TestApp, asked: Asked, as?: Headers): Promise<{ status: number; body: unknown }>
  post(app: TestApp, path: string, body: object, as?: Headers): Promise<number>
  /** pushes a change of a pump, and fails the test when it is refused */
  pushPump(app: TestApp, index: number, members?: object): Promise<void>
  switchRedis(isOn: boolean): Promise<void>
  waitForState(state: string): Promise<void>
  close(): Promise<void>
}

/** Opens the processes with Redis in use. @param settings further arguments of the Redis */
export async function openSharedAnswersTest(settings: readonly string[] = []): Promise<SharedAnswersTest> {
  const redis = await makeRedis(settings)
  await redis.start()
  const options = { cacheMode: 'shared', redisUrl: redis.url } as const
  const first = await openTestApp(SERVICES, options)
  const second = await openTestApp(SERVICES, { ...options, storeOf: first })
  const direct = await openTestApp(SERVICES, { ...options, storeOf: first })
  direct.parts.sharedReads.close()
  const { admin, key } = first.people
  const post: SharedAnswersTest['post'] = async ({ app }, path, body, as = admin) =>
    (await request(app).post(path).set(as).send(body)).status
  const push = async (app: TestApp, path: string, items: object): Promise<void> => {
    const answer = await request(app.app).post(path).set(key).send(items)
    expect([answer.status, answer.body.refused, answer.body.errors]).toEqual([200, 0, []])
  }
  const waitForState = (state: string): Promise<void> =>
    vi.waitFor(
      () => expect([first, second].map(({ parts }) => parts.scaling.redis().state)).toEqual([state, state]),
      TEST_WAIT,
    )
  const test: SharedAnswersTest = {
    redis,
    first,
    second,
    direct,
    ask: async ({ app }, [name, sent = {}], as = admin) => {
      const method = routes[name].method === 'GET' ? 'get' : 'post'
      const path = addressOf(name, sent as Parameters<typeof addressOf>[1])
      const answer = await request(app)[method](path).set(as).send(sent.body)
      return { status: answer.status, body: answer.body as unknown }
    },
    post,
    pushPump: (app, index, members = {}) => push(app, '/api/ingest/assets', [pump(index, members)]),
    switchRedis: async (Enabled) => {
      const Fields = { Enabled, deviceThreshold: PUMPS }
      const setting = { Type: 'Scale', SubType: 'redis', Fields }
      expect(await post(first, '/api/settings/create', setting)).toBe(200)
      await waitForState(Enabled ? 'in-use' : 'off')
    },
    waitForState,
    close: async () => {
      redis.resume()
      for (const app of [direct, second, first]) await app.close()
      await redis.drop()
    },
  }
  await seed((path, items) => push(first, path, items))
  await test.switchRedis(true)
  return test
}

const pump = (index: number, members: object) => ({
  AssetType: 'Equipment',
  AssetId: `P-${index}`,
  AssetName: `Pump ${index}`,
  BatteryLevel: `LEVEL_${(index % 4) + 1}`,
  ...members,
})

async function seed(push: (path: string, items: object) => Promise<void>): Promise<void> {
  await push('/location/api/ingest/hierarchies', {
    hierarchyId: 'n1',
    fullName: ['North', 'Level 1'],
    mapId: 'm1',
  })
  const indexes = Array.from({ length: PUMPS }, (_, index) => index)
  await push('/api/ingest/assets', [
    ...indexes.map((index) => pump(index, {})),
    { AssetType: 'Patient', AssetId: 'PT-SECRET', AssetName: 'Zebulon' },
  ])
  const place = { AssetType: 'Equipment', mapId: 'm1', x: 3, y: 4, unit: 'px' }
  await push(
    '/location/api/ingest/locations',
    indexes.map((index) => ({ ...place, AssetId: `P-${index}` })),
  )
}
