import { lazy, Suspense } from 'react'
import {
  DeviceCards,
  DevicesToolbar,
  MapFrame,
  PhoneTools,
  SearchNote,
  useDeviceList,
  useRefreshNote,
  ViewBar,
} from '../../features/devices/index.ts'
import { DEFAULT_TYPE, useDevicesView } from '../../features/devices-page-state/index.ts'
import { useDefaultFilter } from '../../features/saved-filters/index.ts'
import { usePhone } from '../../lib/use-media.ts'

const DevicesMapView = lazy(async () => ({
  default: (await import('../../features/live-map/index.ts')).DevicesMapView,
}))

/** Main page: devices as cards or on their floor plans. */
export function Page() {
  const phone = usePhone()
  const { setView, setPage, setSearch, setFilters, openWith, showAll, sortBy, toPage, ...view } =
    useDevicesView()
  useDefaultFilter({
    page: 'devices',
    isSet: view.search !== '' || Object.keys(view.filters).length > 0,
    defaultType: DEFAULT_TYPE,
    onValues: openWith,
  })
  const list = useDeviceList(view, toPage)
  useRefreshNote(view.view === 'cards' ? list.data?.readAt : undefined)
  const refresh = (): void => void list.refetch()
  return (
    <>
      {phone ? (
        <PhoneTools view={view} list={list} onSort={sortBy} onFilters={setFilters} onRefresh={refresh} />
      ) : (
        <>
          <DevicesToolbar
            view={view}
            refreshing={list.isRefetching}
            onView={setView}
            onSort={sortBy}
            onFilters={setFilters}
            onRefresh={refresh}
          />
          <SearchNote view={view} list={list} onClear={() => setSearch('')} />
        </>
      )}
      {view.view === 'map' ? (
        <Suspense fallback={null}>
          <MapFrame filters={view.filters}>
            <DevicesMapView search={view.search} filters={view.filters} onShowAll={showAll} />
          </MapFrame>
        </Suspense>
      ) : (
        <DeviceCards view={view} list={list} onPage={setPage} onShowAll={showAll} />
      )}
      {phone ? <ViewBar view={view} onView={setView} /> : null}
    </>
  )
}
