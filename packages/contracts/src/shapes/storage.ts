import { z } from 'zod'
import { messages } from '../messages.ts'
import { iso } from './common.ts'

/** Kinds of rows that are deleted by age, by member of the retention setting that holds for them. */
export const RETENTION_MEMBERS = ['historyDays', 'alertDays', 'deadLetterDays', 'logDays'] as const
/** One of {@link RETENTION_MEMBERS}. */
export type RetentionMember = (typeof RETENTION_MEMBERS)[number]

/** Days of history while none are set. */
export const DEFAULT_HISTORY_DAYS = 90
/** Most days that a retention can be set to. */
export const MAX_RETENTION_DAYS = 3_650

const days = z
  .union(
    [
      z.number(),
      z
        .string()
        .trim()
        .regex(/^\d{1,4}$/, messages.retentionDaysRule)
        .transform(Number),
    ],
    {
      error: messages.retentionDaysRule,
    },
  )
  .pipe(
    z
      .number(messages.retentionDaysRule)
      .int(messages.retentionDaysRule)
      .min(1, messages.retentionDaysRule)
      .max(MAX_RETENTION_DAYS, messages.retentionDaysRule),
  )

/** Days that each kind of row is kept. */
export const retentionDays = z.object({
  historyDays: days,
  alertDays: days,
  deadLetterDays: days,
  logDays: days,
})

/** What is stored, by kind. Logs and images are files, the others rows of the store. */
export const STORED_KINDS = [
  'locationHistory',
  'statusHistory',
  'alerts',
  'deadLetters',
  'audit',
  'assets',
  'other',
  'logs',
  'images',
] as const
/** One of {@link STORED_KINDS}. */
export type StoredKind = (typeof STORED_KINDS)[number]

const storedKind = z.object({
  kind: z.enum(STORED_KINDS),
  /** rows of the store, or files */
  count: z.number(),
  bytes: z.number(),
  /** bytes that the last day added, less what retention deletes in a day; absent where nothing tells */
  bytesPerDay: z.number().optional(),
  /** days that rows are kept; absent where age deletes nothing */
  days: z.number().optional(),
  oldest: iso.optional(),
})

/** What is on disk, and how long it will do. */
export const storageUsage = z.object({
  kinds: z.array(storedKind),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).optional(),
  bytesPerDay: z.number(),
  /** days until the disk is full at the present rate; absent while it does not fill */
  daysLeft: z.number().optional(),
  retention: z.object({
    historyDays: z.number(),
    alertDays: z.number(),
    deadLetterDays: z.number(),
    logDays: z.number(),
  }),
  auditDays: z.number(),
  measuredAt: iso,
})

/** Rows that would be deleted, and files of the logs. */
export const retentionPreview = z.object({
  locationHistory: z.number(),
  statusHistory: z.number(),
  alerts: z.number(),
  deadLetters: z.number(),
  logs: z.number(),
})

/** {@link retentionDays} */
export type RetentionDays = z.output<typeof retentionDays>
/** {@link storageUsage} */
export type StorageUsage = z.output<typeof storageUsage>
/** One kind of {@link storageUsage}. */
export type StoredKindUsage = z.output<typeof storedKind>
/** {@link retentionPreview} */
export type RetentionPreview = z.output<typeof retentionPreview>
