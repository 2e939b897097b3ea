import { MAX_ITEMS } from '@wardtrack/contracts'
import { overloaded } from '@wardtrack/service-kit'

/**
 * Limits of the work in progress for one sender (a key at an endpoint); beyond them, requests are refused with 429.
 */
export type AdmissionLimits = {
  /** items in progress; one request of 5,000 always fits */
  items: number
  /** bytes of bodies being read or processed */
  bytes: number
  /** requests being read or processed */
  requests: number
}

const LIMITS: AdmissionLimits = { items: 8_000, bytes: 32 * 1024 * 1024, requests: 2_000 }
/** Limit of the whole process, as a multiple of one sender's limit. */
const SENDERS_AT_LIMIT = 3
/** Usual bytes of an item, used to estimate a body's items before they are counted. */
const ITEM_BYTES = 130
const RESOURCES = ['items', 'bytes', 'requests'] as const

/** The reservations of one request in progress. */
export type Permit = {
  /** reserves bytes as they arrive, and the usual number of items for so many bytes. @throws ApiError 429 */
  addBytes(count: number): void
  /** reserves the real number of items in place of the estimate. @throws ApiError 429 */
  setItems(count: number): void
  /** frees all reservations; safe to call twice */
  release(): void
}

/** The only limit on the memory of ingestion, shared by all endpoints of a process. */
export type Admission = {
  /**
   * Admits a request. A request whose announced length exceeds the free capacity is refused before its body is read.
   * Refusals must cost almost nothing, or a flood of them would leave no time for admitted requests. Only arrived
   * bytes are reserved, so that an announced body that never comes reserves nothing.
   * @param sender sender that the reservations count for
   * @throws ApiError 429
   */
  enter(sender: string, contentLength: number): Permit
  inFlight(): AdmissionLimits
}

/** Creates the admission. @param limits smaller ones in tests */
export function createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
  const bounds = { ...LIMITS, ...limits }
  const total: AdmissionLimits = { items: 0, bytes: 0, requests: 0 }
  const shares = new Map<string, AdmissionLimits>()

  /**
   * Checks the limits. A sender may use up to its own limit, and at most half of what the others leave. There is
   * therefore always capacity for one more sender. A sender without reservations may use all free capacity.
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
