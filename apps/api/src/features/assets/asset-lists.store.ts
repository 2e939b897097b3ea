import type { ServiceParts, SessionActor } from '@wardtrack/access'
import type { Sort } from '@wardtrack/contracts'
import {
  type AssetDoc,
  assetFilter,
  type CriteriaCondition,
  type FilterScope,
  filterInOrderOfTypes,
  isSortable,
  NAME_PATH,
  namedTypes,
  type ReadCriteria,
  type SearchPart,
  searchedParts,
  type Types,
} from '@wardtrack/database'
import type { MetadataStore, OptionOrder } from '../metadata/index.ts'
import { type InternalPlaces, withPlaces } from '../places/index.ts'
import { EXCLUDED_FIELDS } from './asset-answer.ts'
import { reversedSort, type StoreSort, storeSort } from './asset-order.ts'
import { createCounts } from './count-cache.ts'
import { PackedIds } from './packed-ids.ts'
import { pageIdsByOptions, pageIdsByRank } from './page-by-options.ts'
import { type PageRange, pageIdsByTypes } from './page-by-types.ts'
import { findBySearch, type SearchFilters } from './search-ids.ts'
import { openWordIndex, type WordIndex } from './word-index.ts'

/**
 * Store filter that includes the patient rule. Its comparisons mix types, and a model would cast its values to the
 * schema, so it goes to the driver.
 */
export type AssetFilter = Record<string, unknown>

/** Context of a list. `activeByDefault`: leaves out inactive assets unless the criteria name AssetStatus. */
export type Listing = { actor: SessionActor; activeByDefault: boolean }

/** Page of a list; `page` is one-based. */
export type PageRequest = { page: number; size: number; defaultSort: readonly Sort[] }

/** Reader of asset lists for one session, in pages and with exact totals. */
export type AssetLists = {
  /** converts criteria to a store filter */
  filterOf(criteria: ReadCriteria, listing: Listing): Promise<AssetFilter>
  /** exact number of assets that meet a filter */
  count(filter: AssetFilter): Promise<number>
  page(
    criteria: ReadCriteria,
    listing: Listing,
    request: PageRequest,
  ): Promise<{ docs: AssetDoc[]; total: number }>
  /**
   * Yields every asset of a list in order, some hundred at a time. The list is fixed at the start, so concurrent
   * changes neither skip nor repeat assets.
   * @param unread members to leave out; they are empty in the documents
   */
  batches(
    criteria: ReadCriteria,
    listing: Listing,
    defaultSort: readonly Sort[],
    unread?: readonly OmittableField[],
  ): AsyncGenerator<AssetDoc[], void>
  /** returns the ids of every asset of a list in order */
  ids(criteria: ReadCriteria, listing: Listing, defaultSort: readonly Sort[]): Promise<PackedIds>
  /** reads assets by id, in that order */
  read(ids: readonly Types.ObjectId[]): Promise<AssetDoc[]>
  close(): void
}

/** Members that a list may leave out, with the values of an asset that has none. */
const EMPTY_MEMBERS = {
  FieldTimes: {},
  CustomTags: [],
  LocationTags: [],
  HomeLocation: undefined,
} satisfies Partial<Record<keyof AssetDoc, unknown>>
/** {@link EMPTY_MEMBERS} */
export type OmittableField = keyof typeof EMPTY_MEMBERS
/** All members that a list may leave out. */
export const SPARE_MEMBERS = Object.keys(EMPTY_MEMBERS) as OmittableField[]

/** Assets per batch. */
const BATCH_SIZE = 100
/**
 * Ids per store request while a whole list is read. With larger batches, the driver's objects live long enough to
 * need a full garbage collection.
 */
const ID_BATCH_SIZE = 500
/** Pages in the second half of a list that begin after this row are read from the list's end. */
const MIRRORED_FROM = 100
/** Page size for reading a whole list: the largest number that every store accepts. */
const WHOLE_LIST = 2 ** 31 - 1

/** Creates the reader of lists. */
export function createAssetLists(
  parts: ServiceParts,
  metadata: MetadataStore,
  places: InternalPlaces,
): AssetLists {
  const { db } = parts
  const counts = createCounts(parts)
  const words = openWordIndex(parts)
  const known = { metadata, places, words }
  const resolve = (criteria: ReadCriteria, listing: Listing) => resolveCriteria(known, criteria, listing)

  // driver: a page of a list, a measured path (docs/performance.md)
  const readByIds = (
    ids: readonly unknown[],
    projection: Record<string, 0> = EXCLUDED_FIELDS,
  ): Promise<AssetDoc[]> => inOrder(ids, db.driver.assets.find({ _id: { $in: ids as [] } }, { projection }))
  const sortedByStore = async (
    filter: AssetFilter,
    sort: StoreSort,
    range: PageRange,
    order: OptionOrder,
  ) => {
    const ids = await pageIdsByRank(db, filter, sort, range, order)
    if (ids) return readByIds(ids)
    // driver: see `AssetFilter`
    const cursor = db.driver.assets.find(filter, { projection: EXCLUDED_FIELDS })
    return (await cursor.sort(sort).skip(range.skip).limit(range.size).toArray()) as AssetDoc[]
  }
  const ordered = async (wanted: AssetFilter, sort: StoreSort, range: PageRange) => {
    const filter =
      'AssetType' in sort && Object.keys(sort).length === 2 ? filterInOrderOfTypes(wanted) : wanted
    const order = await metadata.optionOrder()
    const byOptions = await pageIdsByOptions({ db, counts }, filter, sort, range, order)
    if (byOptions) return readByIds(byOptions)
    const fields = await metadata.criteriaFields()
    // Merging lists of types compares plain values, but the store sorts encrypted values differently.
    const isRanked = Object.keys(sort).some(
      (path) => order.has(path) || (fields.get(path)?.encryptedTypes?.length ?? 0) > 0,
    )
    const byTypes = isRanked ? undefined : await pageIdsByTypes(db, filter, sort, range)
    return byTypes ? readByIds(byTypes) : sortedByStore(filter, sort, range, order)
  }
  /** Reads a page near the end of a long list without skipping everything before it. */
  const farPage = async (filter: AssetFilter, sort: StoreSort, { skip, size }: PageRange, total: number) => {
    if (skip >= total) return []
    if (skip < total / 2) return ordered(filter, sort, { skip, size })
    const last = Math.min(size, total - skip)
    const docs = await ordered(filter, reversedSort(sort), { skip: total - skip - last, size: last })
    return docs.reverse()
  }
  const searched = async (query: Resolved, sort: StoreSort, range: PageRange) => {
    const matches = await findBySearch(db, counts, searchFilters(query))
    const filter = 'ids' in matches ? { _id: { $in: matches.ids as [] } } : filterFrom(query)
    const total = 'ids' in matches ? matches.ids.length : matches.total
    // A condition on a contained text is read like any list, because the indexes for sorting serve it.
    if (query.criteria.searches.length === 0) return { docs: await ordered(filter, sort, range), total }
    return { docs: await sortedByStore(filter, sort, range, await metadata.optionOrder()), total }
  }
  const idsInOrder = async (filter: AssetFilter, sort: StoreSort): Promise<PackedIds> => {
    const ids = new PackedIds()
    const whole = { skip: 0, size: WHOLE_LIST }
    const ranked = await pageIdsByRank(db, filter, sort, whole, await metadata.optionOrder())
    for (const id of ranked ?? []) ids.add(id as Types.ObjectId)
    if (ranked) return ids
    // driver: see `AssetFilter`
    const found = db.driver.assets
      .find(filter, { projection: { _id: 1 }, batchSize: ID_BATCH_SIZE })
      .sort(sort)
    for await (const { _id } of found) ids.add(_id)
    return ids
  }
  /** Returns the sort of a list. The default sort omits encrypted fields, because their order is meaningless. */
  const sortOf = async (
    { sort, conditions }: ReadCriteria,
    defaultSort: readonly Sort[],
    filter: AssetFilter,
  ) => {
    const fields = await metadata.criteriaFields()
    const usable = defaultSort.filter(({ sortField }) => isSortable(fields.get(sortField), conditions))
    return storeSort(sort.length > 0 ? sort : usable, filter)
  }
  const idsOf: AssetLists['ids'] = async (criteria, listing, defaultSort) => {
    const filter = filterFrom(await resolve(criteria, listing))
    return idsInOrder(filter, await sortOf(criteria, defaultSort, filter))
  }
  const batches: AssetLists['batches'] = async function* readBatches(
    criteria,
    listing,
    defaultSort,
    unread = [],
  ) {
    const ids = await idsOf(criteria, listing, defaultSort)
    const projection = { ...EXCLUDED_FIELDS, ...Object.fromEntries(unread.map((name) => [name, 0 as const])) }
    const empty = Object.fromEntries(unread.map((name) => [name, EMPTY_MEMBERS[name]]))
    for (let start = 0; start < ids.length; start += BATCH_SIZE) {
      const docs = await readByIds(ids.slice(start, start + BATCH_SIZE), projection)
      yield docs.map((doc) => Object.assign(doc, empty))
    }
  }
  return {
    batches,
    ids: idsOf,
    read: (ids) => readByIds(ids),
    filterOf: async (criteria, listing) => filterFrom(await resolve(criteria, listing)),
    count: (filter) => counts.count(filter),
    page: async (criteria, listing, { page, size, defaultSort }) => {
      const query = await resolve(criteria, listing)
      const filter = filterFrom(query)
      const sort = await sortOf(criteria, defaultSort, filter)
      const range = { skip: (page - 1) * size, size }
      if (hasSearchedText(query.criteria)) return searched(query, sort, range)
      const counted = counts.count(filter)
      if (range.skip < MIRRORED_FROM) {
        const [docs, total] = await Promise.all([ordered(filter, sort, range), counted])
        return { docs, total }
      }
      const total = await counted
      return { docs: await farPage(filter, sort, range, total), total }
    },
    close: () => {
      counts.close()
      words.close()
    },
  }
}

/** Criteria with the lookups needed for a store filter. */
type Resolved = { criteria: ReadCriteria; scope: FilterScope }

type QueryParts = { metadata: MetadataStore; places: InternalPlaces; words: WordIndex }

async function resolveCriteria(
  { metadata, places, words }: QueryParts,
  criteria: ReadCriteria,
  { actor: { patientDataAccess }, activeByDefault }: Listing,
): Promise<Resolved> {
  const [types, conditions, searches] = await Promise.all([
    metadata.types(),
    withPlaces(criteria.conditions, places),
    Promise.all(criteria.searches.map(async (text) => ({ text, places: await places.matching(text) }))),
  ])
  const viewer = { patientDataAccess }
  const searchParts = searchedParts(viewer, namedTypes(conditions))
  const byWords = await Promise.all(
    conditions.map(async (condition) => (await nameInWords(condition, words, searchParts)) ?? condition),
  )
  const matchingPlaces = new Map<string, readonly string[]>()
  for (const { text, places: found } of searches) {
    const decided = found.length > 0 ? undefined : await words.containing(text, searchParts, 'everything')
    if (decided) byWords.push(hasAnyWord(decided))
    else matchingPlaces.set(text, found)
  }
  return {
    criteria: { ...criteria, conditions: byWords, searches: [...matchingPlaces.keys()] },
    scope: { ...viewer, activeByDefault, matchingPlaces, types },
  }
}

/** Converts a text contained in names to the words that decide the match. */
async function nameInWords(
  { path, text }: CriteriaCondition,
  words: WordIndex,
  parts: readonly SearchPart[],
): Promise<CriteriaCondition | undefined> {
  if (path !== NAME_PATH || text === undefined) return undefined
  const decided = await words.containing(text, parts, 'names')
  return decided && hasAnyWord(decided)
}

const hasAnyWord = (words: readonly string[]): CriteriaCondition => ({
  path: 'SearchWords',
  test: { $in: [...words] },
})

/** Returns true if the search index applies: for a search, or for a text that a field contains. */
const hasSearchedText = ({ searches, conditions }: ReadCriteria): boolean =>
  searches.length > 0 || conditions.some(({ text }) => text !== undefined)

const filterFrom = ({ criteria, scope }: Resolved): AssetFilter => assetFilter(criteria, scope)

/** Returns the filters of a search: the first text uses the index, and further texts filter its result. */
function searchFilters({ criteria, scope }: Resolved): SearchFilters {
  const parts = searchedParts(scope, namedTypes(criteria.conditions))
  const [leading, ...further] = criteria.searches
  const matchingPlaces = new Map(scope.matchingPlaces)
  const places = leading === undefined ? [] : (matchingPlaces.get(leading) ?? [])
  if (leading !== undefined) matchingPlaces.delete(leading)
  const onAssets = (criterion: ReadCriteria): AssetFilter[] =>
    parts.map((part) => assetFilter(criterion, { ...scope, matchingPlaces, searchedParts: [part] }))
  const onAsset = onAssets(criteria)
  if (places.length === 0) return { onAsset, atPlaces: undefined, onBoth: [] }
  const inScope = { path: 'CurrentLocation.hierarchyId', test: { $in: [...places] } }
  const conditions = [...criteria.conditions, inScope]
  const atPlaces = assetFilter({ ...criteria, searches: further, conditions }, scope)
  return { onAsset, atPlaces, onBoth: onAssets({ ...criteria, conditions }) }
}

/** Returns documents in the order of their ids; deleted ones are left out. */
async function inOrder(
  ids: readonly unknown[],
  cursor: { toArray(): Promise<unknown[]> },
): Promise<AssetDoc[]> {
  const docs = new Map(((await cursor.toArray()) as AssetDoc[]).map((doc) => [String(doc._id), doc]))
  return ids.map((id) => docs.get(String(id))).filter((doc) => doc !== undefined)
}
