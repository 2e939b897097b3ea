import { Button } from 'antd'
import { LocateFixed, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../lib/time.ts'
import type { FilterValues } from '../../ui/filters/index.ts'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import {
  DEFAULT_TYPE,
  DeviceSearch,
  type DevicesView,
  SEARCH_FROM,
  splitType,
} from '../devices-page-state/index.ts'
import styles from './devices.module.css'
import { DevicesExport } from './devices-export.tsx'
import { SortMenu } from './sort-menu.tsx'
import type { useDeviceList } from './use-device-list.ts'

interface NoteProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
}

/**
 * Number of devices that match a search or filters, with a reset of the search; renders nothing while all are shown.
 */
export function SearchNote({ view, list, onClear }: NoteProps & { readonly onClear: () => void }) {
  const { t } = useTranslation('devices')
  const searched = view.search !== ''
  if (view.view === 'map' || (!searched && Object.keys(view.filters).length === 0)) return null
  const short = searched && view.search.length < SEARCH_FROM
  return (
    <div className={styles.found}>
      <span role="status">
        {short ? (
          t('search.tooShort')
        ) : list.isError && !list.data ? null : (
          <FoundCount view={view} list={list} />
        )}
      </span>
      {searched ? (
        <Button type="link" size="small" onClick={onClear}>
          {t('search.reset')}
        </Button>
      ) : null}
    </div>
  )
}

/** Number of devices for the current request, never for the previous one. */
function FoundCount({ view, list }: NoteProps) {
  const { t } = useTranslation('devices')
  // The number of a list stays while its other pages load.
  if (!list.data || (list.isPlaceholderData && view.page === 1)) return t('search.searching')
  const isOfDevices = splitType(view.filters).types.join() === DEFAULT_TYPE
  return t(isOfDevices ? 'count' : 'found', { count: list.data.maxAssets })
}

interface PhoneToolsProps extends NoteProps {
  readonly onSort: (column: string) => void
  readonly onFilters: (filters: FilterValues) => void
  readonly onRefresh: () => void
}

/**
 * Filters, sorting, refresh and the count on a phone. In the map view only the filters, because the map needs the
 * room.
 */
export function PhoneTools({ view, list, onSort, onFilters, onRefresh }: PhoneToolsProps) {
  const { t } = useTranslation('devices')
  const { filters } = view
  const chips = <AssetFilterChips defaultType={DEFAULT_TYPE} filters={filters} onFilters={onFilters} />
  const isMap = view.view === 'map'
  const filterButton = (
    <AssetFilters
      page="devices"
      defaultType={DEFAULT_TYPE}
      filters={filters}
      onFilters={onFilters}
      className={styles.pill}
      compact={isMap}
    />
  )
  if (isMap)
    return (
      <>
        <div className={styles.phoneSearch}>
          <DeviceSearch />
          {filterButton}
        </div>
        {chips}
      </>
    )
  return (
    <>
      <DeviceSearch />
      <div className={styles.phoneTools}>
        {filterButton}
        <SortMenu sorting={view.sorting} onSort={onSort} />
        <Button
          className={styles.pill ?? ''}
          loading={list.isRefetching}
          onClick={onRefresh}
          icon={<RefreshCw size={16} aria-hidden />}
        >
          {t('refresh')}
        </Button>
        <DevicesExport view={view} />
        <Button
          className={styles.pill ?? ''}
          href="#/devices/nearest"
          icon={<LocateFixed size={16} aria-hidden />}
        >
          {t('findNearest')}
        </Button>
      </div>
      {chips}
      <p className={styles.count}>
        <span role="status">{list.data ? <FoundCount view={view} list={list} /> : ''}</span>
        <span>{list.data ? t('refreshed', { time: clockTime(list.data.readAt) }) : ''}</span>
      </p>
    </>
  )
}

/** Frame of the map in the space below the elements above. */
export function MapFrame({
  filters,
  children,
}: Pick<DevicesView, 'filters'> & { readonly children: ReactNode }) {
  return <div className={Object.keys(filters).length > 0 ? styles.belowChips : undefined}>{children}</div>
}
