import { randomUUID } from 'node:crypto'
import type { MirthField } from '@wardtrack/contracts'
import type { Database } from '@wardtrack/database'
import type { CacheMode } from '@wardtrack/service-kit'

/** The lease of an address: only one process delivers at a time, so that the order is kept. */
export type DeliveryLease = {
  /** returns true if this process may deliver now; takes over a lease that is free or whose holder is silent */
  hold(): Promise<boolean>
  release(): Promise<void>
}

/** Times in milliseconds. */
export type LeaseTimes = {
  /** interval between the holder's signs of life */
  beatMs: number
  /** silence after which a holder counts as dead */
  deadAfterMs: number
}

/**
 * Creates the lease of an address. Signs of life are counted and the silence is measured locally, so that the clocks
 * of two machines need not agree. A process that alone uses the store has every lease immediately.
 */
export function createDeliveryLease(
  { models: { deliveryAddresses } }: Database,
  kind: MirthField,
  cacheMode: CacheMode,
  { beatMs, deadAfterMs }: LeaseTimes,
): DeliveryLease {
  if (cacheMode === 'local') return { hold: async () => true, release: async () => undefined }
  const worker = randomUUID()
  let heldAt = Number.NEGATIVE_INFINITY
  let lastBeat: { beat: number | undefined; since: number } | undefined

  /** takes the lease, unless another process took it since it was read */
  const take = async (beat: number | undefined): Promise<boolean> => {
    const next = { $set: { worker }, $inc: { beat: 1 } }
    const claim = await deliveryAddresses.updateOne(
      { _id: kind, ...(beat === undefined ? {} : { beat }) },
      next,
    )
    if (claim.matchedCount === 0) return false
    heldAt = performance.now()
    return true
  }
  /** gives a sign of life; false when another process has taken over */
  const keep = async (): Promise<boolean> => {
    const renewal = await deliveryAddresses.updateOne({ _id: kind, worker }, { $inc: { beat: 1 } })
    heldAt = renewal.matchedCount > 0 ? performance.now() : Number.NEGATIVE_INFINITY
    return renewal.matchedCount > 0
  }
  return {
    hold: async () => {
      const now = performance.now()
      if (now - heldAt < beatMs) return true
      if (heldAt > Number.NEGATIVE_INFINITY && (await keep())) return true
      await deliveryAddresses.updateOne({ _id: kind }, { $setOnInsert: { beat: 0 } }, { upsert: true })
      const state = await deliveryAddresses.findOne({ _id: kind })
      if (state?.worker === undefined || state.worker === worker) return take(state?.beat)
      heldAt = Number.NEGATIVE_INFINITY
      if (lastBeat?.beat !== state.beat) lastBeat = { beat: state.beat, since: now }
      return now - (lastBeat?.since ?? now) >= deadAfterMs && take(state.beat)
    },
    release: async () => {
      heldAt = Number.NEGATIVE_INFINITY
      await deliveryAddresses.updateOne({ _id: kind, worker }, { $unset: { worker: 1 }, $inc: { beat: 1 } })
    },
  }
}
