import { Button } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { spaced } from '../../lib/metadata.ts'
import { type FilterChip, FilterChips, type FilterValues, filterText } from '../../ui/filters/index.ts'
import { useDeviceFilterFields } from './device-filter-fields.ts'
import styles from './devices.module.css'

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))

interface DeviceFiltersProps {
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
}

/** Opens the filters and tells how many are on. */
export function DeviceFilters({ filters, onFilters }: DeviceFiltersProps) {
  const { t } = useTranslation('devices')
  const [open, setOpen] = useState(false)
  // The panel stays once it was opened, so that it can leave the way it came.
  const [wasOpened, setWasOpened] = useState(false)
  const count = Object.keys(filters).length
  const known = useDeviceFilterFields(open || count > 0)
  return (
    <>
      <Button
        className={styles.pill ?? ''}
        aria-haspopup="dialog"
        aria-label={count > 0 ? t('filters.openOn', { count }) : t('filters.open')}
        icon={<SlidersHorizontal size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        {t('filters.open')}
        {count > 0 ? <span className={styles.filterCount}>{count}</span> : null}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <FilterPanel
            known={known}
            open={open}
            filters={filters}
            onFilters={onFilters}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The name of a field that is not known: `Fields.BatteryLevel.Level` as `Battery Level`. */
const labelOfModel = (model: string): string => {
  const [first = '', second] = model.split('.')
  return spaced(second ?? first)
}

/** The filters that are on, each with a way to take it off. */
export function DeviceFilterChips({ filters, onFilters }: DeviceFiltersProps) {
  const set = Object.entries(filters)
  const { fields } = useDeviceFilterFields(set.length > 0)
  const chips = set.map(([model, value]): FilterChip => {
    const field = fields.find((candidate) => candidate.model === model)
    const { [model]: _removed, ...otherFilters } = filters
    return {
      key: model,
      label: field?.label ?? labelOfModel(model),
      text: filterText(field ?? { input: 'select', options: [] }, value),
      onRemove: () => onFilters(otherFilters),
    }
  })
  return <FilterChips chips={chips} onReset={() => onFilters({})} />
}
