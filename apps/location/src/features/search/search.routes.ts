import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createSearchService, type SearchParts } from './search.service.ts'

/** Serves the search for places, geofences and alerts. */
export const searchRoutes = (parts: SearchParts): ServedCall<Actor>[] => [
  serve(calls.searchLocations)<Actor>(createSearchService(parts).search),
]
