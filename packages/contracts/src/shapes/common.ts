import { z } from 'zod'
import { cleanIdentifier } from '../identifiers.ts'

const NEEDED: Readonly<Record<string, string>> = {
  string: 'A text is needed.',
  number: 'A number is needed.',
  int: 'A whole number is needed.',
  boolean: 'true or false is needed.',
  array: 'A list is needed.',
  object: 'An object is needed.',
  record: 'An object is needed.',
}

const UNITS: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  object: ' members',
  record: ' members',
}

/**
 * Returns the error of a value in plain words and without the value. The validation library's texts are written for
 * programmers. A message of the schema takes precedence.
 */
const plainMessage: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'This is needed.'
        : (NEEDED[issue.expected] ?? 'Another value is needed.')
    case 'invalid_value':
      return `One of these is needed: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return `At most ${issue.maximum}${UNITS[issue.origin] ?? ''}.`
    case 'too_small':
      return `At least ${issue.minimum}${UNITS[issue.origin] ?? ''}.`
    case 'invalid_format':
      return 'The format is not valid.'
    case 'invalid_union':
      return 'The value has none of the accepted forms.'
    default:
      return undefined
  }
}

z.config({ customError: plainMessage })

/** Internal id of a stored record. */
export const id = z.string().min(1).max(128)
/**
 * Revision of an edited record. A client gets it in a response and sends it back with a change. The change is refused
 * (409 `conflict`) if another revision is stored. A change without a revision is always made.
 */
export const revision = z.string().min(1).max(64)
/** ISO 8601 UTC time with milliseconds, as in responses. */
export const iso = z.string().meta({ format: 'date-time' })
/**
 * Rule for texts in lists, logs and file names, which must be visible. It excludes control characters, surrogates,
 * and characters that are hidden or change the text direction. Joiners (U+200C, U+200D) are allowed, because some
 * languages need them.
 */
export const visible = {
  pattern: /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]|[\u200c\u200d])*$/u,
  message: 'Control characters are not allowed.',
} as const
/** The same rule as {@link visible}, with line breaks and tabs allowed. */
export const visibleText = {
  pattern: /^(?:[^\p{Cc}\p{Cs}\p{Cf}]|[\n\r\t\u200c\u200d])*$/u,
  message: visible.message,
} as const
/** Printable external id, 1..128 characters. Its invisible marks are left out: see {@link cleanIdentifier}. */
export const externalId = z
  .string()
  .overwrite(cleanIdentifier)
  .min(1)
  .max(128)
  .regex(visible.pattern, visible.message)
/** A name, 1..100 characters. */
export const shortName = z.string().trim().min(1).max(100).regex(visible.pattern, visible.message)
/** Any other text value, up to 500 characters. */
export const text = z.string().trim().max(500).regex(visibleText.pattern, visibleText.message)
/** Metadata name: a valid member name of `Fields`. */
export const metadataName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,49}$/, 'Letters, digits and _ only.')
/** Name of an asset type. */
export const assetType = metadataName
/** Language tag, e.g. `de-AT`. */
export const languageTag = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/)
/** Response of a call that changed data. */
export const ack = z.object({ err: z.literal(0), message: z.string() })

const whole = (max: number) => z.coerce.number().int().min(1).max(max)
const wholeNumber = (fallback: number, max: number) => whole(max).default(fallback)

/** Page number, one-based. */
export const page = wholeNumber(1, 10_000_000)
/**
 * Creates the shape of a page size, 1..500.
 * @param fallback default size
 */
export const pageSize = (fallback: number) => wholeNumber(fallback, 500)
/** Page number; undefined if absent. */
export const givenPage = whole(10_000_000).optional()
/** Page size 1..500; undefined if absent. */
export const givenPageSize = whole(500).optional()
const time = z.iso.datetime({ offset: true, message: 'Use ISO 8601 with a time zone.' }).optional()
const isInOrder = ({ startDate, endDate }: TimeRange): boolean =>
  !startDate || !endDate || Date.parse(startDate) <= Date.parse(endDate)
const inOrder = { path: ['endDate'], message: 'The end is before the start.' }

/** A time range with an exclusive end; either end may be absent. */
export const timeRange = z.object({ startDate: time, endDate: time }).refine(isInOrder, inOrder)
/**
 * Creates the shape of a query with a time range.
 * @param shape other members of the query
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
/** Two linked assets; the first is the requested one. */
export const assetPair = z.tuple([assetRef, assetRef])

/** {@link timeRange} */
export type TimeRange = { startDate?: string | undefined; endDate?: string | undefined }
/** Levels by name, `{ Level_1: 'Northfield General', … }`. */
export type Levels = z.output<typeof levels>
/** An asset's type, id and name. */
export type AssetRef = z.output<typeof assetRef>
/** {@link assetPair} */
export type Pair = z.output<typeof assetPair>
