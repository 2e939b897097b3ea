import { useTranslation } from 'react-i18next'
import { DATA_TYPES } from './scaling.query.ts'

/** Returns the kinds of data for Redis or Kafka, as options of a select. */
export function useDataOptions(): { value: string; label: string }[] {
  const { t } = useTranslation('scaling')
  const names = { 'device data': t('deviceData'), 'location data': t('locationData') } as const
  return DATA_TYPES.map((value) => ({ value, label: names[value] }))
}
