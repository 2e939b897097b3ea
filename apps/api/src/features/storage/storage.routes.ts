import { type Actor, type ServiceParts, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { countPrunable } from '@wardtrack/ingestion'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { roundPreview, roundUsage } from './round-usage.ts'
import { readStorageUsage } from './storage-usage.ts'

/** Creates the calls of storage usage: the size of each kind, and the rows that a retention would delete. */
export const storageRoutes = (parts: ServiceParts): ServedCall<Actor>[] => [
  serve(calls.getStorageUsage)<Actor>(async (_input, { actor }) => {
    const viewer = sessionOf(actor)
    const usage = await readStorageUsage(parts, viewer)
    return { data: viewer.patientDataAccess ? usage : roundUsage(usage) }
  }),
  serve(calls.previewRetention)<Actor>(async ({ body }, { actor }) => {
    const preview = await countPrunable(parts, body, parts.clock.confirmedNow())
    return { data: sessionOf(actor).patientDataAccess ? preview : roundPreview(preview) }
  }),
]
