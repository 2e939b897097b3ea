import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState, ImportLink } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { useUnlistedType } from '../asset-filters/index.ts'
import { type DevicesView, PAGE_SIZES, SEARCH_FROM } from '../devices-page-state/index.ts'
import { CardGrid, CardSkeletons } from './card-grid.tsx'
import styles from './devices.module.css'
import type { useDeviceList } from './use-device-list.ts'

const EncryptionNotice = lazy(async () => ({
  default: (await import('../../ui/encryption-notice.tsx')).EncryptionNotice,
}))

interface DeviceCardsProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
  readonly onPage: (page: number, pageSize: number) => void
  readonly onShowAll: () => void
}

/** Cards of one page, or their skeleton, error or empty state. */
export function DeviceCards({ view, list, onPage, onShowAll }: DeviceCardsProps) {
  const { t } = useTranslation('devices')
  return (
    <div className={styles.cards}>
      <QueryState boxed query={list} failed={t('failed')} loading={<CardSkeletons count={view.pageSize} />}>
        {({ assets, maxAssets, ...limits }) =>
          maxAssets === 0 ? (
            <>
              <Suspense>
                {limits.unfiltered || limits.unsorted ? <EncryptionNotice limits={limits} /> : null}
              </Suspense>
              <NoDevices view={view} onShowAll={onShowAll} />
            </>
          ) : (
            <>
              <Suspense>
                {limits.unfiltered || limits.unsorted ? <EncryptionNotice limits={limits} /> : null}
              </Suspense>
              <CardGrid assets={assets} fading={list.isPlaceholderData} />
              <Pager
                page={view.page}
                pageSize={view.pageSize}
                total={maxAssets}
                shown={assets.length}
                sizes={{ options: PAGE_SIZES, label: t('cardsOnPage') }}
                onPage={onPage}
              />
            </>
          )
        }
      </QueryState>
    </div>
  )
}

function NoDevices({ view, onShowAll }: Pick<DeviceCardsProps, 'view' | 'onShowAll'>) {
  const { t } = useTranslation('devices')
  const { search, filters } = view
  const unlisted = useUnlistedType(filters)
  const showAllButton = <Button onClick={onShowAll}>{t('showAll')}</Button>
  if (unlisted !== undefined)
    return (
      <EmptyState
        boxed
        title={t('unlistedType.title', { type: unlisted })}
        why={t('unlistedType.why')}
        action={showAllButton}
      />
    )
  if (search.length >= SEARCH_FROM)
    return (
      <EmptyState
        boxed
        title={t('noMatch.title', { search })}
        why={t('noMatch.why')}
        action={showAllButton}
      />
    )
  if (Object.keys(filters).length > 0)
    return (
      <EmptyState boxed title={t('noneFiltered.title')} why={t('noneFiltered.why')} action={showAllButton} />
    )
  return <EmptyState boxed title={t('none.title')} why={t('none.why')} action={<ImportLink />} />
}
