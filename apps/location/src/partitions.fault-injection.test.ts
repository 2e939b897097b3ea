import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultMs, faultRounds } from './testing/fault-rounds.ts'
import { openPartitionedServices, type PartitionedServices } from './testing/partitioned-services.ts'

const LIMIT_MS = 600_000
/** Longer than the two seconds for which a connection to Redis may be silent. */
const CUT_MS = faultMs({ short: 4_000, long: 30_000 })
/** Memory growth allowed for connections, buffers and events in transit of both services, in MB. */
const MEMORY_MB = 120

let hospital: PartitionedServices
beforeAll(async () => {
  hospital = await openPartitionedServices(false)
})
afterAll(() => hospital.remove())

test(
  'neither loses nor duplicates events while both services are cut off from Redis',
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
  'neither loses nor duplicates events while one of two services is cut off from Redis',
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
