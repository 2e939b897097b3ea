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
