import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { faultRounds, HALT_MS } from './testing/fault-rounds.ts'
import {
  type LocationUnderFaults,
  openLocationUnderFaults,
  type SupervisedProcess,
} from './testing/location-under-faults.ts'
import { killAtSystemCall, STEP_CALLS } from './testing/syscall-faults.ts'

/**
 * Number of system calls to test, enough for several consecutive requests. A run with fewer kills still reaches the last.
 */
const STEPS = 60
const KILLS = faultRounds(STEPS)
const HALTS = faultRounds(6)
const LIMIT_MS = 60_000 + KILLS * 15_000

let location: LocationUnderFaults
beforeAll(async () => {
  location = await openLocationUnderFaults()
})
afterAll(() => location.remove())

/** Kills the process at one step after the other. @returns number of times that the step was reached */
async function killAtEachStep(killed: SupervisedProcess<{ pid: number }>): Promise<number> {
  let reached = 0
  for (let kill = 1; kill <= KILLS; kill += 1)
    await location.run(async () => {
      const step = Math.ceil((kill * STEPS) / KILLS)
      if (await killAtSystemCall(killed.current().pid, STEP_CALLS, step)) reached += 1
    })
  return reached
}

test(
  'loses nothing when the service is killed at each step between a request and its answer',
  async () => {
    expect(await killAtEachStep(location.service)).toBeGreaterThan(KILLS / 2)
    expect(await location.compareStored('kill -9 at a system call: the service')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)

test(
  'loses nothing when the store is killed at each step between a command and its answer',
  async () => {
    expect(await killAtEachStep(location.store)).toBeGreaterThan(KILLS / 2)
    expect(await location.compareStored('kill -9 at a system call: the store')).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)

test(
  'loses nothing when the service or its store is halted',
  async () => {
    for (let halt = 0; halt < HALTS * 2; halt += 1)
      await location.run(async () => {
        const halted = halt % 2 === 0 ? location.service : location.store
        halted.signal('SIGSTOP')
        await sleep(HALT_MS)
        halted.signal('SIGCONT')
      })
    expect(
      await location.compareStored(`SIGSTOP for ${HALT_MS / 1_000} s: the service or the store`),
    ).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
