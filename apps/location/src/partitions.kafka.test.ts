import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultMs, faultRounds } from './testing/fault-rounds.ts'
import { openPartitionedServices, type PartitionedServices } from './testing/partitioned-services.ts'

const LIMIT_MS = 600_000
/** Longer than anything waits for a broker, which is five seconds. */
const CUT_MS = faultMs({ short: 6_000, long: 30_000 })
/** Long enough for the service that reaches the brokers to go back to them alone; in the long form, to take over what the other read. */
const HALF_CUT_MS = faultMs({ short: 11_000, long: 30_000 })
/** What connections, buffers and events on their way may leave behind of two processes. */
const MEMORY_MB = 120

let hospital: PartitionedServices
beforeAll(async () => {
  hospital = await openPartitionedServices(true)
})
afterAll(() => hospital.remove())

test(
  'Kafka is cut off from both services, and nothing is lost or doubled',
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
  'one of two services is cut off from Kafka: both store directly until it is back, and nothing is lost or doubled',
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
