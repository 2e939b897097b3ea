import sharp from 'sharp'
import { expect, it } from 'vitest'
import { readImage } from './read-image.ts'

it('decodes one image at a time, and goes on after one that is broken', async () => {
  const white = { create: { width: 2_000, height: 2_000, channels: 3, background: '#fff' } } as const
  const good = (await sharp(white).png().toBuffer()).toString('base64')
  const broken = Buffer.from(good, 'base64').subarray(0, 200).toString('base64')
  let most = 0
  let done = false
  const watch = (): void => {
    const { process: busy, queue } = sharp.counters()
    most = Math.max(most, busy + queue)
    if (!done) setImmediate(watch)
  }
  watch()
  const results = await Promise.allSettled([good, broken, good, good, good, good].map(readImage))
  done = true
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true])
  // One that has just ended counts for a moment beside the next; all at once they would be six.
  expect(most).toBeLessThanOrEqual(2)
})

it('stores a photographed plan upright, as browsers show it', async () => {
  const white = { create: { width: 200, height: 100, channels: 3, background: '#fff' } } as const
  const lying = await sharp(white).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { jpeg, width, height } = await readImage(lying.toString('base64'))
  expect({ width, height }).toEqual({ width: 100, height: 200 })
  const stored = await sharp(jpeg).metadata()
  expect([stored.width, stored.height, stored.orientation]).toEqual([100, 200, undefined])
})
