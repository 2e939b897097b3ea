import { Button, Pagination } from 'antd'
import { usePhone } from '../../lib/use-media.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CardGrid, CardSkeletons } from './card-grid.tsx'
import styles from './devices.module.css'
import { type DevicesView, PAGE_SIZES, SEARCH_FROM } from './devices-view.ts'
import type { useDeviceList } from './use-device-list.ts'

interface DeviceCardsProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
  readonly onPage: (page: number, pageSize: number) => void
  readonly onClearSearch: () => void
}

/** The cards of one page, or what stands in their place while there are none. */
export function DeviceCards({ view, list, onPage, onClearSearch }: DeviceCardsProps) {
  const phone = usePhone()
  if (list.isError && !list.data)
    return (
      <div className={styles.cards}>
        <ErrorState
          boxed
          title="Devices could not be loaded"
          cause={list.error}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      </div>
    )
  if (!list.data)
    return (
      <div className={styles.cards}>
        <CardSkeletons count={view.pageSize} />
      </div>
    )
  const { assets, maxAssets } = list.data
  if (maxAssets === 0) return <NoDevices search={view.search} onClearSearch={onClearSearch} />
  const first = (view.page - 1) * view.pageSize + 1
  return (
    <>
      <div className={styles.cards}>
        <CardGrid assets={assets} />
      </div>
      <nav className={styles.pager} aria-label="Pages">
        <span>
          {first}–{first + assets.length - 1} of {maxAssets}
        </span>
        <Pagination
          simple={phone}
          current={view.page}
          pageSize={view.pageSize}
          total={maxAssets}
          pageSizeOptions={[...PAGE_SIZES]}
          showSizeChanger={phone ? false : { 'aria-label': 'Cards on a page' }}
          locale={{ items_per_page: '/ page' }}
          onChange={onPage}
        />
      </nav>
    </>
  )
}

function NoDevices(props: { readonly search: string; readonly onClearSearch: () => void }) {
  const searched = props.search.length >= SEARCH_FROM
  return (
    <div className={styles.cards}>
      <EmptyState
        boxed
        title={searched ? `No devices match “${props.search}”` : 'No devices yet'}
        why={
          searched
            ? 'Name, serial number, asset ID, category and place were searched.'
            : 'Devices appear here as soon as the asset feed or an import brings them.'
        }
        action={searched ? <Button onClick={props.onClearSearch}>Show all devices</Button> : null}
      />
    </div>
  )
}
