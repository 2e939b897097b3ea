import { TEST_WAIT } from '@wardtrack/test-kit'
import { afterEach, expect, test, vi } from 'vitest'
import { type Asked, openSharedAnswersTest, type SharedAnswersTest } from './testing/shared-answers-test.ts'

let shared: SharedAnswersTest
afterEach(() => shared.close())

const PUMP: Asked = ['assetsFilter', { query: { pagesize: 1 }, body: { AssetId: 'P-1' } }]

/** What is written through one process is answered by it at once, and soon by the other. Gives what is stored. */
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

test('a Redis that is halted makes no answer wrong or stuck, and is used again when it goes on', async () => {
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

test('a Redis that was killed and started anew is used again', async () => {
  shared = await openSharedAnswersTest()
  const { redis, waitForState } = shared
  await redis.kill()
  expect(await writeAndRead('killed')).toBe('killed')
  await waitForState('unavailable')
  await redis.start()
  await waitForState('in-use')
  expect(await writeAndRead('anew')).toBe('anew')
})

test('a Redis whose memory is full is out of use until there is room', async () => {
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
