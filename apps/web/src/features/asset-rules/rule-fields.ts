import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { aliasesOf, entriesOf, localAlias } from '../../lib/metadata.ts'
import { isPlaceKey } from './place-conditions.ts'

/** What a condition can ask for: its key in the rule, its label, and how its values are entered. */
export interface RuleField {
  readonly key: string
  readonly label: string
  readonly entry: Pick<MetaEntry, 'Options'>
}

/** Levels of a place that stand in the list; deeper ones are shown where a rule has them. */
const LEVELS = [1, 2, 3, 4, 5, 6] as const
/** An asset that is switched off raises nothing. */
const STATUS_OPTIONS = { active: { alias: 'Active' } }

const free = (key: string, label: string): RuleField => ({ key, label, entry: {} })

/** The fields of an asset type that a rule can look at: what the mapping names, tags, status, places. */
export function ruleFields(mapping: MetaMapping, assetType: string): RuleField[] {
  const aliases = aliasesOf(mapping, assetType)
  const ofMapping = entriesOf(mapping, assetType).map(([name, entry]) => ({
    key: entry.Model.replaceAll('.', '_'),
    label: aliases.field(name),
    entry,
  }))
  return [
    ...ofMapping,
    free('CustomTags', translate('asset-rules:field.customTags')),
    free('LocationTags_TagId', translate('asset-rules:field.tagId')),
    {
      key: 'AssetStatus',
      label: translate('asset-rules:field.status'),
      entry: { Options: STATUS_OPTIONS },
    },
    free('AssetId', translate('asset-rules:field.assetId')),
    free('CurrentLocation', translate('asset-rules:field.place')),
    free('HomeLocation', translate('asset-rules:field.homePlace')),
    ...LEVELS.map((level) => levelField(level)),
    ...LEVELS.map((level) =>
      free(`HomeLocation_fullPath_Level_${level}`, translate('asset-rules:field.homeLevel', { level })),
    ),
  ].filter(({ key }, index, all) => all.findIndex((field) => field.key === key) === index)
}

const levelField = (level: number): RuleField =>
  free(`CurrentLocation_level_${level}`, translate('asset-rules:field.level', { level }))

/** The field of a key that a stored rule has; one that the list does not offer goes by its key. */
export const fieldOfKey = (fields: readonly RuleField[], key: string): RuleField =>
  fields.find((field) => field.key === key) ?? free(key, key)

/** The values of a condition in words: options by their aliases, a place as its path. */
export const valuesText = ({ key, entry }: RuleField, values: readonly string[]): string =>
  isPlaceKey(key)
    ? values.join(' > ')
    : values.map((value) => localAlias(entry.Options?.[value]?.alias ?? '') || value).join(', ')
