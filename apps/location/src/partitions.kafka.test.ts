import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultMs, faultRounds } from './testing/fault-rounds.ts'
import { openPartitionedServices, type PartitionedServices } from './testing/partitioned-services.ts'

const LIMIT_MS = 600_000
/** Longer than the broker timeout of five seconds. */
const CUT_MS = faultMs({ short: 6_000, long: 30_000 })
/**
 * Long enough for the connected service to return to the brokers alone; in the long form, to take over the other's
 * partitions.
 */
const HALF_CUT_MS = faultMs({ short: 11_000, long: 30_000 })
/** Memory growth allowed for connections, buffers and events in transit of both services, in MB. */
const MEMORY_MB = 120

let hospital: PartitionedServices
beforeAll(async () => {
  hospital = await openPartitionedServices(true)
})
afterAll(() => hospital.remove())

test(
  'neither loses nor duplicates events while both services are cut off from Kafka',
  async () => {
    const before = hospital.memoryMb()
    const { services, kafka } = hospital
    for (let round = 0; round < faultRounds(3); round += 1) {
      await hospital.cut(
        services.map((service) => [service, kafka] as const),
        CUT_MS,
      )
      expect(hospital.changesOfWay()).toBe(1)
    }
    expect(await hospital.compareStored('no packet passes between the services and Kafka')).toEqual(
      NOTHING_WRONG,
    )
    expect(hospital.memoryMb()).toBeLessThan(before + MEMORY_MB)
  },
  LIMIT_MS,
)

test(
  'stores directly and loses or duplicates no event while one of two services is cut off from Kafka',
  async () => {
    const { services, kafka } = hospital
    for (let round = 0; round < faultRounds(3); round += 1) {
      await hospital.cut([[services[round % 2] ?? services[0], kafka]], HALF_CUT_MS)
      expect(hospital.changesOfWay()).toBe(1)
    }
    expect(await hospital.compareStored('no packet passes between one of two services and Kafka')).toEqual(
      NOTHING_WRONG,
    )
  },
  LIMIT_MS,
)
