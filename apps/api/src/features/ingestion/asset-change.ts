import { type AssetItem, isEmptyText, type MetaEntry, metadataName, visibleText } from '@wardtrack/contracts'
import { tagKey } from '@wardtrack/database'
import { type ItemRefusal, refuseItem } from '@wardtrack/ingestion'
import { ITEM_MEMBERS, SERVER_MEMBERS } from '../metadata/index.ts'

/** Changes that an item makes to its asset: values by stored path (null removes one), and whole lists. */
export type AssetChange = {
  AssetType: string
  AssetId: string
  values: ReadonlyMap<string, { name: string; value: FieldValue | null }>
  CustomTags?: string[]
  LocationTags?: NonNullable<AssetItem['LocationTags']>
}

/** Value of a member of `Fields`. */
export type FieldValue = string | number | boolean | (string | number | boolean)[]

type Types = Record<string, Record<string, MetaEntry>>

const MAX_TEXT = 500
const MAX_LIST = 500
/** Far above any mapping; thousands of names in one document would keep the store busy for all others. */
const MAX_MEMBERS = 500

/** Reads an item against the metadata mapping; a refusal names the first invalid member. */
export function assetChangeOf(item: AssetItem, types: Types): AssetChange | ItemRefusal {
  const entries = Object.hasOwn(types, item.AssetType) ? types[item.AssetType] : undefined
  if (!entries)
    return refuseItem('AssetType', 'validation', 'This asset type is not in the metadata mapping.')
  if (Object.keys(item).length > MAX_MEMBERS)
    return refuseItem('', 'validation', `An item has at most ${MAX_MEMBERS} members.`)
  const values = new Map<string, { name: string; value: FieldValue | null }>()
  for (const [name, input] of Object.entries(item)) {
    if (ITEM_MEMBERS.has(name) || input === undefined) continue
    if (SERVER_MEMBERS.has(name)) return refuseItem(name, 'validation', 'This member cannot be set.')
    if (!metadataName.safeParse(name).success)
      return refuseItem(
        name.slice(0, 100),
        'validation',
        'Start with a letter, then use letters, digits and _.',
      )
    const value = valueOf(input)
    if (value === undefined)
      return refuseItem(
        name,
        'validation',
        'A text up to 500 without control characters, a number, a boolean, or a list of them is needed.',
      )
    values.set(pathOf(name, entries), { name, value })
  }
  const { AssetType, AssetId, CustomTags, LocationTags } = item
  return {
    AssetType,
    AssetId,
    values,
    ...(CustomTags ? { CustomTags: [...new Set(CustomTags)] } : {}),
    ...(LocationTags ? { LocationTags: distinctTags(LocationTags) } : {}),
  }
}

function valueOf(value: unknown): FieldValue | null | undefined {
  if (value === null || isEmptyText(value)) return null
  if (typeof value === 'string') {
    const text = value.trim()
    return text.length <= MAX_TEXT && visibleText.pattern.test(text) ? text : undefined
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'boolean') return value
  if (!Array.isArray(value) || value.length > MAX_LIST) return undefined
  const list = value
    .filter((element: unknown) => !isEmptyText(element))
    .map((element: unknown) => (Array.isArray(element) ? undefined : valueOf(element)))
  return list.every((element) => element !== undefined && element !== null)
    ? (list as FieldValue & unknown[])
    : undefined
}

/** Returns the path at which the mapping stores a value; unmapped fields are stored under their own name. */
function pathOf(name: string, entries: Record<string, MetaEntry>): string {
  const model = Object.hasOwn(entries, name) ? entries[name]?.Model : undefined
  return model?.startsWith('Fields.') ? model : `Fields.${name}`
}

/** Removes duplicate tags and keeps at most one primary tag. */
function distinctTags(tags: NonNullable<AssetItem['LocationTags']>): NonNullable<AssetItem['LocationTags']> {
  const byKey = new Map(tags.map((tag) => [tagKey(tag.Provider, tag.TagId), tag]))
  let hasPrimary = false
  return [...byKey.values()].map((tag) => {
    const IsPrimary = tag.IsPrimary && !hasPrimary
    hasPrimary ||= IsPrimary
    return { ...tag, IsPrimary }
  })
}
