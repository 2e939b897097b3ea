import { queryOptions } from '@tanstack/react-query'
import type { Levels, LocationHierarchy, ProviderHierarchy, RtlsHierarchy } from '@wardtrack/contracts'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { KEYS } from '../../lib/queries.ts'

/** First members of the query keys about places, which are refetched when maps or places have changed. */
export const PLACES_KEY = [KEYS.maps, 'places'] as const

/** Returns a level's title; the specification's name of the level while titles are unknown. */
export const titleOf = (titles: Levels | undefined, level: number): string =>
  titles?.[`Level_${level}`] || translate('common:level', { level })

/** Query for the titles of the location levels, as many as the deepest place has. */
export const levelTitlesQuery = () =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'titles'],
    queryFn: async ({ signal }): Promise<Levels> => (await api.call('getLocationTitle', { signal })).data,
  })

/** Query for the places at the level below `path`, which begins at Level_1. */
export const levelOptionsQuery = (path: readonly string[]) =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'options', path],
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const level = `Level_${path.length + 1}` as const
      const parent = Object.fromEntries(path.map((value, index) => [`Level_${index + 1}`, value]))
      const body = path.length === 0 ? { Level_1: null } : { level, parent }
      return (await api.call('getLocationOptionsByLevel', { body, signal })).options
    },
  })

/** Query for all places of the internal hierarchy with their mappings, by full name. */
export const internalPlacesQuery = () =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'internal'],
    queryFn: async ({ signal }): Promise<RtlsHierarchy[]> =>
      (await api.call('rtlsHierarchies', { signal })).data,
  })

/** Query for all places of providers, by provider and full name. */
export const providerPlacesQuery = () =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'providers'],
    queryFn: async ({ signal }): Promise<ProviderHierarchy[]> =>
      (await api.call('providerHierarchies', { signal })).data,
  })

/** Query for the enabled providers that provide maps and hierarchy. */
export const activeProvidersQuery = () =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'active'],
    queryFn: async ({ signal }): Promise<string[]> =>
      (await api.call('getActivatedHierarchyProviders', { signal })).data,
  })

/** Query for one place of the internal hierarchy. */
export const placeQuery = (id: string) =>
  queryOptions({
    queryKey: [...PLACES_KEY, 'one', id],
    queryFn: async ({ signal }): Promise<LocationHierarchy> =>
      (await api.call('getLocationHierarchyById', { params: { id }, signal })).data,
  })
