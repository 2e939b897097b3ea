import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { FAULT_MS, faultRounds } from './testing/fault-rounds.ts'
import { type LocationUnderFaults, openLocationUnderFaults } from './testing/location-under-faults.ts'
import { DISK_CALLS, failSystemCalls } from './testing/syscall-faults.ts'

const LIMIT_MS = 600_000

let location: LocationUnderFaults
beforeAll(async () => {
  location = await openLocationUnderFaults()
})
afterAll(() => location.remove())

const ERRORS = { EIO: 'is broken', EROFS: 'is for reading alone', ENOSPC: 'takes no more' }

test.each(Object.entries(ERRORS))(
  'survives %s: the disk of the store %s for a while',
  async (error, what) => {
    for (let round = 0; round < faultRounds(25); round += 1)
      await location.run(() =>
        failSystemCalls(location.store.current().pid, DISK_CALLS, error, () => sleep(FAULT_MS)),
      )
    expect(await location.compareStored(`${error}: the disk of the store ${what}`)).toEqual(NOTHING_WRONG)
    expect(location.service.restarts()).toBe(0)
  },
  LIMIT_MS,
)
