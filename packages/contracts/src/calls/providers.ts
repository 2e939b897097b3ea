import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { type CallName, routes } from '../routes.ts'
import { ack, page } from '../shapes/common.ts'
import { ingestAnswer } from '../shapes/ingestion.ts'
import {
  FORMAT_ENDPOINTS,
  formatTemplate,
  MAX_EXPRESSION,
  MAX_FORMAT_BYTES,
  previewItem,
  providerActivity,
  providerFormat,
  providerLogLine,
  providerName,
} from '../shapes/provider.ts'

const providerParams = z.object({ name: providerName })
const formatAddress = z.object({ name: providerName, endpoint: z.enum(FORMAT_ENDPOINTS) })
const expression = z.string().min(1).max(MAX_EXPRESSION)
/** Number of items in a preview; further ones are counted. */
const MAX_PREVIEW_ITEMS = 50

const preview = <N extends CallName>(name: N) =>
  defineCall(routes[name], {
    summary: 'What an expression makes of a sample; nothing is stored',
    patient: true,
    bodyLimit: 2 * MAX_FORMAT_BYTES,
    body: z.object({ provider: providerName, expression, sample: z.string().max(MAX_FORMAT_BYTES) }),
    response: z.object({
      /** the first {@link MAX_PREVIEW_ITEMS} */
      items: z.array(previewItem).max(MAX_PREVIEW_ITEMS),
      count: z.number(),
      /** reason why there are no items */
      failure: z
        .object({ reason: z.string(), message: z.string(), position: z.number().optional() })
        .optional(),
    }),
  })

const push = <N extends CallName>(name: N, summary: string) =>
  defineCall(routes[name], {
    summary,
    params: providerParams,
    item: z.unknown(),
    rawBody: true,
    bodyLimit: MAX_FORMAT_BYTES,
    response: ingestAnswer,
  })

export const providerCalls = {
  getProvider: defineCall(routes.getProvider, {
    summary: 'Where a provider pushes to, and its own formats',
    params: providerParams,
    response: z.object({
      data: z.object({
        name: z.string(),
        addresses: z.object({
          locations: z.string(),
          'device-status': z.string(),
          'own/locations': z.string(),
          'own/device-status': z.string(),
        }),
        formats: z.object({
          locations: providerFormat.optional(),
          'device-status': providerFormat.optional(),
        }),
      }),
    }),
  }),
  providerActivity: defineCall(routes.providerActivity, {
    summary: 'What came of a provider’s items within a day and since it was added',
    params: providerParams,
    response: z.object({ data: providerActivity }),
  }),
  providerLog: defineCall(routes.providerLog, {
    summary: 'The newest lines of a provider’s log, newest first',
    params: providerParams,
    query: z.object({ page, pagesize: z.coerce.number().int().min(1).max(500).default(100) }),
    response: z.object({ data: z.array(providerLogLine) }),
  }),
  saveProviderFormat: defineCall(routes.saveProviderFormat, {
    summary: 'Save how a provider’s own JSON becomes items',
    params: formatAddress,
    body: z.object({ expression, revision: z.string().max(100).optional() }),
    response: ack.extend({ data: providerFormat }),
  }),
  removeProviderFormat: defineCall(routes.removeProviderFormat, {
    summary: 'Take no JSON of a provider’s own any more',
    params: formatAddress,
    response: ack,
  }),
  formatTemplates: defineCall(routes.formatTemplates, {
    summary: 'Formats of known systems to start from',
    response: z.object({ data: z.array(formatTemplate) }),
  }),
  previewLocations: preview('previewLocations'),
  previewDeviceStatus: preview('previewDeviceStatus'),
  ingestProviderLocations: push('ingestProviderLocations', 'Push positions in a provider’s own JSON'),
  ingestProviderStatus: push('ingestProviderStatus', 'Push device states in a provider’s own JSON'),
}
