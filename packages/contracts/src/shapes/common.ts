import { z } from 'zod'
import { plainMessage } from './plain-messages.ts'

z.config({ customError: plainMessage })

/** Internal id of a stored thing. */
export const id = z.string().min(1).max(128)
/**
 * Which state of a thing somebody edits: answered with it and sent back with a change, which is refused (409 `conflict`)
 * when another state is stored. A change without it is made whatever is stored.
 */
export const revision = z.string().min(1).max(64)
/** ISO 8601 UTC time with milliseconds, as answers carry it. */
export const iso = z.string().meta({ format: 'date-time' })
/**
 * What stands in a list, a log or a file name must be visible: no control characters, no halves of a pair, and nothing
 * that turns the direction of text or hides in it. Joiners (U+200C, U+200D) belong to the spelling of some languages.
 */
export const visible = {
  pattern: /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u,
  message: 'Control characters are not allowed.',
} as const
/** {@link visible}, with line breaks and tabs. */
export const visibleText = {
  pattern: /^(?:[^\p{Cc}\p{Cs}\p{Cf}]|[\n\r\t\u200c\u200d])*$/u,
  message: visible.message,
} as const
/** Printable text of an id that comes from outside, 1..128 characters. */
export const externalId = z.string().trim().min(1).max(128).regex(visible.pattern, visible.message)
/** A name, 1..100 characters. */
export const shortName = z.string().trim().min(1).max(100).regex(visible.pattern, visible.message)
/** Any other text value, up to 500 characters. */
export const text = z.string().trim().max(500).regex(visibleText.pattern, visibleText.message)
/** Metadata name: what may stand as a member of `Fields`. */
export const metadataName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/, 'Letters, digits and _ only.')
/** Name of an asset type. */
export const assetType = metadataName
/** The tag of a language, e.g. `de-AT`. */
export const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/)
/** The answer of a call that changed something. */
export const ack = z.object({ err: z.literal(0), message: z.string() })

const whole = (max: number) => z.coerce.number().int().min(1).max(max)
const wholeNumber = (fallback: number, max: number) => whole(max).default(fallback)

/** Page number, one-based. */
export const page = wholeNumber(1, 10_000_000)
/**
 * Page size 1..500.
 * @param fallback size when the caller names none
 */
export const pageSize = (fallback: number) => wholeNumber(fallback, 500)
/** Page number, undefined when the caller names none. */
export const givenPage = whole(10_000_000).optional()
/** Page size 1..500, undefined when the caller names none. */
export const givenPageSize = whole(500).optional()
const time = z.iso.datetime({ offset: true, message: 'ISO 8601 with a zone is needed.' }).optional()
const isInOrder = ({ startDate, endDate }: TimeRange): boolean =>
  !startDate || !endDate || Date.parse(startDate) <= Date.parse(endDate)
const inOrder = { path: ['endDate'], message: 'The end is before the start.' }

/** A stretch of time, the end exclusive; either end may be left open. */
export const timeRange = z.object({ startDate: time, endDate: time }).refine(isInOrder, inOrder)
/**
 * A stretch of time beside other members of a query.
 * @param shape the other members
 */
export const withTimeRange = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .object({ ...shape, startDate: time, endDate: time })
    .refine((query) => isInOrder(query as TimeRange), inOrder)

/** A level path: `Level_1` downward, as many as the hierarchy has. */
export const levels = z.record(z.string().regex(/^Level_[1-9][0-9]?$/), z.string())
/** An asset's type, id and name. */
export const assetRef = z.object({
  AssetType: z.string(),
  AssetId: z.string(),
  Fields: z.object({ AssetName: z.string().optional() }).optional(),
})
/** Two linked assets; the first is the one asked for. */
export const assetPair = z.tuple([assetRef, assetRef])

/** {@link timeRange} */
export type TimeRange = { startDate?: string | undefined; endDate?: string | undefined }
/** Levels by name, `{ Level_1: 'Northfield General', … }`. */
export type Levels = z.output<typeof levels>
/** An asset's type, id and name. */
export type AssetRef = z.output<typeof assetRef>
/** {@link assetPair} */
export type Pair = z.output<typeof assetPair>
