import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { clockTime } from '../../lib/time.ts'
import styles from './devices.module.css'
import { type DevicesView, SEARCH_FROM } from './devices-view.ts'
import { SortMenu } from './sort-menu.tsx'
import type { useDeviceList } from './use-device-list.ts'

interface NoteProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
}

const counted = (count: number): string => `${count} ${count === 1 ? 'device' : 'devices'}`

/** How many devices a search found, and the way back; nothing while nobody searches. */
export function SearchNote({ view, list, onClear }: NoteProps & { readonly onClear: () => void }) {
  if (view.view === 'map' || view.search === '') return null
  const short = view.search.length < SEARCH_FROM
  return (
    <div className={styles.found}>
      <span role="status">
        {short
          ? 'Two characters or more are searched for'
          : list.data
            ? counted(list.data.maxAssets)
            : 'Searching…'}
      </span>
      <Button type="link" size="small" onClick={onClear}>
        Reset
      </Button>
    </div>
  )
}

interface PhoneToolsProps extends NoteProps {
  readonly onSort: (column: string) => void
  readonly onRefresh: () => void
}

/** Sorting, refreshing and the count, as a phone has room for them. */
export function PhoneTools({ view, list, onSort, onRefresh }: PhoneToolsProps) {
  return (
    <>
      <div className={styles.phoneTools}>
        <SortMenu sorting={view.sorting} onSort={onSort} />
        <Button
          className={styles.pill ?? ''}
          loading={list.isRefetching}
          onClick={onRefresh}
          icon={<RefreshCw size={16} aria-hidden />}
        >
          Refresh
        </Button>
      </div>
      <p className={styles.count}>
        <span role="status">{list.data ? counted(list.data.maxAssets) : ''}</span>
        <span>{list.data ? `Refreshed ${clockTime(list.data.readAt)}` : ''}</span>
      </p>
    </>
  )
}
