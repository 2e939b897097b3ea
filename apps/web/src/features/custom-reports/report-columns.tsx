import type { CustomReportRow } from '@wardtrack/contracts'
import { GENERAL_REPORT_FIELDS, type GeneralReportField } from '@wardtrack/contracts/custom-report-choices'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { type Aliases, aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import type { DataColumn } from '../../ui/data-table/index.ts'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { AssetLink } from '../reports/index.ts'

/** Renderers of fields whose values have icons. */
const SIGNS = {
  BatteryLevel: BatteryState,
  WifiStrength: WifiState,
  DeviceStatus: ConnectionState,
  InfusionStatus: InfusionState,
} as const

const isGeneral = (name: string): name is GeneralReportField =>
  (GENERAL_REPORT_FIELDS as readonly string[]).includes(name)
const isPlace = (name: string): boolean => name === 'CurrentLocation' || name === 'HomeLocation'
const hasSign = (name: string): name is keyof typeof SIGNS => Object.hasOwn(SIGNS, name)

/**
 * Returns a function that finds the label of a report's field: by the metadata mapping, or as a member of every
 * asset.
 */
export function useFieldNames(subject: string | undefined): (name: string) => string {
  const { t } = useTranslation('custom-reports')
  const mapping = useMetadata()
  const aliases = aliasesOf(mapping, subject ?? '')
  return (name) => (isGeneral(name) ? t(`field.${name}`) : aliases.field(name))
}

/**
 * Returns the table columns of a custom report.
 * @param subject asset type of the report
 * @param keys fields of the report; a field missing from the mapping has no column
 * @param options `isLinked`: ids and names link to their asset
 */
export function useReportColumns(
  subject: string,
  keys: readonly string[],
  { isLinked = false }: { readonly isLinked?: boolean } = {},
): DataColumn<CustomReportRow>[] {
  const { t } = useTranslation('custom-reports')
  const mapping = useMetadata()
  const aliases = aliasesOf(mapping, subject)
  const nameOf = useFieldNames(subject)
  const statusText = (value: unknown): string => (value === 'active' ? t('active') : t('inactive'))
  const known = keys.filter((key) => isGeneral(key) || Object.hasOwn(mapping?.[subject] ?? {}, key))
  return known.map((key, index) => ({
    title: nameOf(key),
    named: true,
    ...(index === 0 ? { onPhone: 'main' as const } : {}),
    ...(key === 'CustomTags' ? {} : { sortField: key }),
    ...(isPlace(key) ? { wraps: true as const } : {}),
    cell: (row) => {
      const value = row[key]
      if (value === '' || value === undefined) return MISSING
      if (isLinked && typeof value === 'string' && (key === 'AssetId' || key === 'AssetName'))
        return <AssetLink row={row} text={value} />
      if (key === 'AssetStatus') return statusText(value)
      if (key === 'AssetType') return aliases.type
      return shownValue(key, value, aliases)
    },
  }))
}

function shownValue(key: string, value: unknown, aliases: Aliases): ReactNode {
  if (Array.isArray(value))
    return value.map((entry) => aliases.option(key, String(entry))).join(', ') || MISSING
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value !== 'string') return typeof value === 'boolean' ? String(value) : MISSING
  if (key === 'createdAt') return dateTime(value)
  if (isPlace(key)) return value.replaceAll('>', ' > ')
  if (!hasSign(key)) return aliases.option(key, value)
  const Sign = SIGNS[key]
  return <Sign stored={value} words={aliases.words(key)} form="mark" />
}
