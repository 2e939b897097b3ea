import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultMs, faultRounds } from './testing/fault-rounds.ts'
import { openPartitionedServices, type PartitionedServices } from './testing/partitioned-services.ts'

const LIMIT_MS = 600_000
/** Longer than a connection to Redis may be silent, which is two seconds. */
const CUT_MS = faultMs({ short: 4_000, long: 30_000 })
/** What connections, buffers and events on their way may leave behind of two processes. */
const MEMORY_MB = 120

let hospital: PartitionedServices
beforeAll(async () => {
  hospital = await openPartitionedServices(false)
})
afterAll(() => hospital.remove())

test(
  'Redis is cut off from both services, and nothing is lost or doubled',
  async () => {
    const before = hospital.memoryMb()
    const { services, redis } = hospital
    for (let round = 0; round < faultRounds(3); round += 1)
      await hospital.cut(
        services.map((service) => [service, redis] as const),
        CUT_MS,
      )
    expect(await hospital.compareStored('no packet passes between the services and Redis')).toEqual(
      NOTHING_WRONG,
    )
    expect(hospital.memoryMb()).toBeLessThan(before + MEMORY_MB)
  },
  LIMIT_MS,
)

test(
  'one of two services is cut off from Redis, and nothing is lost or doubled',
  async () => {
    const { services, redis } = hospital
    for (let round = 0; round < faultRounds(3); round += 1)
      await hospital.cut([[services[round % 2] ?? services[0], redis]], CUT_MS)
    expect(await hospital.compareStored('no packet passes between one of two services and Redis')).toEqual(
      NOTHING_WRONG,
    )
  },
  LIMIT_MS,
)
