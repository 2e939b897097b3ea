import { useQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { ChevronDown, Star } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isSameFilter, valuesOf } from './filter-conditions.ts'
import type { FilterMenuProps } from './filter-menu.types.ts'
import styles from './saved-filters.module.css'
import { savedFiltersQuery } from './saved-filters.query.ts'

const FilterMenuPanel = lazy(async () => ({
  default: (await import('./filter-menu-panel.tsx')).FilterMenuPanel,
}))

/** Name of the active filter, and the menu of quick filters and saved filters. */
export function FilterMenu(props: FilterMenuProps) {
  const { page, defaultType, quickFilters, values, onValues } = props
  const { t } = useTranslation('asset-filters')
  const [open, setOpen] = useState(false)
  const { data } = useQuery(savedFiltersQuery(page))
  const saved = data?.find((filter) => isSameFilter(valuesOf(filter, defaultType), values))
  const quick = quickFilters.find((filter) => isSameFilter(filter.values, values))
  const name = quick?.label ?? saved?.displayName ?? t('own')
  return (
    <Dropdown
      open={open}
      onOpenChange={setOpen}
      trigger={['click']}
      placement="bottomLeft"
      destroyOnHidden
      popupRender={() => (
        <div className={styles.popup}>
          <Suspense fallback={<div className={styles.panel} aria-busy />}>
            <FilterMenuPanel
              {...props}
              onValues={(chosen) => {
                onValues(chosen)
                setOpen(false)
              }}
            />
          </Suspense>
        </div>
      )}
    >
      <Button
        className={styles.trigger ?? ''}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={t('label', { name })}
        icon={<Star size={16} strokeWidth={1.8} aria-hidden />}
      >
        <span className={styles.triggerName}>{name}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
    </Dropdown>
  )
}
