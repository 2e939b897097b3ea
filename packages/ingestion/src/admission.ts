import { MAX_ITEMS } from '@wardtrack/contracts'
import { overloaded } from '@wardtrack/service-kit'

/** How much a process works on at a time; beyond it callers are told to come again (429). */
export type AdmissionLimits = {
  /** items being worked on; one request of 5,000 always fits */
  items: number
  /** bytes of bodies being read or worked on */
  bytes: number
  /** requests being read or worked on */
  requests: number
}

const LIMITS: AdmissionLimits = { items: 8_000, bytes: 64 * 1024 * 1024, requests: 2_000 }
/** A usual item's length: what a body's length says about its items before it is read. */
const ITEM_BYTES = 130

/** The place of one request among those being worked on. */
export type Permit = {
  /** reserves bytes as they arrive. @throws ApiError 429 */
  addBytes(count: number): void
  /** reserves the request's items in place of those expected. @throws ApiError 429 */
  setItems(count: number): void
  /** gives everything back; safe to call twice */
  release(): void
}

/** The one bound on what ingestion holds in memory, shared by all endpoints of a process. */
export type Admission = {
  /**
   * Admits a request by the length of its body, before any of it is read: a refused one must cost next to nothing, or
   * a flood of them would leave no time for those that were taken.
   * @throws ApiError 429
   */
  enter(contentLength: number): Permit
  inFlight(): AdmissionLimits
}

/** Makes the bound. @param limits smaller ones in tests */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const most = { ...LIMITS, ...limits }
  const now: AdmissionLimits = { items: 0, bytes: 0, requests: 0 }
  const take = (what: keyof AdmissionLimits, count: number): void => {
    if (now[what] + count > most[what]) throw overloaded()
    now[what] += count
  }
  return {
    inFlight: () => ({ ...now }),
    enter: (contentLength) => {
      const expected = Math.min(MAX_ITEMS, most.items, Math.max(1, Math.ceil(contentLength / ITEM_BYTES)))
      if (now.requests >= most.requests) throw overloaded()
      take('items', expected)
      take('requests', 1)
      const held = { items: expected, bytes: 0, requests: 1 }
      const hold = (what: 'items' | 'bytes', count: number): void => {
        take(what, count)
        held[what] += count
      }
      return {
        addBytes: (count) => hold('bytes', count),
        setItems: (count) => {
          now.items -= held.items
          held.items = 0
          hold('items', count)
        },
        release: () => {
          for (const what of ['items', 'bytes', 'requests'] as const) {
            now[what] -= held[what]
            held[what] = 0
          }
        },
      }
    },
  }
}
