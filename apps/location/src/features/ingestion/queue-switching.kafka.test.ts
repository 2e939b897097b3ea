import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addPumps,
  openQueueTest,
  QUEUE_WAIT,
  type QueuedHospital,
  type QueueTest,
} from '../../testing/open-queued-hospital.ts'
import { fenceDoc } from '../../testing/pending-alerts.ts'

const SWITCHES = Number(process.env['WARDTRACK_KAFKA_SWITCHES'] ?? 6)
const SENDERS = 20
/** Each of their events crosses the fence, so an overtaken event means a missing alert. */
const CROSSING = 4
const BATCH = 10
/** Milliseconds between two batches of a sender: 1,000 events a second from all senders. */
const PACE_MS = 200

let test: QueueTest
let hospital: QueuedHospital
beforeAll(async () => {
  test = await openQueueTest('switching')
  hospital = await test.open()
  await addPumps(hospital, SENDERS)
  const { db, bus } = hospital.parts
  await db.driver.geofences.insertOne(
    fenceDoc({ activeFrom: new Date(Date.now() - 86_400_000), ExitTriggerWaitTime: 0 }),
  )
  bus.publish('config.changed', { what: 'geofences' })
})
afterAll(async () => {
  await hospital.close()
  await test.broker.remove()
})

const begin = Date.now() - 7_200_000
/** Returns the n-th position of a pump; for crossing pumps, every other position lies inside the fence. */
const position = (pump: number, n: number) => ({
  AssetType: 'Equipment',
  AssetId: `P-${pump}`,
  mapId: 'm1',
  unit: 'px',
  x: pump < CROSSING && n % 2 === 0 ? 150 : 10,
  y: 120,
  time: new Date(begin + n * 10).toISOString(),
})

/**
 * Sends the positions of one pump, each batch after the previous answer. Returns the number of acknowledged
 * positions.
 */
async function sendUntil(pump: number, isOver: () => boolean): Promise<number> {
  let sent = 0
  while (!isOver()) {
    const due = performance.now() + PACE_MS
    const batch = Array.from({ length: BATCH }, (_, n) => position(pump, sent + n))
    const { status, body } = await hospital.push(batch)
    expect([status, body.accepted + body.duplicates]).toEqual([200, BATCH])
    sent += BATCH
    await sleep(Math.max(0, due - performance.now()))
  }
  return sent
}

it(`neither loses, duplicates nor reorders events while switching ${SWITCHES} times under load`, async () => {
  const startedAt = performance.now()
  let isOver = false
  const senders = Array.from({ length: SENDERS }, (_, pump) => sendUntil(pump, () => isOver))
  const seen = { on: 0, off: 0 }
  for (let n = 0; n < SWITCHES; n += 1) {
    const isOn = n % 2 === 0
    await hospital.setScaling({ status: isOn ? 'Active' : 'Inactive' })
    await expect.poll(() => hospital.metric('wardtrack_kafka_in_use'), QUEUE_WAIT).toBe(Number(isOn))
    seen[isOn ? 'on' : 'off'] += 1
    await sleep(300)
  }
  isOver = true
  const counts = await Promise.all(senders)
  const sent = counts.reduce((sum, count) => sum + count, 0)
  const seconds = (performance.now() - startedAt) / 1_000
  const { db } = hospital.parts
  await expect.poll(() => db.driver.locationHistory.countDocuments({}), QUEUE_WAIT).toBe(sent)
  const crossings = counts.slice(0, CROSSING).reduce((sum, count) => sum + count, 0)
  await expect.poll(() => db.driver.geofenceAlerts.countDocuments({}), QUEUE_WAIT).toBe(crossings)
  for (const [pump, count] of counts.entries()) {
    const asset = await db.driver.assets.findOne({ AssetId: `P-${pump}` })
    expect(asset?.CurrentLocation?.time.toISOString()).toBe(position(pump, count - 1).time)
  }
  const queued = await hospital.metric('wardtrack_kafka_sent_total')
  expect(queued).toBeGreaterThan(0)
  expect(queued).toBeLessThan(sent)
  expect(seen).toEqual({ on: Math.ceil(SWITCHES / 2), off: Math.floor(SWITCHES / 2) })
  process.stdout.write(
    `${SWITCHES} switches in ${seconds.toFixed(1)} s: ${sent} events (${(sent / seconds).toFixed(0)} a second), ${queued} of them through the broker, ${crossings} alerts\n`,
  )
}, 400_000)
