import type { Database } from '@wardtrack/database'
import type { OptionOrder } from '../metadata/index.ts'
import type { StoreSort } from './asset-order.ts'
import type { Counts } from './count-cache.ts'
import { DEEPEST_MERGED, type Filter, type PageRange, pageIdsByTypes } from './page-by-types.ts'

/** Member read from an asset to position it in a list. */
type Listed = { _id: unknown }

/**
 * Finds the ids of a page that is sorted first by a field with options. The index on the field returns the assets of
 * one option in order, so the page joins one list per option. Missing values come first, then values that are not
 * options, alphabetically, then the options in order.
 * @returns undefined when the list is sorted differently
 */
export async function pageIdsByOptions(
  parts: { db: Database; counts: Counts },
  filter: Filter,
  sort: StoreSort,
  range: PageRange,
  order: OptionOrder,
): Promise<unknown[] | undefined> {
  const [path = ''] = Object.keys(sort)
  const options = order.get(path)
  const hasMore = Object.keys(sort).some((name) => name !== path && order.has(name))
  if (!options || hasMore) return undefined
  const groups = valueGroups(options)
  if (sort[path] === -1) groups.reverse()
  const lists = groups.map(({ test, isOption }) => ({
    filter: { ...filter, $and: [...andOf(filter), { [path]: test }] },
    isOption,
  }))
  return range.skip + range.size <= DEEPEST_MERGED
    ? shallowPage(parts.db, lists, sort, range)
    : pageFarFromStart(parts, lists, sort, range)
}

const andOf = (filter: Filter): unknown[] => (Array.isArray(filter['$and']) ? filter['$and'] : [])

/** List of the assets with one option, or with values between options, which are rare. */
type ValueList = { filter: Filter; isOption: boolean }

/** Returns conditions that split all assets by the value of a field, in ascending order. */
function valueGroups(options: readonly string[]): { test: unknown; isOption: boolean }[] {
  const byLetters = options.toSorted()
  const unlisted = byLetters.map((option, index) => {
    const before = byLetters[index - 1]
    return before === undefined ? { $gte: '', $lt: option } : { $gt: before, $lt: option }
  })
  const last = byLetters.at(-1)
  const numbers = { $gte: Number.NEGATIVE_INFINITY }
  const others = [null, numbers, ...unlisted, ...(last === undefined ? [] : [{ $gt: last }]), { $gte: false }]
  return [
    ...others.map((test) => ({ test, isOption: false })),
    ...options.map((test) => ({ test, isOption: true })),
  ]
}

/**
 * Reads a page near the start: no list is read beyond the page's end, and none is counted. Lists of values that are
 * not options are mostly empty, so one query combines them with the following option.
 */
async function shallowPage(
  db: Database,
  lists: readonly ValueList[],
  sort: StoreSort,
  { skip, size }: PageRange,
): Promise<unknown[]> {
  const found: unknown[] = []
  for (let next = 0; next < lists.length && found.length < skip + size; ) {
    const option = lists.findIndex(({ isOption }, index) => index >= next && isOption)
    const end = option === -1 ? lists.length : option + 1
    const range = { skip: 0, size: skip + size - found.length }
    const together = lists.slice(next, end).map(({ filter }) => idsOf(db, filter, sort, range))
    found.push(...(await Promise.all(together)).flat())
    next = end
  }
  return found.slice(skip, skip + size)
}

/** Reads a page further down: the lists before it are counted and skipped. */
async function pageFarFromStart(
  { db, counts }: { db: Database; counts: Counts },
  lists: readonly ValueList[],
  sort: StoreSort,
  { skip, size }: PageRange,
): Promise<unknown[]> {
  const found: unknown[] = []
  let before = skip
  for (const { filter } of lists) {
    const total = await counts.count(filter)
    if (total > before)
      found.push(...(await idsOf(db, filter, sort, { skip: before, size: size - found.length })))
    before = Math.max(0, before - total)
    if (found.length >= size) break
  }
  return found
}

async function idsOf(db: Database, filter: Filter, sort: StoreSort, range: PageRange): Promise<unknown[]> {
  const byTypes = await pageIdsByTypes(db, filter, sort, range)
  if (byTypes) return byTypes
  // driver: see `AssetFilter`
  const cursor = db.driver.assets.find<Listed>(filter, { projection: { _id: 1 } })
  const docs = await cursor.sort(sort).skip(range.skip).limit(range.size).toArray()
  return docs.map(({ _id }) => _id)
}

/**
 * Finds the ids of a page sorted by the store when any sort field has options, for lists without a sorted index.
 * @returns undefined when all fields sort alphabetically
 */
export async function pageIdsByRank(
  db: Database,
  filter: Filter,
  sort: StoreSort,
  { skip, size }: PageRange,
  order: OptionOrder,
): Promise<unknown[] | undefined> {
  const ranked = Object.keys(sort).filter((path) => order.has(path))
  if (ranked.length === 0) return undefined
  const rankOf = (path: string): string => `rank${ranked.indexOf(path)}`
  const ranks = ranked.map((path) => [rankOf(path), { $indexOfArray: [order.get(path), `$${path}`] }])
  const shown = Object.keys(sort).map((path) => [path, 1])
  // Values that are not options have rank -1 and sort by value, missing ones first.
  const keys = Object.entries(sort).flatMap(([path, direction]) =>
    order.has(path)
      ? [
          [rankOf(path), direction],
          [path, direction],
        ]
      : [[path, direction]],
  )
  const stages = [
    { $match: filter },
    { $project: Object.fromEntries([...shown, ...ranks]) },
    { $sort: Object.fromEntries(keys) as StoreSort },
    { $skip: skip },
    { $limit: size },
  ]
  // driver: see `AssetFilter`
  return (await db.driver.assets.aggregate<Listed>(stages).toArray()).map(({ _id }) => _id)
}
