import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { Sort } from '@wardtrack/contracts'
import { type AssetDoc, assetFilter, type ReadCriteria } from '@wardtrack/database'
import type { MetadataStore } from '../metadata/index.ts'
import { type InternalPlaces, withPlaces } from '../places/index.ts'
import { ANSWERED } from './asset-answer.ts'
import { createCounts } from './count-cache.ts'

/** A store filter that already holds the patient rule. */
export type AssetFilter = Record<string, unknown>

/** What a list is asked for. `present`: leave out assets that are not active unless the criteria name AssetStatus. */
export type Listing = { actor: SessionActor; present: boolean }

/** One page of a list; `page` is one-based. */
export type PageOf = { page: number; size: number; defaultSort: readonly Sort[] }

/** Reads lists of assets in pages, with exact totals, for one session. */
export type AssetLists = {
  /** the store filter of criteria */
  filterOf(criteria: ReadCriteria, listing: Listing): Promise<AssetFilter>
  /** exact number of assets that meet a filter */
  count(filter: AssetFilter): Promise<number>
  page(criteria: ReadCriteria, listing: Listing, of: PageOf): Promise<{ docs: AssetDoc[]; total: number }>
  close(): void
}

/** Makes the reader of lists. */
export function createAssetLists(
  parts: ServiceParts,
  metadata: MetadataStore,
  places: InternalPlaces,
): AssetLists {
  const counts = createCounts(parts)
  const filterOf: AssetLists['filterOf'] = async (criteria, { actor, present }) => {
    const { search } = criteria
    const [types, conditions, placesFound] = await Promise.all([
      metadata.types(),
      withPlaces(criteria.conditions, places),
      search === undefined ? [] : places.containing(search),
    ])
    const { patientDataAccess } = actor
    return assetFilter({ ...criteria, conditions }, { patientDataAccess, present, placesFound, types })
  }
  return {
    filterOf,
    count: (filter) => counts.of(filter),
    page: async (criteria, listing, { page, size, defaultSort }) => {
      const filter = await filterOf(criteria, listing)
      const sort = sortOf(criteria.sort.length > 0 ? criteria.sort : defaultSort, filter)
      const [docs, total] = await Promise.all([
        parts.db.assets
          .find(filter, { projection: ANSWERED })
          .sort(sort)
          .skip((page - 1) * size)
          .limit(size)
          .toArray(),
        counts.of(filter),
      ])
      return { docs: docs as AssetDoc[], total }
    },
    close: () => counts.close(),
  }
}

/**
 * The sort of a list: what was asked for, then type and id, so that the order is the same on every page. Ties run the
 * way the list runs, because an index can be read backwards but not both ways at once; a type that the filter already
 * fixes is left out.
 */
function sortOf(asked: readonly Sort[], filter: AssetFilter): Record<string, 1 | -1> {
  const way = asked[0]?.sortDirection ?? 1
  const oneType = typeof filter['AssetType'] === 'string'
  const ties: Sort[] = [
    { sortField: 'AssetType', sortDirection: way },
    { sortField: 'AssetId', sortDirection: way },
  ]
  const sort: Record<string, 1 | -1> = {}
  for (const { sortField, sortDirection } of [...asked, ...ties])
    if (!(sortField in sort) && !(oneType && sortField === 'AssetType')) sort[sortField] = sortDirection
  return sort
}
