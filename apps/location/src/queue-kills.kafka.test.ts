import { noteFaultRuns } from '@wardtrack/test-kit'
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
  'neither loses nor duplicates events when a process and the broker are killed under load',
  async () => {
    const { broker, killService, areInUse, metrics, stored, switchTo } = processes
    const counts = await processes.sendDuring(async () => {
      await switchTo('Active')
      await Promise.all([killService(1), broker.kill()])
      await areInUse(false)
      await broker.restart()
      await areInUse(true)
    })
    await expect.poll(stored, QUEUE_WAIT).toEqual(allAcknowledged(counts))
    const missing = allAcknowledged(counts).rows - (await stored()).rows
    noteFaultRuns({
      kind: 'kill -9: a service and the Kafka broker',
      runs: 2,
      lost: Math.max(0, missing),
      doubled: Math.max(0, -missing),
    })
    await expect.poll(() => metrics('wardtrack_kafka_lag'), QUEUE_WAIT).toEqual([0, 0])
  },
  TEST_LIMIT_MS,
)
