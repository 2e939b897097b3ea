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

/** Of which type the fields are shown where a list holds every type. */
const COMMON_TYPE = 'Equipment'

/**
 * The fields that assets of a type can be filtered by, as the server names them, and their place.
 * @param assetType undefined where the list holds every type
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
    /** asset types that this person may list; undefined while that is unknown */
    types: query.data && Object.keys(query.data),
    /** what is chosen outside of the form of the fields */
    typeField,
    fields: query.data ? fields.toSpliced(times < 0 ? fields.length : times, 0, ...places) : [...places],
  }
}

/**
 * An asset type that filters ask for and that this person cannot list, as an address of somebody else may: all that is
 * asked for is of such types. Undefined while that is unknown.
 */
export function useUnlistedType({ AssetType: asked }: FilterValues): string | undefined {
  const isAsked = isTexts(asked) && asked.length > 0
  const { data } = useQuery({ ...filterOptionsQuery(), enabled: isAsked })
  if (!isAsked || !data || asked.some((type) => type in data)) return undefined
  return asked.join(', ')
}

/** What is known of the fields to filter by. */
export type AssetFilterFields = ReturnType<typeof useAssetFilterFields>
