import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { clockTime } from '../../lib/time.ts'
import { type DevicesView, SEARCH_FROM } from '../devices-view/index.ts'
import styles from './devices.module.css'
import { SortMenu } from './sort-menu.tsx'
import type { useDeviceList } from './use-device-list.ts'

interface NoteProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
}

/** How many devices a search found, and the way back; nothing while nobody searches. */
export function SearchNote({ view, list, onClear }: NoteProps & { readonly onClear: () => void }) {
  const { t } = useTranslation('devices')
  if (view.view === 'map' || view.search === '') return null
  const short = view.search.length < SEARCH_FROM
  return (
    <div className={styles.found}>
      <span role="status">
        {short
          ? t('search.tooShort')
          : list.data
            ? t('count', { count: list.data.maxAssets })
            : t('search.searching')}
      </span>
      <Button type="link" size="small" onClick={onClear}>
        {t('search.reset')}
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
  const { t } = useTranslation('devices')
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
          {t('refresh')}
        </Button>
      </div>
      <p className={styles.count}>
        <span role="status">{list.data ? t('count', { count: list.data.maxAssets }) : ''}</span>
        <span>{list.data ? t('refreshed', { time: clockTime(list.data.readAt) }) : ''}</span>
      </p>
    </>
  )
}
