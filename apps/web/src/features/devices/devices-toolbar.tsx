import { Button, Segmented, Tooltip } from 'antd'
import { LayoutGrid, LocateFixed, Map as MapIcon, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { FilterValues } from '../../ui/filters/index.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import { DEFAULT_TYPE, type DevicesView } from '../devices-page-state/index.ts'
import styles from './devices.module.css'
import { DevicesExport, DevicesSchedule } from './devices-export.tsx'
import { SortMenu } from './sort-menu.tsx'

interface DevicesToolbarProps {
  readonly view: DevicesView
  readonly refreshing: boolean
  readonly onView: (view: DevicesView['view']) => void
  readonly onSort: (column: string) => void
  readonly onFilters: (filters: FilterValues) => void
  readonly onRefresh: () => void
}

const options = [
  { value: 'cards', text: 'view.cards', Icon: LayoutGrid },
  { value: 'map', text: 'view.map', Icon: MapIcon },
] as const

/** Choice of the content on the left, actions on the right. */
export function DevicesToolbar(props: DevicesToolbarProps) {
  const { view, refreshing, onView, onSort, onFilters, onRefresh } = props
  const { t } = useTranslation('devices')
  return (
    <PageToolbar
      actions={
        view.view === 'cards' ? (
          <>
            <SortMenu sorting={view.sorting} onSort={onSort} />
            <DevicesExport view={view} />
            <DevicesSchedule view={view} />
            <Tooltip title={t('refresh')}>
              <Button
                aria-label={t('refresh')}
                loading={refreshing}
                onClick={onRefresh}
                icon={<RefreshCw size={16} strokeWidth={1.8} aria-hidden />}
              />
            </Tooltip>
          </>
        ) : null
      }
      chips={<AssetFilterChips defaultType={DEFAULT_TYPE} filters={view.filters} onFilters={onFilters} />}
    >
      <Segmented
        aria-label={t('view.label')}
        value={view.view}
        onChange={onView}
        options={options.map(({ value, text, Icon }) => ({
          value,
          label: (
            <span className={styles.option}>
              <Icon size={16} strokeWidth={1.8} aria-hidden />
              {t(text)}
            </span>
          ),
        }))}
      />
      <AssetFilters page="devices" defaultType={DEFAULT_TYPE} filters={view.filters} onFilters={onFilters} />
      <Button href="#/devices/nearest" icon={<LocateFixed size={16} strokeWidth={1.8} aria-hidden />}>
        {t('findNearest')}
      </Button>
    </PageToolbar>
  )
}

/** Choice of the view on a phone: a bar at the bottom. */
export function ViewBar({ view, onView }: Pick<DevicesToolbarProps, 'view' | 'onView'>) {
  const { t } = useTranslation('devices')
  return (
    <div className={styles.bar} data-view-bar role="group" aria-label={t('view.label')}>
      {options.map(({ value, text, Icon }) => (
        <button key={value} type="button" aria-pressed={view.view === value} onClick={() => onView(value)}>
          <Icon size={20} strokeWidth={1.8} aria-hidden />
          {t(text)}
        </button>
      ))}
    </div>
  )
}
