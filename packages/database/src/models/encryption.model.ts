import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

/** Encrypted fields: sub-fields by asset type and metadata name; an empty list for the whole field. */
export type EncryptedFields = Record<string, Record<string, string[]>>

export const encryptionSchema = createSchema('encryption', {
  _id: required(String),
  types: required(Mixed, typed<EncryptedFields>()),
  /** fields encrypted earlier, which may remain encrypted somewhere until a conversion has finished */
  former: optional(Mixed, typed<EncryptedFields>()),
  /** fields encrypted on writing until every process has the new `types`; absent afterwards */
  written: optional(Mixed, typed<EncryptedFields>()),
  /** patient records checked by the last conversion or rotation */
  patients: optional(Mixed, typed<{ done: number; total: number }>()),
})
/** The one configuration of encryption. */
export type EncryptionDoc = DocumentOf<typeof encryptionSchema>
