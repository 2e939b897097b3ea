import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import type { Jobs } from '@wardtrack/jobs'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { AssetLists } from '../assets/index.ts'
import type { MetadataStore } from '../metadata/index.ts'
import { createAssetStatusService } from './asset-status.service.ts'
import type { StatusStore } from './asset-status.store.ts'
import { defineStatusJob } from './status-job.ts'

/** Creates the calls that activate and deactivate single assets and many assets. */
export function assetStatusRoutes(
  parts: ServiceParts & StatusStore,
  metadata: MetadataStore,
  lists: AssetLists,
  jobs: Jobs,
): ServedCall<Actor>[] {
  defineStatusJob(parts, jobs)
  const status = createAssetStatusService(parts, metadata, lists, jobs)
  return [
    serve(calls.toggleAssetStatus)<Actor>(status.toggle),
    serve(calls.changeBulkStatus)<Actor>(status.changeBulk),
    serve(calls.undoBulkStatus)<Actor>(status.undoBulk),
  ]
}
