import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { releaseImages } from './plan.query.ts'

class FakeBitmap {
  readonly close = vi.fn()
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('ImageBitmap', FakeBitmap)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function openCache() {
  const client = new QueryClient()
  releaseImages(client.getQueryCache())
  releaseImages(client.getQueryCache())
  return client
}

it('closes an image once when its query leaves the cache, and not before', () => {
  const client = openCache()
  const image = new FakeBitmap()
  client.setQueryData(['image', 'a'], image)
  vi.advanceTimersByTime(60_000)
  expect(image.close).not.toHaveBeenCalled()
  client.removeQueries({ queryKey: ['image', 'a'] })
  vi.advanceTimersByTime(1)
  expect(image.close).toHaveBeenCalledOnce()
})

it('closes a replaced image after all its users have switched to the new one', () => {
  const client = openCache()
  const [before, after] = [new FakeBitmap(), new FakeBitmap()]
  client.setQueryData(['image', 'a'], before)
  client.setQueryData(['image', 'a'], after)
  expect(before.close).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(before.close).toHaveBeenCalledOnce()
  expect(after.close).not.toHaveBeenCalled()
})

it('leaves other data unchanged', () => {
  const client = openCache()
  client.setQueryData(['list'], { close: vi.fn() })
  client.clear()
  vi.advanceTimersByTime(10_000)
  expect(client.getQueryData(['list'])).toBeUndefined()
})
