import { Button } from 'antd'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAssetFilterFields } from './asset-filter-fields.ts'
import { AssetFilterMenu, type AssetFiltersProps, listedType } from './asset-filter-menu.tsx'
import styles from './asset-filters.module.css'
import { PERIOD_MODEL } from './filter-traits.ts'

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }))

/** Saved filters by name, and the drawer with all filters; shows the number of set filters. */
export function AssetFilters(props: AssetFiltersProps) {
  const { filters, className, compact = false, traits } = props
  const { t } = useTranslation('asset-filters')
  const [open, setOpen] = useState(false)
  // The panel stays mounted after the first opening, for its closing animation.
  const [wasOpened, setWasOpened] = useState(false)
  const count = Object.keys(filters).filter((model) => !(traits?.hasPeriod && model === PERIOD_MODEL)).length
  const known = useAssetFilterFields(listedType(props), open || count > 0, traits)
  return (
    <>
      <AssetFilterMenu {...props} />
      <Button
        className={className ?? ''}
        aria-haspopup="dialog"
        aria-label={count > 0 ? t('filters.openOn', { count }) : t('filters.open')}
        icon={<SlidersHorizontal size={16} strokeWidth={1.8} aria-hidden />}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      >
        {compact ? null : t('filters.open')}
        {count > 0 ? <span className={styles.count}>{count}</span> : null}
      </Button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <FilterPanel {...props} known={known} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
