import { createSchema, type DocumentOf, Mixed, optional, required, typed } from '../members.ts'

/** The fields that are encrypted: by asset type and metadata name, the sub-fields; none for the whole field. */
export type EncryptedFields = Record<string, Record<string, string[]>>

export const encryptionSchema = createSchema('encryption', {
  _id: required(String),
  types: required(Mixed, typed<EncryptedFields>()),
  /** what was encrypted before and may still be somewhere, until a conversion has been through */
  former: optional(Mixed, typed<EncryptedFields>()),
  /** what is encrypted on writing until every process has learned of `types`; absent once they have */
  written: optional(Mixed, typed<EncryptedFields>()),
  /** how many records of patients the last conversion or rotation has looked at */
  patients: optional(Mixed, typed<{ done: number; total: number }>()),
})
/** The one configuration of encryption. */
export type EncryptionDoc = DocumentOf<typeof encryptionSchema>
