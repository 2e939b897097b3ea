import type { Delivery } from '../delivery-lanes.ts'
import type { DeliverySource } from '../feed-worker.types.ts'

/** Reference of the n-th thing of a lane. */
export const numbered = (lane: string, n: number): string => `${lane}:${n}`

/** What is delivered of a reference. */
export const numberedDelivery = (ref: string): Delivery => {
  const [lane = '', n = ''] = ref.split(':')
  return {
    key: ref,
    lane,
    payload: JSON.stringify({ lane, n: Number(n) }),
    ...(lane.startsWith('patient') ? { patients: [lane] } : {}),
  }
}

/** Things that need no store: a reference says all of them. */
export const numberedSource: DeliverySource = {
  kind: 'AssetLocation',
  load: async (refs) => new Map(refs.map((ref) => [ref, numberedDelivery(ref)])),
}
