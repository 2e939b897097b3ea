import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { MAX_TRAIL_POSITIONS, stateStretch, trailPosition, visit } from '../shapes/asset-movement.ts'
import { assetType, externalId, iso, timeRange } from '../shapes/common.ts'

const asset = { assetId: externalId, assetType: assetType.optional() }
const upTo = (fallback: number, most: number) => z.coerce.number().int().min(1).max(most).default(fallback)

export const assetMovementCalls = {
  getVisits: defineCall(routes.getVisits, {
    summary:
      'Where an asset stayed and for how long, newest first; `next` is the end of the period to ask for next',
    patient: true,
    body: z.object({ ...asset, items: upTo(20, 100), createdAt: timeRange.optional() }),
    response: z.object({ visits: z.array(visit), next: iso.nullable() }),
  }),
  getTrail: defineCall(routes.getTrail, {
    summary:
      'Positions of an asset in a period, oldest first, evenly thinned where there are more than `items`',
    patient: true,
    body: z.object({ ...asset, items: upTo(300, MAX_TRAIL_POSITIONS), createdAt: timeRange.optional() }),
    response: z.object({
      positions: z.array(trailPosition),
      /** number of stored positions in the period */
      total: z.number(),
      /** interval in milliseconds of which only the last position is returned; null if all are returned */
      thinnedToMs: z.number().nullable(),
    }),
  }),
  deviceStateStretches: defineCall(routes.deviceStateStretches, {
    summary: "An asset's states over time: which value each had how long, newest first",
    patient: true,
    body: z.object({ ...asset, createdAt: timeRange.optional() }),
    response: z.object({
      stretches: z.array(stateStretch),
      /**
       * start of the data that was read, if the period contains more than one response reads; null if all was read
       */
      readFrom: iso.nullable(),
    }),
  }),
}
