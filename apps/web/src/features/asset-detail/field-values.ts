import type { Asset } from '@wardtrack/contracts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import type { Aliases } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'

/** Fields with a fixed position on the page; all others are dynamic details. */
export const STATIC_FIELDS = [
  'AssetName',
  'SerialNo',
  'PrimaryCategory',
  'WifiStrength',
  'BatteryLevel',
  'VolumeInfused',
] as const
/** Associations are left out because a separate table shows them. */
const NO_DETAILS: readonly string[] = [...STATIC_FIELDS, 'Mappings', 'Clinicians', 'Patients', 'Equipments']

const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/

/** Formats a volume as `482.0 mL`; `--` if none was reported. */
export const volumeText = (volume: number | undefined): string =>
  volume === undefined ? MISSING : `${formatNumber(volume, 1)} mL`

/** Formats the value of any field: option aliases, times in the viewer's zone, lists with commas. */
export function valueText(value: unknown, option: (stored: string) => string): string {
  if (value === null || value === undefined || value === '') return MISSING
  if (typeof value === 'boolean') return value ? translate('common:yes') : translate('common:no')
  if (typeof value === 'string') return ISO.test(value) ? dateTime(value) : option(value)
  if (Array.isArray(value)) return value.map((item) => valueText(item, option)).join(', ') || MISSING
  if (typeof value === 'object')
    return (
      Object.values(value)
        .map((item) => valueText(item, option))
        .join(' · ') || MISSING
    )
  return typeof value === 'number' ? String(value) : MISSING
}

/** A label and its value. */
export interface Detail {
  readonly label: string
  readonly text: string
  /** Path of the field's icon. */
  readonly icon?: string | undefined
}

/** Returns the fields without a fixed position, by alias. */
export function dynamicDetails(asset: Asset, aliases: Aliases): Detail[] {
  return Object.entries(asset.Fields)
    .filter(([name]) => !NO_DETAILS.includes(name))
    .map(([name, value]) => ({
      label: aliases.field(name),
      icon: aliases.icon(name),
      text: valueText(value, (stored) => aliases.option(name, stored)),
    }))
}

/** Returns all details of the side panel: identity, dynamic fields, then the time of creation. */
export function allDetails(asset: Asset, aliases: Aliases): Detail[] {
  const { AssetName, SerialNo, PrimaryCategory } = asset.Fields
  const field = (name: string, text: string): Detail => ({
    label: aliases.field(name),
    icon: aliases.icon(name),
    text,
  })
  return [
    { label: translate('asset-detail:details.assetId'), text: asset.AssetId },
    field('AssetName', AssetName || MISSING),
    ...(SerialNo ? [field('SerialNo', SerialNo)] : []),
    ...(PrimaryCategory
      ? [field('PrimaryCategory', aliases.option('PrimaryCategory', PrimaryCategory))]
      : []),
    ...dynamicDetails(asset, aliases),
    ...(asset.AssetStatus === 'inactive'
      ? [
          {
            label: translate('asset-detail:details.status'),
            text: translate('asset-detail:details.deactivated'),
          },
        ]
      : []),
    { label: translate('asset-detail:details.created'), text: dateTime(asset.createdAt) },
  ]
}
