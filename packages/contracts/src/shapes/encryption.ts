import { z } from 'zod'
import { JOB_STATES } from './job.ts'

const name = z.string().max(100)
const subFields = z.array(z.string().trim().min(1).max(100)).max(500)

/** Fields of an asset type that are encrypted, each with its sub-fields; none for the whole field. */
export const encryptedFields = z.record(name, subFields)

/** The configuration of encryption: `_id`, and a member for each asset type. */
export type EncryptionConfig = { _id: string } & { [assetType: string]: Record<string, string[]> }
/** {@link EncryptionConfig} */
export const encryptionConfig: z.ZodType<EncryptionConfig> = z
  .object({ _id: z.string() })
  .catchall(encryptedFields) as never

/** A field of an asset type as the page offers it. */
export const encryptableField = z.object({
  field: z.string(),
  alias: z.string(),
  subFields: z.array(z.string()),
  /** false of what assets are known and found by: id, type, places and tags */
  encryptable: z.boolean(),
})
/** {@link encryptableField} */
export type EncryptableField = z.output<typeof encryptableField>

/** What a change of the configuration, or a new key, has to do with the values that are stored already. */
export const encryptionJob = z.object({
  id: z.string(),
  kind: z.enum(['convert', 'rotate']),
  state: z.enum(JOB_STATES),
  /** records looked at, of all that can hold values; those of patients only for people with the patient-data flag */
  done: z.number(),
  total: z.number(),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().optional(),
  error: z.string().optional(),
})
/** {@link encryptionJob} */
export type EncryptionJob = z.output<typeof encryptionJob>

/** A backup in the data directory that is not encrypted, though fields are. */
export const plainBackup = z.object({
  /** its place in the data directory */
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
  /** it is being written, or was cut off while it was */
  isUnfinished: z.boolean(),
})
/** {@link plainBackup} */
export type PlainBackup = z.output<typeof plainBackup>
