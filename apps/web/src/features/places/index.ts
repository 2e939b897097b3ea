export { LocationCascade, PlaceControl } from './location-cascade.tsx'
export {
  activeProvidersQuery,
  internalPlacesQuery,
  levelTitlesQuery,
  PLACES_KEY,
  placeQuery,
  providerPlacesQuery,
} from './places.query.ts'
export { useLocationLevels } from './use-location-levels.ts'
