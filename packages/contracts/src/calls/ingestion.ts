import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { ITEM_CODES } from '../item-codes.ts'
import { type CallName, routes } from '../routes.ts'
import { ack, externalId, page, pageSize } from '../shapes/common.ts'
import {
  assetItem,
  associationItem,
  deadLetter,
  hierarchyItem,
  ingestAnswer,
  itemError,
  locationItem,
  MAX_INGEST_BYTES,
  statusItem,
} from '../shapes/ingestion.ts'

const push = <N extends CallName>(name: N, summary: string, item: z.ZodType) =>
  defineCall(routes[name], {
    summary,
    item,
    rawBody: true,
    bodyLimit: MAX_INGEST_BYTES,
    response: ingestAnswer,
  })

const selection = {
  provider: z.string().trim().toLowerCase().min(1).max(100).optional(),
  endpoint: z.string().trim().min(1).max(100).optional(),
  code: z.enum(ITEM_CODES).optional(),
}

const list = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'Items that were refused',
    patient: true,
    query: z.object({ pagesize: pageSize(10), page, ...selection }),
    response: z.object({ data: z.array(deadLetter), count: z.number() }),
  })

const replay = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'Take refused items again',
    patient: true,
    body: z
      .object({ ids: z.array(externalId).min(1).max(500).optional(), ...selection })
      .refine((value) => Object.values(value).some((member) => member !== undefined), {
        path: ['ids'],
        message: 'Send ids, or one of provider, endpoint and code.',
      }),
    response: ack.extend({
      ...ingestAnswer.shape,
      /** number of replayed items that the caller may not see, without their outcomes */
      undisclosed: z.number().optional(),
      errors: z.array(itemError.omit({ index: true }).extend({ id: z.string() })),
    }),
  })

const lookAtOne = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'One refused item, and the body in the provider’s own format that it came in',
    patient: true,
    params: z.object({ id: externalId }),
    response: z.object({
      data: deadLetter.extend({
        /** absent if the caller may not see it */
        source: z.string().optional(),
      }),
    }),
  })

const mend = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'Put a right item in the place of a refused one; replaying takes it',
    patient: true,
    params: z.object({ id: externalId }),
    body: z.object({ item: z.record(z.string(), z.unknown()) }),
    response: ack.extend({ data: deadLetter }),
  })

const replayAll = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'Begin to take all refused items of a provider again that were not yet, as a job',
    body: z.object({ provider: selection.provider.unwrap(), code: selection.code }),
    response: ack.extend({ data: z.object({ id: z.string() }) }),
  })

export const ingestionCalls = {
  ingestAssets: push('ingestAssets', 'Push assets', assetItem),
  ingestAssociations: push('ingestAssociations', 'Push links between assets', associationItem),
  ingestHierarchies: push('ingestHierarchies', 'Push places', hierarchyItem),
  ingestLocations: push('ingestLocations', 'Push positions', locationItem),
  ingestDeviceStatus: push('ingestDeviceStatus', 'Push device states', statusItem),
  apiDeadLetters: list('apiDeadLetters'),
  locationDeadLetters: list('locationDeadLetters'),
  statusDeadLetters: list('statusDeadLetters'),
  apiReplay: replay('apiReplay'),
  locationReplay: replay('locationReplay'),
  statusReplay: replay('statusReplay'),
  apiReplayAll: replayAll('apiReplayAll'),
  locationReplayAll: replayAll('locationReplayAll'),
  statusReplayAll: replayAll('statusReplayAll'),
  apiDeadLetter: lookAtOne('apiDeadLetter'),
  locationDeadLetter: lookAtOne('locationDeadLetter'),
  statusDeadLetter: lookAtOne('statusDeadLetter'),
  apiMendDeadLetter: mend('apiMendDeadLetter'),
  locationMendDeadLetter: mend('locationMendDeadLetter'),
  statusMendDeadLetter: mend('statusMendDeadLetter'),
}
