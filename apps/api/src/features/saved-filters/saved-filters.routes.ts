import type { Actor, ServiceParts } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { MetadataStore } from '../metadata/index.ts'
import { createSavedFilterService } from './saved-filters.service.ts'

/** Creates the calls of saved filters. */
export function savedFilterRoutes(parts: ServiceParts, metadata: MetadataStore): ServedCall<Actor>[] {
  const filters = createSavedFilterService(parts, metadata)
  return [
    serve(calls.getFiltersForUser)<Actor>(filters.list),
    serve(calls.createFilter)<Actor>(filters.create),
    serve(calls.deleteFilter)<Actor>(filters.delete),
    serve(calls.updateFilter)<Actor>(filters.update),
  ]
}
