import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { messages } from '../messages.ts'
import { routes } from '../routes.ts'
import { ack, assetType, externalId, text } from '../shapes/common.ts'
import { criteriaBody } from '../shapes/criteria.ts'
import { jobAnswer } from '../shapes/job.ts'

const ACTIVE: readonly unknown[] = ['active', true, 'true', 1, '1']
const INACTIVE: readonly unknown[] = ['inactive', false, 'false', 0, '0']

/** A status in any of its spellings. */
const status = z.union([z.string(), z.boolean(), z.number()]).transform((value, context) => {
  if (ACTIVE.includes(value)) return 'active' as const
  if (INACTIVE.includes(value)) return 'inactive' as const
  context.addIssue(messages.statusRule)
  return z.NEVER
})

/** An asset as `type:id`; the id may contain colons. */
const assetKey = z
  .string()
  .trim()
  .transform((value, context) => {
    const colon = value.indexOf(':')
    const parts = { AssetType: value.slice(0, Math.max(0, colon)), AssetId: value.slice(colon + 1).trim() }
    if (assetType.safeParse(parts.AssetType).success && externalId.safeParse(parts.AssetId).success)
      return parts
    context.addIssue(messages.assetKeyRule)
    return z.NEVER
  })

const oneOrMany = <T extends z.ZodType>(value: T) => z.union([z.array(value).max(500), value])
const selection = {
  AssetType: oneOrMany(assetType).optional(),
  'Fields.PrimaryCategory': oneOrMany(text).optional(),
  AssetId: oneOrMany(externalId).optional(),
  keys: z.array(assetKey).min(1).max(500).optional(),
  /** criteria of a list call: all assets of the list */
  criteria: criteriaBody.unwrap().optional(),
}

const changed = ack.extend({
  status: z.literal(1),
  /** number of selected assets */
  matched: z.number(),
  /** number of assets changed so far */
  changed: z.number(),
  /** job of the change, unless no asset was selected */
  job: jobAnswer.optional(),
})
/** True if the response waits for the job, for some seconds. */
const wait = z.boolean().default(true)

export const assetStatusCalls = {
  toggleAssetStatus: defineCall(routes.toggleAssetStatus, {
    summary: 'Activate or deactivate an asset',
    patient: true,
    body: z.object({ key: assetKey, flag: status }),
    response: ack.extend({
      status: z.literal(1),
      key: z.string(),
      AssetStatus: z.enum(['active', 'inactive']),
    }),
  }),
  changeBulkStatus: defineCall(routes.changeBulkStatus, {
    summary: 'Activate or deactivate every asset of a selection; for a minute it can be undone',
    patient: true,
    body: z.object({ ...selection, query: z.object(selection).optional(), status, wait }),
    response: changed,
  }),
  undoBulkStatus: defineCall(routes.undoBulkStatus, {
    summary: 'Undo a change of status, for a minute after it has ended, by whoever made it',
    patient: true,
    body: z.object({ job: z.string().trim().min(1).max(128), wait }),
    response: changed,
  }),
}
