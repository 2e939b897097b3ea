import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { createDiskRoom } from './disk-room.ts'
import { createHealth } from './health.ts'
import { createMetrics } from './metrics.ts'
import { isDiskFull } from './send-api-error.ts'

const roomMetric = async (metrics: ReturnType<typeof createMetrics>): Promise<string> =>
  /^wardtrack_disk_room (\d)/m.exec(await metrics.registry.metrics())?.[1] ?? ''

test('reports a full disk in readiness and a metric, stays ready, and recovers by itself', async () => {
  const health = createHealth()
  health.accepting = true
  const metrics = createMetrics()
  let now = 1_000_000
  const room = createDiskRoom({ health, metrics }, { now: () => now })
  expect([room.hasRoom(), await roomMetric(metrics)]).toEqual([true, '1'])
  room.noteFull()
  expect([room.hasRoom(), await roomMetric(metrics)]).toEqual([false, '0'])
  expect(await health.read()).toEqual({ status: 'ok', checks: { room: 'unavailable', accepting: 'ok' } })
  now += 5_000
  expect([room.hasRoom(), await roomMetric(metrics)]).toEqual([true, '1'])
  expect((await health.read()).checks['room']).toBe('ok')
})

test('keeps a reserve of the disk free from pushes', async () => {
  const full = createDiskRoom(
    { health: createHealth(), metrics: createMetrics() },
    { dir: tmpdir(), reservedBytes: Number.MAX_SAFE_INTEGER },
  )
  const roomy = createDiskRoom(
    { health: createHealth(), metrics: createMetrics() },
    { dir: tmpdir(), reservedBytes: 1 },
  )
  await Promise.all([full.measure(), roomy.measure()])
  expect([full.hasRoom(), roomy.hasRoom()]).toEqual([false, true])
  full.close()
  roomy.close()
})

test('recognises a full disk by the errors of the store and the file system, through every cause', () => {
  const store = Object.assign(new Error('The disk is full, nothing was written: x'), { code: 14_031 })
  const file = Object.assign(new Error('write'), { code: 'ENOSPC' })
  for (const error of [
    store,
    file,
    new Error('insert into assets: The disk is full'),
    new Error('a', { cause: file }),
  ])
    expect(isDiskFull(error)).toBe(true)
  for (const error of [undefined, 14_031, new Error('E11000'), new Error('a', { cause: new Error('b') })])
    expect(isDiskFull(error)).toBe(false)
})
