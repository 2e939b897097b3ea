import { z } from 'zod'
import { messages } from '../messages.ts'
import { iso } from './common.ts'

/** Kinds of rows that are deleted by age, by member of the retention setting. */
export const RETENTION_MEMBERS = ['historyDays', 'alertDays', 'deadLetterDays', 'logDays'] as const
/** One of {@link RETENTION_MEMBERS}. */
export type RetentionMember = (typeof RETENTION_MEMBERS)[number]

/** Default days of history. */
export const DEFAULT_HISTORY_DAYS = 90
/** Maximum retention in days. */
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

/** Retention of each kind of row in days. */
export const retentionDays = z.object({
  historyDays: days,
  alertDays: days,
  deadLetterDays: days,
  logDays: days,
})

/** Kinds of stored data. Logs and images are files, the others rows of the store. */
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
  /** number of rows of the store, or of files */
  count: z.number(),
  bytes: z.number(),
  /** bytes added in the last day, less those that retention deletes per day; absent if unknown */
  bytesPerDay: z.number().optional(),
  /** retention in days; absent if rows are not deleted by age */
  days: z.number().optional(),
  oldest: iso.optional(),
})

/** Usage of the disk, and how long it will last. */
export const storageUsage = z.object({
  kinds: z.array(storedKind),
  disk: z.object({ freeBytes: z.number(), totalBytes: z.number() }).optional(),
  bytesPerDay: z.number(),
  /** days until the disk is full at the current rate; absent if usage does not grow */
  daysLeft: z.number().optional(),
  retention: z.object({
    historyDays: z.number(),
    alertDays: z.number(),
    deadLetterDays: z.number(),
    logDays: z.number(),
  }),
  auditDays: z.number(),
  /** assets whose reports do not include late events yet, and since when the oldest event waits */
  lateEvents: z.object({ waiting: z.number(), oldest: iso.optional() }),
  measuredAt: iso,
  /** figures are rounded for people without the patient-data flag: rows of patients are among the others */
  isRounded: z.boolean(),
})

/** Number of rows and log files that a retention would delete. */
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
