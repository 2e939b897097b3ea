import type { MetaEntry } from '@wardtrack/contracts'
import type { MetadataMapping } from '@wardtrack/ingestion'
import type { RuleCondition } from './rule.types.ts'

/** A field that a rule can evaluate: its stored path and its name. */
export type RuleField = {
  path: string
  name: string
  entry?: MetaEntry
  /** the only values that a condition may name */
  only?: readonly string[]
}

/** Path of the status, which says if an asset is active. */
export const STATUS_PATH = 'AssetStatus'

/** Deepest level a hierarchy can have. */
const MAX_LEVELS = 20
const FIXED_PATHS = [
  'AssetId',
  'CustomTags',
  'LocationTags.Provider',
  'LocationTags.TagId',
  'CurrentLocation.mapId',
  'CurrentLocation.provider',
] as const
const NOT_AVAILABLE = 'N/A'

const underscored = (path: string): string => path.replaceAll('.', '_')

/**
 * Returns the fields that a condition of an asset rule may name. The keys are criteria fields with underscores
 * instead of dots, or `CurrentLocation_level_N`. Times and internal ids are left out: they never equal a given value.
 * The status can only be compared with `active`, since an inactive asset raises nothing.
 */
export function assetRuleFields(
  entries: Readonly<Record<string, MetaEntry>>,
): ReadonlyMap<string, RuleField> {
  const fields = new Map<string, RuleField>()
  const add = (key: string, field: RuleField): void => {
    if (!fields.has(key)) fields.set(key, field)
  }
  for (const [name, entry] of Object.entries(entries))
    add(underscored(entry.Model), { path: entry.Model, name, entry })
  for (const path of FIXED_PATHS) add(underscored(path), { path, name: path })
  add(STATUS_PATH, { path: STATUS_PATH, name: STATUS_PATH, only: ['active'] })
  for (let level = 1; level <= MAX_LEVELS; level += 1) {
    for (const prefix of ['CurrentLocation', 'HomeLocation'] as const) {
      const path = `${prefix}.fullPath.Level_${level}`
      add(underscored(path), { path, name: path })
      if (prefix === 'HomeLocation') continue
      add(`CurrentLocation_level_Level_${level}`, { path, name: path })
      add(`CurrentLocation_level_${level}`, { path, name: path })
    }
  }
  return fields
}

/** Returns the mapping entry that a notification rule names, by its metadata name or its `Model`. */
export function notificationField(
  mapping: MetadataMapping,
  assetType: string,
  nameOrModel: string,
): (RuleField & { entry: MetaEntry }) | undefined {
  const entries = Object.hasOwn(mapping, assetType) ? mapping[assetType] : undefined
  if (!entries) return undefined
  const named = Object.hasOwn(entries, nameOrModel) ? entries[nameOrModel] : undefined
  if (named) return { path: named.Model, name: nameOrModel, entry: named }
  const byModel = Object.entries(entries).find(([, entry]) => entry.Model === nameOrModel)
  return byModel && { path: byModel[1].Model, name: byModel[0], entry: byModel[1] }
}

/** Returns the positions of a field's options, in the order of the mapping; undefined for a field without options. */
export const optionOrder = ({ Options }: Pick<MetaEntry, 'Options'>): Map<string, number> | undefined =>
  Options && Object.keys(Options).length > 0
    ? new Map(Object.keys(Options).map((code, position) => [code, position]))
    : undefined

/** Returns the condition that an asset has one of the values; `N/A` also matches an asset without a value. */
export const anyOf = (path: string, values: readonly (string | number | boolean)[]): RuleCondition => ({
  path,
  operator: 'any-of',
  texts: values.map(String),
  absent: values.includes(NOT_AVAILABLE),
})
