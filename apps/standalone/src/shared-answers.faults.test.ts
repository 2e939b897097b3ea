import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterEach, expect, test, vi } from 'vitest'
import { type Asked, openSharedAnswersTest, type SharedAnswersTest } from './testing/shared-answers-test.ts'

let shared: SharedAnswersTest
afterEach(() => shared.close())

const PUMP: Asked = ['assetsFilter', { query: { pagesize: 1 }, body: { AssetId: 'P-1' } }]

/**
 * Writes through one process, checks that it answers the new value immediately and the other one soon, and returns
 * the stored value.
 */
async function writeAndRead(serial: string): Promise<string | undefined> {
  const { first, second, direct, ask, pushPump } = shared
  await pushPump(first, 1, { SerialNo: serial })
  const answered = await ask(first, PUMP)
  expect(JSON.stringify(answered.body)).toContain(serial)
  expect(answered).toEqual(await ask(direct, PUMP))
  await vi.waitFor(async () => expect(await ask(second, PUMP)).toEqual(answered), TEST_WAIT)
  const stored = await first.parts.db.driver.assets.findOne({ AssetId: 'P-1' })
  return String(stored?.Fields['SerialNo'])
}

test('gives no wrong answer and does not hang while Redis is halted, and uses Redis again afterwards', async () => {
  shared = await openSharedAnswersTest()
  const { redis, waitForState } = shared
  expect(await writeAndRead('before')).toBe('before')
  redis.pause()
  expect(await writeAndRead('halted')).toBe('halted')
  await waitForState('unavailable')
  expect(await writeAndRead('halted and known')).toBe('halted and known')
  redis.resume()
  expect(await writeAndRead('going on')).toBe('going on')
  await waitForState('in-use')
  expect(await writeAndRead('in use')).toBe('in use')
})

test('uses a killed Redis again after its restart', async () => {
  shared = await openSharedAnswersTest()
  const { redis, waitForState } = shared
  await redis.kill()
  expect(await writeAndRead('killed')).toBe('killed')
  await waitForState('unavailable')
  await redis.start()
  await waitForState('in-use')
  expect(await writeAndRead('anew')).toBe('anew')
})

test('stops using a Redis whose memory is full until it has space', async () => {
  shared = await openSharedAnswersTest(['--maxmemory-policy', 'noeviction'])
  const { redis, waitForState } = shared
  await redis.configure('maxmemory', '1')
  expect(await writeAndRead('full')).toBe('full')
  await waitForState('unavailable')
  expect(await writeAndRead('full and known')).toBe('full and known')
  await redis.configure('maxmemory', '0')
  await waitForState('in-use')
  expect(await writeAndRead('room')).toBe('room')
})
