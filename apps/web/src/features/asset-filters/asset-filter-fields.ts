import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { filterOptionsQuery } from '../../lib/queries.ts'
import {
  type FilterField,
  type FilterValues,
  fieldsOfGroups,
  isTexts,
  PLACE_MODEL,
} from '../../ui/filters/index.ts'
import { type FilterTraits, PERIOD_MODEL } from './filter-traits.ts'

/** Type whose fields are shown if a list contains every type. */
const COMMON_TYPE = 'Equipment'

/**
 * Returns the filterable fields of an asset type from the server, including its place.
 * @param assetType undefined if the list contains every type
 */
export function useAssetFilterFields(
  assetType: string | undefined,
  enabled: boolean,
  { hasPeriod = false, placeFields }: FilterTraits = {},
) {
  const { t } = useTranslation('asset-filters')
  const query = useQuery({ ...filterOptionsQuery(), enabled })
  const mapping = useMetadata()
  const groups = query.data?.[assetType ?? COMMON_TYPE]
  const place: FilterField = { model: PLACE_MODEL, label: t('filters.place'), input: 'place', options: [] }
  const places = placeFields ?? [place]
  const fields = (groups ? fieldsOfGroups(groups) : []).filter(
    ({ model }) => !(hasPeriod && model === PERIOD_MODEL),
  )
  const times = fields.findIndex(({ input }) => input === 'time')
  const typeField: FilterField = {
    model: 'AssetType',
    label: t('filters.type'),
    input: 'select',
    options: Object.keys(query.data ?? {}).map((type) => ({
      value: type,
      label: aliasesOf(mapping, type).type,
    })),
  }
  return {
    query,
    /** asset types that this user may list; undefined while unknown */
    types: query.data && Object.keys(query.data),
    /** filters outside the form of the fields */
    typeField,
    fields: query.data ? fields.toSpliced(times < 0 ? fields.length : times, 0, ...places) : [...places],
  }
}

/**
 * Returns the asset types of the filter if this user may list none of them, as with another user's address. Undefined
 * if the user may list one, and while unknown.
 */
export function useUnlistedType({ AssetType: asked }: FilterValues): string | undefined {
  const isAsked = isTexts(asked) && asked.length > 0
  const { data } = useQuery({ ...filterOptionsQuery(), enabled: isAsked })
  if (!isAsked || !data || asked.some((type) => type in data)) return undefined
  return asked.join(', ')
}

/** Filterable fields as far as they are known. */
export type AssetFilterFields = ReturnType<typeof useAssetFilterFields>
