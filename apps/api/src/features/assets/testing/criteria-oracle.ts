import type { Sort } from '@wardtrack/contracts'

/** Plain form of an asset. `levels`: levels of its place, outermost first. */
export type PlainAsset = {
  AssetType: string
  AssetId: string
  AssetStatus: 'active' | 'inactive'
  CustomTags: readonly string[]
  LocationTags: readonly { Provider: string; TagId: string; IsPrimary: boolean }[]
  Fields: Readonly<Record<string, unknown>>
  levels: readonly string[] | undefined
  createdAt: string
}

type Scalar = string | number
type Range = { $gte?: string; $lt?: string; startDate?: string; endDate?: string }
/** Value of a condition. */
export type Criterion = Scalar | Scalar[] | { $regex: string; $options: 'i' } | Range
/** Conditions of criteria by field. */
export type Conditions = Readonly<Record<string, Criterion>>

type Question = {
  conditions: readonly Conditions[]
  searches: readonly string[]
  sort: readonly Sort[]
  flagged: boolean
}

/** Values of fields whose options are not in alphabetical order. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  'Fields.WifiStrength.Strength': ['BAR_ONE', 'BAR_TWO', 'BAR_THREE', 'BAR_FOUR', 'BAR_FIVE'],
}

/** Computes a list without the product's code: keys (`type:id`) in order. */
export function oracleList(
  assets: readonly PlainAsset[],
  { conditions, searches, sort, flagged }: Question,
): string[] {
  const tests = conditions.flatMap((condition) => Object.entries(condition))
  const namesStatus = tests.some(([path]) => path === 'AssetStatus')
  const listed = assets.filter(
    (asset) =>
      (flagged || asset.AssetType !== 'Patient') &&
      (namesStatus || asset.AssetStatus === 'active') &&
      tests.every(([path, criterion]) => meets(valuesOf(asset, path), criterion)) &&
      searches.every((search) => isFound(asset, search)),
  )
  const order: readonly Sort[] =
    sort.length > 0 ? sort : [{ sortField: 'Fields.AssetName', sortDirection: 1 }]
  return listed
    .toSorted((left, right) => compareAssets(left, right, order))
    .map(({ AssetType, AssetId }) => `${AssetType}:${AssetId}`)
}

function valuesOf(asset: PlainAsset, path: string): unknown[] {
  const tagMember = /^LocationTags\.(Provider|TagId)$/.exec(path)?.[1]
  if (tagMember === 'Provider' || tagMember === 'TagId') {
    const values = asset.LocationTags.map((tag) => tag[tagMember])
    return values.length > 0 ? values : [undefined]
  }
  const level = /^CurrentLocation\.(?:fullPath|level)\.Level_(\d+)$/.exec(path)?.[1]
  if (level !== undefined) return [asset.levels?.[Number(level) - 1]]
  if (path === 'CustomTags') return asset.CustomTags.length > 0 ? [...asset.CustomTags] : [undefined]
  let value: unknown = asset
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return [value]
}

const containsText = (value: unknown, text: string): boolean =>
  typeof value === 'string' && value.toUpperCase().includes(text.toUpperCase())

function meets(values: readonly unknown[], criterion: Criterion): boolean {
  if (Array.isArray(criterion)) return criterion.some((item) => meets(values, item))
  if (typeof criterion !== 'object')
    return values.some((value) => value === criterion || (criterion === 'N/A' && value === undefined))
  if ('$regex' in criterion) return values.some((value) => containsText(value, criterion.$regex))
  const { $gte, $lt, startDate = $gte, endDate = $lt } = criterion
  return values.some(
    (value) =>
      typeof value === 'string' &&
      (startDate === undefined || value >= startDate) &&
      (endDate === undefined || value < endDate),
  )
}

function isFound({ AssetId, Fields, levels }: PlainAsset, search: string): boolean {
  const texts = [
    AssetId,
    Fields['AssetName'],
    Fields['SerialNo'],
    Fields['PrimaryCategory'],
    ...(levels ?? []),
  ]
  const path = search.includes('>') ? [levels?.join('>')] : []
  return [...texts, ...path].some((value) => containsText(value, search))
}

function compareAssets(left: PlainAsset, right: PlainAsset, sort: readonly Sort[]): number {
  const direction = sort[0]?.sortDirection ?? 1
  const ties = ['AssetType', 'AssetId'].map((sortField) => ({ sortField, sortDirection: direction }))
  for (const { sortField, sortDirection } of [...sort, ...ties]) {
    const order = compareValues(rankedValue(left, sortField), rankedValue(right, sortField))
    if (order !== 0) return order * sortDirection
  }
  return 0
}

/** Missing values come first, then values that are not options, then the options in listed order. */
function rankedValue(asset: PlainAsset, path: string): [rank: number, value: string | number] {
  const [value] = valuesOf(asset, path)
  if (value === undefined) return [-2, 0]
  if (typeof value !== 'string') return [-1, Number(value)]
  const rank = OPTIONS[path]?.indexOf(value) ?? -1
  return [rank, rank >= 0 ? 0 : value]
}

function compareValues(
  [rank, value]: [number, string | number],
  [otherRank, otherValue]: [number, string | number],
) {
  if (rank !== otherRank) return rank - otherRank
  if (value === otherValue) return 0
  return value < otherValue ? -1 : 1
}
