import type { Actor } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { createUncleanAreas, createWalkingGraphCache } from '@wardtrack/places'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import { createCategories } from './categories.store.ts'
import { createNearestService, type NearestParts } from './nearest-assets.service.ts'

/** Creates the calls that find the nearest free asset, and their close function. */
export function nearestAssetRoutes(parts: Omit<NearestParts, 'walking' | 'categories' | 'uncleanAreas'>): {
  calls: ServedCall<Actor>[]
  close(): void
} {
  const walking = createWalkingGraphCache(parts)
  const categories = createCategories(parts)
  const uncleanAreas = createUncleanAreas(parts)
  const nearest = createNearestService({ ...parts, walking, categories, uncleanAreas })
  return {
    calls: [
      serve(calls.nearestCategories)<Actor>(nearest.categories),
      serve(calls.nearestPlaces)<Actor>(nearest.places),
      serve(calls.nearestAssets)<Actor>(nearest.assets),
      serve(calls.nearestRoute)<Actor>(nearest.route),
    ],
    close: () => {
      walking.close()
      categories.close()
      uncleanAreas.close()
    },
  }
}
