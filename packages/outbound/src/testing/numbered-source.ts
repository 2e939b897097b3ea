import type { Delivery } from '../delivery-lanes.ts'
import type { DeliverySource } from '../feed-worker.types.ts'

/** Returns the reference of the n-th delivery of a lane. */
export const numbered = (lane: string, n: number): string => `${lane}:${n}`

/** Returns the delivery of a reference. */
export const numberedDelivery = (ref: string): Delivery => {
  const [lane = '', n = ''] = ref.split(':')
  return {
    key: ref,
    lane,
    payload: JSON.stringify({ lane, n: Number(n) }),
    ...(lane.startsWith('patient') ? { patients: [lane] } : {}),
  }
}

/** A source without a store: a reference contains the whole delivery. */
export const numberedSource: DeliverySource = {
  kind: 'AssetLocation',
  load: async (refs) => new Map(refs.map((ref) => [ref, numberedDelivery(ref)])),
}
