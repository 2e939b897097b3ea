import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultRounds } from './testing/fault-rounds.ts'
import { type LocationUnderFaults, openLocationUnderFaults } from './testing/location-under-faults.ts'

const SERVICE_KILLS = 4 * faultRounds(20)
const STORE_KILLS = 4 * faultRounds(10)
const LIMIT_MS = 600_000

let location: LocationUnderFaults
beforeAll(async () => {
  location = await openLocationUnderFaults()
})
afterAll(() => location.remove())

const anyMoment = (): Promise<void> => sleep(50 + Math.random() * 400)

it(
  'loses no acknowledged event and raises each alert once, however often the service is killed',
  async () => {
    for (let kill = 0; kill < SERVICE_KILLS; kill += 1)
      await location.run(async () => {
        await anyMoment()
        location.service.signal('SIGKILL')
      })
    expect(location.service.restarts()).toBe(SERVICE_KILLS)
    expect(await location.compareStored('kill -9 at any moment: the service')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)

it(
  'loses no acknowledged event and raises each alert once, however often the store is killed',
  async () => {
    for (let kill = 0; kill < STORE_KILLS; kill += 1)
      await location.run(async () => {
        await anyMoment()
        location.store.signal('SIGKILL')
      })
    expect(location.store.restarts()).toBe(STORE_KILLS)
    expect(await location.compareStored('kill -9 at any moment: the store')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
