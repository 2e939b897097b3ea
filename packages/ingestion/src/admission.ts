import { MAX_ITEMS } from '@wardtrack/contracts'
import { overloaded } from '@wardtrack/service-kit'

/** How much a sender (a key at an endpoint) has worked on at a time; beyond it, it is told to come again (429). */
export type AdmissionLimits = {
  /** items being worked on; one request of 5,000 always fits */
  items: number
  /** bytes of bodies being read or worked on */
  bytes: number
  /** requests being read or worked on */
  requests: number
}

const LIMITS: AdmissionLimits = { items: 8_000, bytes: 32 * 1024 * 1024, requests: 2_000 }
/** The process as a whole works on so many times what one sender may hold. */
const SENDERS_AT_LIMIT = 3
/** A usual item's length: what a body's length says about its items before they are counted. */
const ITEM_BYTES = 130
const RESOURCES = ['items', 'bytes', 'requests'] as const

/** The place of one request among those being worked on. */
export type Permit = {
  /** reserves bytes as they arrive, and the items that so many bytes usually are. @throws ApiError 429 */
  addBytes(count: number): void
  /** reserves the request's items in place of those expected. @throws ApiError 429 */
  setItems(count: number): void
  /** gives everything back; safe to call twice */
  release(): void
}

/** The one bound on what ingestion holds in memory, shared by all endpoints of a process. */
export type Admission = {
  /**
   * Admits a request. One that is announced too large for the room there is is refused before any of it is read: a
   * refused one must cost next to nothing, or a flood of them would leave no time for those that were taken. Only what
   * arrives is reserved: who announces much and sends nothing holds nothing.
   * @param sender whose share it is
   * @throws ApiError 429
   */
  enter(sender: string, contentLength: number): Permit
  inFlight(): AdmissionLimits
}

/** Makes the bound. @param limits smaller ones in tests */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const bounds = { ...LIMITS, ...limits }
  const total: AdmissionLimits = { items: 0, bytes: 0, requests: 0 }
  const shares = new Map<string, AdmissionLimits>()

  /**
   * A sender may hold its limit, and at most half of what the others leave, so that there is always room for one more
   * sender. Who holds nothing yet gets what there is.
   */
  const checkRoom = (share: AdmissionLimits, resource: keyof AdmissionLimits, count: number): void => {
    const senderShare = share[resource]
    const remaining = bounds[resource] * SENDERS_AT_LIMIT - (total[resource] - senderShare)
    const cap = senderShare === 0 ? remaining : remaining / 2
    if (senderShare + count > Math.min(bounds[resource], cap)) throw overloaded()
  }
  return {
    inFlight: () => ({ ...total }),
    enter: (sender, contentLength) => {
      const share = shares.get(sender) ?? { items: 0, bytes: 0, requests: 0 }
      checkRoom(share, 'items', Math.min(bounds.items, expectedItems(contentLength)))
      checkRoom(share, 'requests', 1)
      shares.set(sender, share)
      const reserved: AdmissionLimits = { items: 0, bytes: 0, requests: 0 }
      const add = (resource: keyof AdmissionLimits, count: number): void => {
        for (const sum of [reserved, share, total]) sum[resource] += count
      }
      const reserve = (resource: keyof AdmissionLimits, count: number): void => {
        checkRoom(share, resource, count)
        add(resource, count)
      }
      add('requests', 1)
      return {
        addBytes: (count) => {
          reserve('bytes', count)
          const expected = Math.min(bounds.items, expectedItems(reserved.bytes))
          if (expected > reserved.items) reserve('items', expected - reserved.items)
        },
        setItems: (count) => {
          add('items', -reserved.items)
          reserve('items', count)
        },
        release: () => {
          for (const resource of RESOURCES) add(resource, -reserved[resource])
          if (share.requests === 0 && shares.get(sender) === share) shares.delete(sender)
        },
      }
    },
  }
}

const expectedItems = (bytes: number): number =>
  Math.min(MAX_ITEMS, Math.max(1, Math.ceil(bytes / ITEM_BYTES)))
