import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectStoredOnce } from './testing/expect-stored-once.ts'
import { type KillableLocation, openKillableLocation } from './testing/killable-location.ts'

const KILLS = 15

let location: KillableLocation

beforeAll(async () => {
  location = await openKillableLocation()
})
afterAll(() => location.remove())

it('loses nothing it acknowledged and stores nothing twice, however often it is killed', async () => {
  const written = await location.writeDuring(async () => {
    for (let round = 0; round < KILLS; round += 1) {
      await sleep(50 + Math.random() * 400)
      await location.killService()
    }
  })
  expect(written.retries).toBeGreaterThan(0)
  expect(written.acknowledged.length).toBeGreaterThan(100)
  await expectStoredOnce(location, written)
}, 300_000)
