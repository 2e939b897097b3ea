import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { filterOptionsQuery } from '../../lib/queries.ts'
import { type FilterField, fieldsOfGroups, PLACE_MODEL } from '../../ui/filters/index.ts'

/** The fields that devices can be filtered by, as the server names them, and their place. */
export function useDeviceFilterFields(enabled: boolean) {
  const { t } = useTranslation('devices')
  const query = useQuery({ ...filterOptionsQuery(), enabled })
  const groups = query.data?.['Equipment']
  const place: FilterField = { model: PLACE_MODEL, label: t('filters.place'), input: 'place', options: [] }
  const fields = groups ? fieldsOfGroups(groups) : []
  const times = fields.findIndex(({ input }) => input === 'time')
  return {
    query,
    fields: query.data ? fields.toSpliced(times < 0 ? fields.length : times, 0, place) : [place],
  }
}

/** What is known of the fields to filter by. */
export type DeviceFilterFields = ReturnType<typeof useDeviceFilterFields>
