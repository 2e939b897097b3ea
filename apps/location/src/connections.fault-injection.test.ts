import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTHING_WRONG } from './testing/compare-stored.ts'
import { FAULT_MS, faultRounds } from './testing/fault-rounds.ts'
import { type LocationUnderFaults, openLocationUnderFaults } from './testing/location-under-faults.ts'
import type { RelayMode, TcpRelay } from './testing/tcp-relay.ts'

const HALF_OPEN = 200
const BEGINNING = 'POST /location/api/ingest/locations HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n'
const LIMIT_MS = 600_000

type Fault = { kind: string; rounds: number; fault: (location: LocationUnderFaults) => Promise<void> }

const reset = async (relay: TcpRelay): Promise<void> => {
  for (let time = 0; time < 5; time += 1) {
    relay.reset()
    await sleep(FAULT_MS / 20)
  }
}
const hold = async (relay: TcpRelay, mode: RelayMode): Promise<void> => {
  relay.set(mode)
  await sleep(FAULT_MS)
  relay.set('open')
}

const FAULTS: readonly Fault[] = [
  { kind: 'connections of senders are reset', rounds: 40, fault: ({ toService }) => reset(toService) },
  { kind: 'connections to the store are reset', rounds: 40, fault: ({ toStore }) => reset(toStore) },
  { kind: 'senders are slow', rounds: 15, fault: ({ toService }) => hold(toService, 'slow') },
  { kind: 'the way to the store is slow', rounds: 15, fault: ({ toStore }) => hold(toStore, 'slow') },
  {
    kind: 'nothing passes from and to senders',
    rounds: 15,
    fault: ({ toService }) => hold(toService, 'held'),
  },
  { kind: 'nothing passes from and to the store', rounds: 15, fault: ({ toStore }) => hold(toStore, 'held') },
  {
    kind: `${HALF_OPEN} connections say the beginning of a request`,
    rounds: 15,
    fault: async ({ toService }) => {
      const close = await toService.openHalf(HALF_OPEN, BEGINNING)
      await sleep(FAULT_MS)
      close()
    },
  },
]

let location: LocationUnderFaults
beforeAll(async () => {
  location = await openLocationUnderFaults()
})
afterAll(() => location.remove())

test.each(FAULTS)(
  'neither loses nor duplicates events while $kind',
  async ({ kind, rounds, fault }) => {
    for (let round = 0; round < faultRounds(rounds); round += 1) await location.run(() => fault(location))
    expect(await location.compareStored(kind)).toEqual(NOTHING_WRONG)
  },
  LIMIT_MS,
)
