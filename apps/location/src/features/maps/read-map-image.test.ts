import { createImageDecoder, type ImageDecoder } from '@wardtrack/images'
import type { ApiError } from '@wardtrack/service-kit'
import { TEST_WAIT } from '@wardtrack/test-kit'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMapImage } from './read-map-image.ts'

let decoder: ImageDecoder
beforeEach(() => {
  decoder = createImageDecoder({ maxWaiting: 6 })
})
afterEach(() => decoder.close())

const read = (text: string, signal = new AbortController().signal) => readMapImage(text, decoder, signal)
const plan = async (side: number): Promise<string> => {
  const white = { create: { width: side, height: side, channels: 3, background: '#fff' } } as const
  return (await sharp(white).png().toBuffer()).toString('base64')
}

it('decodes one image at a time, and continues after a broken one', async () => {
  const validPlan = await plan(500)
  const broken = Buffer.from(validPlan, 'base64').subarray(0, 200).toString('base64')
  let peak = 0
  let done = false
  const watch = (): void => {
    peak = Math.max(peak, decoder.counts().running)
    if (!done) setImmediate(watch)
  }
  watch()
  const results = await Promise.allSettled(
    [validPlan, broken, validPlan, validPlan, validPlan, validPlan].map((text) => read(text)),
  )
  done = true
  expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true])
  expect(peak).toBe(1)
})

it('asks the sender to retry while the queue of images is full', async () => {
  const validPlan = await plan(20)
  decoder = createImageDecoder({ maxWaiting: 2 })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => read(validPlan)))
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refusals).toHaveLength(3)
  expect(refusals[0]).toMatchObject({ code: 'overloaded', status: 429, retryAfter: 5 })
  expect(await read(validPlan)).toMatchObject({ width: 20 })
})

it('stops work on an image whose request was aborted, and starts none that was still queued', async () => {
  const caller = new AbortController()
  const abandoned = [await plan(9_000), await plan(20)].map((text) => read(text, caller.signal))
  await vi.waitFor(() => expect(decoder.counts()).toEqual({ running: 1, waiting: 1 }), TEST_WAIT)
  caller.abort()
  const results = await Promise.allSettled(abandoned)
  expect(results.map((result) => result.status === 'rejected' && result.reason.errors[0].message)).toEqual([
    'The upload was cut off.',
    'The upload was cut off.',
  ])
  expect(decoder.counts()).toEqual({ running: 0, waiting: 0 })
  expect(await read(await plan(20))).toMatchObject({ width: 20 })
})

describe('an image that exceeds the limit', () => {
  const errorOf = async (text: string) => {
    const error = await read(text).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'validation', message: 'Map import failed' })
    return (error as ApiError).errors[0]?.message
  }

  it('of memory is refused without using memory of this process', async () => {
    decoder = createImageDecoder({ memoryMb: 130 })
    // Interlaced with 16 bits per channel: 100 kB that decode as a whole to 200 MB.
    const flood = await sharp({ create: { width: 5_000, height: 5_000, channels: 4, background: '#0a08' } })
      .toColourspace('rgb16')
      .png({ progressive: true })
      .toBuffer()
    const before = process.memoryUsage.rss()
    expect(await errorOf(flood.toString('base64'))).toBe(
      'The image takes too much memory to decode: save it smaller, with 8 bits a colour, or not interlaced.',
    )
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 ** 2)
    expect(await read(await plan(20))).toMatchObject({ width: 20 })
  })

  it('of time is refused', async () => {
    decoder = createImageDecoder({ timeoutMs: 1 })
    expect(await errorOf(await plan(20))).toBe('The image took too long to decode: save it smaller.')
    expect(decoder.counts()).toEqual({ running: 0, waiting: 0 })
  })
})

it('stores a photographed plan upright, as browsers show it', async () => {
  const white = { create: { width: 200, height: 100, channels: 3, background: '#fff' } } as const
  const rotated = await sharp(white).withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { jpeg, width, height } = await read(rotated.toString('base64'))
  expect({ width, height }).toEqual({ width: 100, height: 200 })
  const stored = await sharp(jpeg).metadata()
  expect([stored.width, stored.height, stored.orientation]).toEqual([100, 200, undefined])
})

// A backtracking pattern took a minute for the first case and hours for the second.
it.each([200_000, 2_000_000])(
  'refuses %i line breaks that are not base64 without blocking the process',
  async (count) => {
    const text = `A${'\n'.repeat(count)}!`
    const error = await read(text).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'validation', message: 'Map import failed' })
    expect((error as ApiError).errors).toEqual([{ path: 'imgData.img', message: 'The image is not base64.' }])
  },
)

it('reads base64 with line breaks', async () => {
  const white = { create: { width: 20, height: 20, channels: 3, background: '#fff' } } as const
  const text = (await sharp(white).png().toBuffer()).toString('base64').replaceAll(/(.{20})/g, '$1\r\n')
  expect(await read(text)).toMatchObject({ width: 20, height: 20 })
})
