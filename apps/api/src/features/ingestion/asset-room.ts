import type { AssetDoc, Database, StorageLimits } from '@wardtrack/database'
import { type ItemRefusal, isRefusal, refuseItem } from '@wardtrack/ingestion'
import type { AssetChange } from './asset-change.ts'
import { assetKey, readAssets } from './read-assets.ts'

/** Size in bytes above which an item is checked even if the mapping names all its values. */
const LARGE_ITEM_BYTES = 8 * 1024

/** Sizes of an asset's fields in bytes, by name. */
type FieldSizes = Map<string, number>

/**
 * Refuses items that would exceed the maximum number of fields, or of their bytes, of an asset. A document too large
 * for the store would otherwise fail the whole write, with all other items. Items that only set short values of
 * mapped fields cannot exceed the limits and are not checked.
 * @param isMapped returns true if the mapping names a field of an asset type
 * @returns the given changes, with refusals in place of the refused items
 */
export async function checkAssetRoom(
  db: Database,
  changes: readonly (AssetChange | ItemRefusal)[],
  limits: Pick<StorageLimits, 'assetFields' | 'assetKb'>,
  isMapped: (assetType: string, name: string) => boolean,
): Promise<(AssetChange | ItemRefusal)[]> {
  const largeChanges = new Set<unknown>(
    changes.filter((change) => !isRefusal(change) && mayOutgrow(change, isMapped)),
  )
  if (largeChanges.size === 0) return [...changes]
  const stored = await readAssets(db, [...largeChanges] as AssetChange[])
  const sizes = new Map<string, FieldSizes>()
  return changes.map((change) => {
    if (isRefusal(change) || !largeChanges.has(change)) return change
    const key = assetKey(change)
    const before = sizes.get(key) ?? sizesOf(stored.get(key))
    const after = new Map(before)
    for (const [path, { value }] of change.values) {
      const name = path.split('.')[1] ?? ''
      if (value === null) after.delete(name)
      else after.set(name, JSON.stringify(value).length)
    }
    const refusal = refusalOf(before, after, limits)
    if (!refusal) sizes.set(key, after)
    return refusal ?? change
  })
}

function mayOutgrow(
  { AssetType, values }: AssetChange,
  isMapped: (type: string, name: string) => boolean,
): boolean {
  let bytes = 0
  for (const { name, value } of values.values()) {
    if (!isMapped(AssetType, name)) return true
    bytes += typeof value === 'object' ? JSON.stringify(value).length : String(value).length
  }
  return bytes > LARGE_ITEM_BYTES
}

function sizesOf(doc: AssetDoc | undefined): FieldSizes {
  const { Mappings: _links, ...fields } = doc?.Fields ?? {}
  return new Map(Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)?.length ?? 0]))
}

function refusalOf(
  before: FieldSizes,
  after: FieldSizes,
  { assetFields, assetKb }: Pick<StorageLimits, 'assetFields' | 'assetKb'>,
): ItemRefusal | undefined {
  const added = [...after.keys()].filter((name) => !before.has(name))
  if (after.size > assetFields && after.size > before.size)
    return refuseItem(added.at(-1) ?? '', 'validation', `An asset has at most ${assetFields} fields.`)
  const bytes = sumOf(after)
  if (bytes <= assetKb * 1024 || bytes <= sumOf(before)) return undefined
  const grown = [...after].find(([name, size]) => size > (before.get(name) ?? 0))?.[0] ?? ''
  return refuseItem(grown, 'validation', `The fields of an asset have at most ${assetKb} kB.`)
}

const sumOf = (sizes: FieldSizes): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)
