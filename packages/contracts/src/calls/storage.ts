import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { routes } from '../routes.ts'
import { retentionDays, retentionPreview, storageUsage } from '../shapes/storage.ts'

/** Calls of what is stored. */
export const storageCalls = {
  getStorageUsage: defineCall(routes.getStorageUsage, {
    summary: 'What each kind takes on disk, how it grows, and how long it is kept',
    response: z.object({ data: storageUsage }),
  }),
  previewRetention: defineCall(routes.previewRetention, {
    summary: 'How many rows would be deleted if they were kept for so many days',
    body: retentionDays,
    response: z.object({ data: retentionPreview }),
  }),
}
