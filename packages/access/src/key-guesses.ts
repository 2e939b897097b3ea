import { messages } from '@wardtrack/contracts'
import { ApiError, type Logger, type ServiceMetrics } from '@wardtrack/service-kit'
import { countedAddress } from './sign-in-address.ts'

/** Counts unknown ingestion keys by address. The limit prevents guessing, and refused keys cause no store read. */
export type KeyGuesses = {
  /** @throws ApiError 429 `too_many_attempts` when too many unknown keys came from the address within a minute */
  check(address: string): void
  /** counts an unknown key from the address */
  note(address: string): void
}

const WINDOW_MS = 60_000
const MAX_UNKNOWN = 100
const MAX_ADDRESSES = 10_000

/** Creates the counter of a process. @param parts `now`: the clock, for tests */
export function createKeyGuesses(parts: {
  log: Logger
  metrics?: ServiceMetrics
  now?: () => number
}): KeyGuesses {
  const { now = Date.now } = parts
  const windows = new Map<string, { count: number; endsAt: number }>()
  const refused = parts.metrics?.counter(
    'wardtrack_key_guesses_refused_total',
    'Unknown ingestion keys that were not even looked up: too many came from their address',
  )
  const windowOf = (address: string): { count: number; endsAt: number } | undefined => {
    const window = windows.get(countedAddress(address))
    return window && window.endsAt > now() ? window : undefined
  }
  return {
    check: (address) => {
      const window = windowOf(address)
      if (!window || window.count < MAX_UNKNOWN) return
      refused?.inc()
      const retryAfter = Math.max(1, Math.ceil((window.endsAt - now()) / 1000))
      throw new ApiError('too_many_attempts', messages.tooManyAttempts, { retryAfter })
    },
    note: (address) => {
      if (windows.size >= MAX_ADDRESSES) windows.clear()
      const window = windowOf(address) ?? { count: 0, endsAt: now() + WINDOW_MS }
      window.count += 1
      windows.set(countedAddress(address), window)
      if (window.count === MAX_UNKNOWN)
        parts.log.warn({ alarm: 'key-guesses', address }, 'unknown ingestion keys of an address are shut out')
    },
  }
}
