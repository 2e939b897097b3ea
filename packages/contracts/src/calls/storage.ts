import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { retentionDays, retentionPreview, storageUsage } from '../shapes/storage.ts'

/** Calls of stored data. */
export const storageCalls = {
  getStorageUsage: defineCall(routes.getStorageUsage, {
    summary: 'What each kind takes on disk, how it grows, and how long it is kept',
    response: z.object({ data: storageUsage }),
  }),
  downloadBackup: defineCall(routes.downloadBackup, {
    summary: 'Everything that is stored, as a file; for people with the patient-data flag',
    patient: true,
    produces: 'open',
    share: 'streams',
    mediaType: 'application/octet-stream',
    response: z.unknown(),
  }),
  previewRetention: defineCall(routes.previewRetention, {
    summary: 'How many rows would be deleted if they were kept for so many days',
    body: retentionDays,
    response: z.object({ data: retentionPreview }),
  }),
}
