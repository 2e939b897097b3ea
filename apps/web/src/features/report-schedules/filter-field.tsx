import { useQuery } from '@tanstack/react-query'
import type { SavedFilter } from '@wardtrack/contracts'
import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { filterRouteOf } from '../../lib/filter-routes.ts'
import { compareNames } from '../../lib/i18n/formats.ts'
import { MISSING } from '../../lib/time.ts'
import { AppField } from '../../ui/form/index.ts'
import { savedFiltersQuery } from '../saved-filters/index.ts'

interface FilterFieldProps {
  /** Name of the report in calls. */
  readonly page: string
  /** Id of the chosen filter; empty for none. */
  readonly chosen: string
}

/** Choice of the saved filter that each run of a schedule applies, among those of the report's page. */
export function FilterField({ page, chosen }: FilterFieldProps) {
  const { t } = useTranslation('report-schedules')
  const { data, isError } = useQuery(savedFiltersQuery(filterRouteOf(page)))
  const offered = optionsOf(data ?? [], chosen)
  const isListed = chosen === '' || offered.some(({ value }) => value === chosen)
  return (
    <AppField
      name="filterId"
      label={t('field.filter')}
      help={t(isError ? 'field.filtersFailed' : 'field.filterHelp')}
    >
      <Select
        showSearch={{ optionFilterProp: 'label' }}
        options={[
          { value: '', label: t('field.noFilter') },
          ...offered,
          ...(isListed ? [] : [{ value: chosen, label: data ? t('field.filterGone') : MISSING }]),
        ]}
      />
    </AppField>
  )
}

/** Returns the filters by name; hidden ones only if chosen. */
const optionsOf = (filters: readonly SavedFilter[], chosen: string) =>
  filters
    .filter(({ showMe, filterId }) => showMe || filterId === chosen)
    .map(({ filterId, displayName }) => ({ value: filterId, label: displayName }))
    .toSorted((a, b) => compareNames(a.label, b.label))
