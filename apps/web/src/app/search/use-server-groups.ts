import { useQuery } from '@tanstack/react-query'
import { PAGE_SETS, pageAllows } from '@wardtrack/contracts/pages'
import { accessQuery } from '../../lib/access.ts'
import { typeName, useMetadata } from '../../lib/metadata.ts'
import { foundAssetsQuery, foundLocationsQuery, SEARCH_FROM } from './found.query.ts'
import type { SearchGroup } from './search-hit.ts'
import { assetGroup, locationGroups } from './server-hits.ts'

const LOCATION_PAGES = [...PAGE_SETS.ASSETS, ...PAGE_SETS.HIERARCHY, ...PAGE_SETS.FENCE, ...PAGE_SETS.ALERT]

/** Hits of the server. */
export interface ServerGroups {
  readonly groups: readonly SearchGroup[]
  /** True while responses to the current text are pending; shown hits then belong to an earlier text. */
  readonly pending: boolean
  readonly failed: boolean
  readonly retry: () => void
}

/** Returns the assets, places, geofences and alerts that match a text; none for a text that is too short. */
export function useServerGroups(text: string): ServerGroups {
  const { data: access } = useQuery({ ...accessQuery(), enabled: false })
  const mapping = useMetadata()
  const mayAsk = (pages: readonly string[]): boolean =>
    Boolean(access?.configured && pages.some((page) => pageAllows(access.allowedRoutes, page)))
  const isSearched = text.length >= SEARCH_FROM
  const assets = useQuery({ ...foundAssetsQuery(text), enabled: isSearched && mayAsk(PAGE_SETS.ASSETS) })
  const locations = useQuery({ ...foundLocationsQuery(text), enabled: isSearched && mayAsk(LOCATION_PAGES) })
  const queries = [assets, locations]
  // Without a network no request is made, and existing data belongs to another text.
  const isPaused = queries.some(({ fetchStatus }) => fetchStatus === 'paused')
  const shownWith = {
    text,
    access,
    types: Object.keys(mapping?._aliases ?? {}),
    nameOfType: (assetType: string) => typeName(mapping, assetType),
  }
  return {
    groups:
      isSearched && !isPaused
        ? [
            ...(assets.data ? [assetGroup(assets.data, shownWith)] : []),
            ...(locations.data ? locationGroups(locations.data, shownWith) : []),
          ]
        : [],
    pending: queries.some(
      ({ isFetching, isPlaceholderData, isPending }) => isFetching && (isPending || isPlaceholderData),
    ),
    failed: isSearched && (isPaused || queries.some(({ isError }) => isError)),
    retry: () => {
      for (const query of queries) if (query.isError || query.fetchStatus === 'paused') void query.refetch()
    },
  }
}
