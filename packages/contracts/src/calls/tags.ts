import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { locationTag } from '../shapes/asset.ts'
import { ack, assetType, externalId, text, visible } from '../shapes/common.ts'
import { customTag, namedLocationTag, tagProvider, unassignedTag } from '../shapes/tag.ts'

/** Creates the shape of a tag name. @param needed message for a missing name */
const tagName = (needed: string) =>
  z.string({ error: needed }).trim().min(1, needed).max(100).regex(visible.pattern, visible.message)

const assetOf = { AssetId: externalId, AssetType: assetType.optional() }
/** `status` is 0 if there was nothing to change */
const customTags = ack.extend({
  status: z.union([z.literal(1), z.literal(0)]),
  CustomTags: z.array(z.string()),
})
const locationTags = ack.extend({ LocationTags: z.array(locationTag) })

export const tagCalls = {
  customTagList: defineCall(routes.customTagList, {
    summary: 'The custom tags by name',
    response: z.object({ data: z.array(customTag) }),
  }),
  createCustomTag: defineCall(routes.createCustomTag, {
    summary: 'Add a custom tag',
    duplicateIsStatus500: true,
    body: z.object({ newCustomTag: tagName(messages.customTagNameNeeded) }),
    response: ack.extend({ data: customTag }),
  }),
  deleteCustomTag: defineCall(routes.deleteCustomTag, {
    summary: 'Remove a custom tag, and take it off every asset',
    body: z.object({ customTagName: tagName(messages.customTagNameNeeded) }),
    response: ack,
  }),
  addCustomTag: defineCall(routes.addCustomTag, {
    summary: 'Give an asset a custom tag',
    patient: true,
    body: z.object({ newCustomTag: tagName(messages.customTagNeeded), ...assetOf }),
    response: customTags,
  }),
  removeCustomTag: defineCall(routes.removeCustomTag, {
    summary: 'Take a custom tag off an asset',
    patient: true,
    body: z.object({ customTag: tagName(messages.customTagNeeded), ...assetOf }),
    response: customTags,
  }),
  getUnassignedTags: defineCall(routes.getUnassignedTags, {
    summary: 'Location tags that no asset carries and that were seen lately, the newest first',
    query: z.object({
      search: text.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
    }),
    response: z.object({ data: z.array(unassignedTag) }),
  }),
  addLocationTag: defineCall(routes.addLocationTag, {
    summary: 'Associate a location tag with an asset; `move` takes it off the asset that carries it',
    patient: true,
    body: z.object({
      AssetType: assetType,
      AssetId: externalId,
      LocationTag: namedLocationTag,
      move: z.boolean().default(false),
    }),
    response: locationTags,
  }),
  removeLocationTag: defineCall(routes.removeLocationTag, {
    summary: 'Disassociate a location tag from an asset',
    patient: true,
    body: z.object({ AssetType: assetType, AssetId: externalId, Provider: tagProvider, TagId: externalId }),
    response: locationTags,
  }),
}
