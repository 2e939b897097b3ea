import { z } from 'zod'
import { ITEM_CODES } from '../item-codes.ts'
import { messages } from '../messages.ts'
import { isProviderName } from '../provider-fields.ts'
import { iso } from './common.ts'

/** A provider's name, in lower case. */
export const providerName = z
  .string({ error: messages.providerName })
  .trim()
  .toLowerCase()
  .refine(isProviderName, messages.providerName)

/** Endpoints that accept a provider's own JSON, by the result of its expression. */
export const FORMAT_ENDPOINTS = ['locations', 'device-status'] as const
/** One of {@link FORMAT_ENDPOINTS}. */
export type FormatEndpoint = (typeof FORMAT_ENDPOINTS)[number]

/** Maximum length of a format's expression, in characters. */
export const MAX_EXPRESSION = 20_000
/** Maximum size of a body in a provider's own format, in bytes. */
export const MAX_FORMAT_BYTES = 1024 * 1024

/** Format that converts a provider's own JSON to items. */
export const providerFormat = z.object({
  expression: z.string(),
  updatedAt: iso,
  updatedBy: z.string(),
  revision: z.string(),
})

/** A template for a format. */
export const formatTemplate = z.object({
  id: z.string(),
  /** name of the system, the same in every language */
  name: z.string(),
  endpoint: z.enum(FORMAT_ENDPOINTS),
  /** note on the publication of the system's format, and on the basis of the template */
  note: z.string(),
  expression: z.string(),
  sample: z.string(),
})

/** An item created by an expression, with its errors. */
export const previewItem = z.object({
  item: z.unknown(),
  errors: z.array(z.object({ path: z.string(), code: z.enum(ITEM_CODES), message: z.string() })),
})

const outcomes = {
  accepted: z.number(),
  duplicates: z.number(),
  unresolved: z.number(),
  refused: z.number(),
}

/** Outcomes of a provider's items. */
export const providerActivity = z.object({
  /** since the provider was added */
  total: z.object(outcomes),
  /** within the last 24 hours */
  day: z.object(outcomes),
  lastEventAt: iso.optional(),
  /** quarters of an hour of the last 24 hours, oldest first, including those without items */
  periods: z.array(z.object({ time: iso, ...outcomes })),
})

/** A line of a provider's log. */
export const providerLogLine = z.object({
  id: z.string(),
  time: iso,
  level: z.enum(['info', 'warn', 'error']),
  event: z.string(),
  /** numbers, fixed words and names of members, never a sent value; `beginning` of a body is masked */
  facts: z.record(z.string(), z.union([z.number(), z.string(), z.record(z.string(), z.number())])),
})

/** {@link providerFormat} */
export type ProviderFormat = z.output<typeof providerFormat>
/** {@link formatTemplate} */
export type FormatTemplate = z.output<typeof formatTemplate>
/** {@link providerActivity} */
export type ProviderActivity = z.output<typeof providerActivity>
/** {@link providerLogLine} */
export type ProviderLogLine = z.output<typeof providerLogLine>
