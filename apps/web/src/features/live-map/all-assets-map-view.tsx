import { useTranslation } from 'react-i18next'
import { type UrlSchema, urlText, useUrlState } from '../../lib/url-state.ts'
import { type FilterValues, urlFilters } from '../../ui/filters/index.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { AssetFilterChips, AssetFilterMenu } from '../asset-filters/index.ts'
import { useDefaultFilter } from '../saved-filters/index.ts'
import { AssetsOnFloors } from './assets-on-floors.tsx'
import styles from './live-map.module.css'
import { ALL_ASSETS, useFilteredScope } from './map-scope.ts'

/** Uses the filters of the devices page, where they are edited and saved. */
const PAGE = 'devices'

const schema: UrlSchema<{ search: string; filters: FilterValues }> = {
  search: urlText('search'),
  filters: urlFilters('filter'),
}

/** All assets on their floors, of every type that this user may see. Search and filters are kept in the address. */
export function AllAssetsMapView() {
  const { t } = useTranslation('live-map')
  const [{ search, filters }, change] = useUrlState(schema)
  useDefaultFilter({
    page: PAGE,
    isSet: search !== '' || Object.keys(filters).length > 0,
    onValues: (values) => change({ filters: values }, { replace: true }),
  })
  const scope = useFilteredScope(ALL_ASSETS, filters)
  const onFilters = (chosen: FilterValues): void => change({ filters: chosen })
  return (
    <AssetsOnFloors
      scope={scope}
      search={search}
      tools={
        <>
          <SearchBox
            label={t('search')}
            value={search}
            onSearch={(text) => change({ search: text }, { replace: true })}
            className={styles.search}
          />
          <AssetFilterMenu page={PAGE} filters={filters} onFilters={onFilters} />
          <AssetFilterChips filters={filters} onFilters={onFilters} />
        </>
      }
    />
  )
}

export { AllAssetsMapView as Page }
