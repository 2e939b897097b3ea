import { afterAll, beforeAll, expect, it } from 'vitest'
import { QUEUE_WAIT } from './testing/open-queued-hospital.ts'
import { allAcknowledged, openQueueProcesses, type QueueProcesses } from './testing/queue-processes.ts'

const TEST_LIMIT_MS = 400_000
let processes: QueueProcesses
beforeAll(async () => {
  processes = await openQueueProcesses(8)
})
afterAll(() => processes.remove())

it(
  'switches two processes together and keeps the order although senders alternate between them',
  async () => {
    const { db, metrics, stored, switchTo } = processes
    const counts = await processes.sendDuring(async () => {
      await switchTo('Active')
      await switchTo('Inactive')
      await switchTo('Active')
      const leastApplied = async () => Math.min(...(await metrics('wardtrack_kafka_applied_total')))
      await expect.poll(leastApplied, QUEUE_WAIT).toBeGreaterThan(0)
    })
    await expect.poll(stored, QUEUE_WAIT).toEqual(allAcknowledged(counts))
    // An event that was overtaken raises no alert, because late events are not evaluated.
    const alerts = () => db.driver.geofenceAlerts.countDocuments({})
    await expect.poll(alerts, QUEUE_WAIT).toBe(allAcknowledged(counts).rows)
  },
  TEST_LIMIT_MS,
)
