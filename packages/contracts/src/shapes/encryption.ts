import { z } from 'zod'
import { JOB_STATES } from './job.ts'

const name = z.string().max(100)
const subFields = z.array(z.string().trim().min(1).max(100)).max(500)

/** Encrypted fields of an asset type with their sub-fields; empty for the whole field. */
export const encryptedFields = z.record(name, subFields)

/** Configuration of encryption: `_id`, and a member for each asset type. */
export type EncryptionConfig = { _id: string } & { [assetType: string]: Record<string, string[]> }
/** {@link EncryptionConfig} */
export const encryptionConfig: z.ZodType<EncryptionConfig> = z
  .object({ _id: z.string() })
  .catchall(encryptedFields) as never

/** A field of an asset type for the page. */
export const encryptableField = z.object({
  field: z.string(),
  alias: z.string(),
  subFields: z.array(z.string()),
  /** false for values that identify assets and make them searchable: id, type, places and tags */
  encryptable: z.boolean(),
})
/** {@link encryptableField} */
export type EncryptableField = z.output<typeof encryptableField>

/** Job that converts stored values after a change of the configuration or the key. */
export const encryptionJob = z.object({
  id: z.string(),
  kind: z.enum(['convert', 'rotate']),
  state: z.enum(JOB_STATES),
  /**
   * number of processed records among all that can contain values; patients only for users with the patient-data flag
   */
  done: z.number(),
  total: z.number(),
  startedAt: z.string(),
  startedBy: z.string(),
  endedAt: z.string().optional(),
  error: z.string().optional(),
})
/** {@link encryptionJob} */
export type EncryptionJob = z.output<typeof encryptionJob>

/** An unencrypted backup in the data directory, although fields are encrypted. */
export const plainBackup = z.object({
  /** its path in the data directory */
  name: z.string(),
  bytes: z.number(),
  createdAt: z.string(),
  /** true if it is being written, or was interrupted */
  isUnfinished: z.boolean(),
})
/** {@link plainBackup} */
export type PlainBackup = z.output<typeof plainBackup>
