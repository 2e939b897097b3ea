import { setTimeout as sleep } from 'node:timers/promises'
import { makeRedis, type TestRedis } from '@wardtrack/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { FAULT_MS, faultRounds } from './testing/fault-rounds.ts'
import { type LocationUnderFaults, openLocationUnderFaults } from './testing/location-under-faults.ts'
import { openRelay, type TcpRelay } from './testing/tcp-relay.ts'

const LIMIT_MS = 600_000

let redis: TestRedis
let toRedis: TcpRelay
let location: LocationUnderFaults
beforeAll(async () => {
  redis = await makeRedis()
  await redis.start()
  const port = Number(new URL(redis.url).port)
  toRedis = await openRelay(() => port)
  location = await openLocationUnderFaults({
    environment: { REDIS_URL: `redis://127.0.0.1:${toRedis.port}` },
  })
})
afterAll(async () => {
  await location.remove()
  toRedis.close()
  await redis.drop()
})

const FAULTS: Readonly<Record<string, () => Promise<void>>> = {
  'Redis is killed and started again': async () => {
    await redis.kill()
    await sleep(FAULT_MS)
    await redis.start()
  },
  'Redis is halted': async () => {
    redis.pause()
    await sleep(FAULT_MS)
    redis.resume()
  },
  'nothing passes from and to Redis': async () => {
    toRedis.set('held')
    await sleep(FAULT_MS)
    toRedis.set('open')
  },
  'connections to Redis are reset': async () => {
    toRedis.reset()
    await sleep(FAULT_MS / 4)
  },
}

test.each(Object.entries(FAULTS))(
  'neither loses nor duplicates events while %s',
  async (kind, fault) => {
    for (let round = 0; round < faultRounds(10); round += 1) await location.run(fault)
    expect(await location.compareStored(kind)).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
