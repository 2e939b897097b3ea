import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { ack } from '../shapes/common.ts'
import {
  encryptableField,
  encryptedFields,
  encryptionConfig,
  encryptionJob,
  plainBackup,
} from '../shapes/encryption.ts'

const name = z.string().trim().min(1).max(100)
const changed = ack.extend({ data: encryptionConfig, job: encryptionJob })

/** A path with its sub-fields, or null to remove encryption; or a type with all its fields. */
const setOperation = z.record(
  z.string().max(201),
  z.union([z.null(), encryptedFields.valueType, encryptedFields]),
)

/** Calls about encrypted fields of the store and their key. Values read through any call are plain. */
export const encryptionCalls = {
  getAllEncryptionConfig: defineCall(routes.getAllEncryptionConfig, {
    summary: 'The configuration of encryption: none, or one',
    response: z.object({ data: z.array(encryptionConfig) }),
  }),
  getAllFields: defineCall(routes.getAllFields, {
    summary: 'The fields of an asset type, and which of them can be encrypted',
    body: z.object({ AssetType: name }),
    response: z.object({ data: z.array(encryptableField) }),
  }),
  saveEncryptionConfig: defineCall(routes.saveEncryptionConfig, {
    summary: 'Encrypt fields as well: merged into what is encrypted already',
    body: z.record(name, encryptedFields),
    response: changed,
  }),
  updateEncryptionConfig: defineCall(routes.updateEncryptionConfig, {
    summary: 'Encrypt fields, or take encryption back from them',
    params: z.object({ id: name }),
    body: z.union([z.object({ $set: setOperation }).strict(), setOperation]),
    response: changed,
  }),
  encryptionStatus: defineCall(routes.encryptionStatus, {
    summary: 'The newest conversion or rotation, the version of the key, and backups that are not encrypted',
    response: z.object({
      job: encryptionJob.nullable(),
      keyVersion: z.number(),
      /** unencrypted backups in the data directory, while any field is encrypted */
      plainBackups: z.array(plainBackup),
    }),
  }),
  rotateEncryptionKey: defineCall(routes.rotateEncryptionKey, {
    summary: 'Encrypt everything with a new key',
    body: z.object({}),
    response: ack.extend({ job: encryptionJob }),
  }),
  removePlainBackup: defineCall(routes.removePlainBackup, {
    summary: 'Remove a backup that is not encrypted from the data directory',
    body: z.object({ name: z.string().min(1).max(1_000) }),
    response: ack,
  }),
}
