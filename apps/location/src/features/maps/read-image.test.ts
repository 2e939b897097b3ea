import type { ApiError } from '@wardtrack/service-kit'
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

// A pattern that tried the line breaks again from each of them took a minute for the first and hours for the second.
it.each([200_000, 2_000_000])(
  'refuses %i line breaks that are not base64 without holding the process up',
  async (count) => {
    const text = `A${'\n'.repeat(count)}!`
    const error = await readImage(text).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'validation', message: 'Map import failed' })
    expect((error as ApiError).errors).toEqual([{ path: 'imgData.img', message: 'The image is not base64.' }])
  },
)

it('reads base64 that is broken into lines', async () => {
  const white = { create: { width: 20, height: 20, channels: 3, background: '#fff' } } as const
  const text = (await sharp(white).png().toBuffer()).toString('base64').replaceAll(/(.{20})/g, '$1\r\n')
  expect(await readImage(text)).toMatchObject({ width: 20, height: 20 })
})
