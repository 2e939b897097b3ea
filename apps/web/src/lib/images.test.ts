import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseImagesWithCache } from './images.ts'
import { KEYS } from './queries.ts'
import { queryClient } from './query-client.ts'

describe('the cached images', () => {
  let uninstall = (): void => undefined
  const revoked = vi.fn()

  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(revoked)
    queryClient.clear()
    uninstall = releaseImagesWithCache()
  })
  afterEach(() => {
    uninstall()
    vi.restoreAllMocks()
    vi.clearAllMocks()
    vi.useRealTimers()
  })

  it('are released a while after a newer image has replaced them', () => {
    queryClient.setQueryData([KEYS.image, 'pump.png'], 'blob:old')
    queryClient.setQueryData([KEYS.image, 'pump.png'], 'blob:new')
    expect(revoked).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(revoked.mock.calls).toEqual([['blob:old']])
  })

  it('are released when the cache drops them', () => {
    queryClient.setQueryData([KEYS.image, 'pump.png'], 'blob:pump')
    queryClient.clear()
    vi.advanceTimersByTime(10_000)
    expect(revoked.mock.calls).toEqual([['blob:pump']])
  })
})
