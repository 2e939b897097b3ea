import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, assetPair, assetType, text, visible } from '../shapes/common.ts'

/** One side of a link. Further members, such as the `Fields` of responses, are dropped. */
const side = z.object({
  AssetType: z
    .string({ error: messages.assetTypeRequired })
    .min(1, messages.assetTypeRequired)
    .pipe(assetType),
  AssetId: z
    .string({ error: messages.assetNeeded })
    .trim()
    .min(1, messages.assetNeeded)
    .max(128)
    .regex(visible.pattern, visible.message),
})
const links = z.object({
  Mapping: z
    .array(z.tuple([side, side], { error: messages.assetNeeded }), { error: messages.assetNeeded })
    .min(1, messages.assetNeeded)
    .max(100),
})
const stored = ack.extend({ Mapping: z.array(assetPair) })
const MAX_GROUPED = 5_000

export const assetLinkCalls = {
  getGroupedAssetIds: defineCall(routes.getGroupedAssetIds, {
    summary: 'Ids of assets by type; as many as the limit means there may be more',
    patient: true,
    query: z.object({
      assetType: assetType.optional(),
      search: text.optional(),
      limit: z.coerce.number().int().min(1).max(MAX_GROUPED).default(MAX_GROUPED),
    }),
    response: z.record(z.string(), z.array(z.string())),
  }),
  addAssetMapping: defineCall(routes.addAssetMapping, {
    summary: 'Link assets with each other; the answer holds all links of the first',
    patient: true,
    body: links,
    response: stored,
  }),
  removeAssetMapping: defineCall(routes.removeAssetMapping, {
    summary: 'End links between assets; the answer holds those that the first still has',
    patient: true,
    body: links,
    response: stored,
  }),
}
