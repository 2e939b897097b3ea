import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { countPrunable } from '@wardtrack/ingestion'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { readStorageUsage } from './storage-usage.ts'

/** The calls of what is stored: how much of each kind, and what a retention would delete. */
export const storageRoutes = (parts: ServiceParts): ServedCall<Actor>[] => [
  serve(calls.getStorageUsage)<Actor>(async () => ({ data: await readStorageUsage(parts) })),
  serve(calls.previewRetention)<Actor>(async ({ body }) => ({
    data: await countPrunable(parts, body, parts.clock.confirmedNow()),
  })),
]
