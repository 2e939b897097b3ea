export { LocationCascade } from './location-cascade.tsx'
export {
  activeProvidersQuery,
  internalPlacesQuery,
  levelOptionsQuery,
  levelTitlesQuery,
  PLACES_KEY,
  placeQuery,
  providerPlacesQuery,
  titleOf,
} from './places.query.ts'
export { useLocationLevels } from './use-location-levels.ts'
