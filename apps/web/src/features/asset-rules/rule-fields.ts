import type { MetaEntry, MetaMapping } from '@wardtrack/contracts'
import { translate } from '../../lib/i18n/i18n.ts'
import { aliasesOf, entriesOf, localAlias } from '../../lib/metadata.ts'
import { isPlaceKey } from './place-conditions.ts'

/** Field of a condition: its key in the rule, its label, and the input of its values. */
export interface RuleField {
  readonly key: string
  readonly label: string
  readonly entry: Pick<MetaEntry, 'Options'>
}

/** Levels of a place that the list offers; deeper levels are shown if a rule has them. */
const LEVELS = [1, 2, 3, 4, 5, 6] as const
/** Inactive assets are not offered, because they raise no notifications. */
const STATUS_OPTIONS = { active: { alias: 'Active' } }

const free = (key: string, label: string): RuleField => ({ key, label, entry: {} })

/** Returns the fields of an asset type for rules: fields of the mapping, tags, status, places. */
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

/** Returns the field of a stored key; a key outside the list is shown as it is. */
export const fieldOfKey = (fields: readonly RuleField[], key: string): RuleField =>
  fields.find((field) => field.key === key) ?? free(key, key)

/** Formats the values of a condition: options by their aliases, a place as its path. */
export const valuesText = ({ key, entry }: RuleField, values: readonly string[]): string =>
  isPlaceKey(key)
    ? values.join(' > ')
    : values.map((value) => localAlias(entry.Options?.[value]?.alias ?? '') || value).join(', ')
