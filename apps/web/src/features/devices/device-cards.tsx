import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { QueryState } from '../../ui/query-state.tsx'
import { type DevicesView, PAGE_SIZES, SEARCH_FROM } from '../devices-view/index.ts'
import { CardGrid, CardSkeletons } from './card-grid.tsx'
import styles from './devices.module.css'
import type { useDeviceList } from './use-device-list.ts'

interface DeviceCardsProps {
  readonly view: DevicesView
  readonly list: ReturnType<typeof useDeviceList>
  readonly onPage: (page: number, pageSize: number) => void
  readonly onClearSearch: () => void
}

/** The cards of one page, or what stands in their place while there are none. */
export function DeviceCards({ view, list, onPage, onClearSearch }: DeviceCardsProps) {
  const { t } = useTranslation('devices')
  return (
    <div className={styles.cards}>
      <QueryState boxed query={list} failed={t('failed')} loading={<CardSkeletons count={view.pageSize} />}>
        {({ assets, maxAssets }) =>
          maxAssets === 0 ? (
            <NoDevices search={view.search} onClearSearch={onClearSearch} />
          ) : (
            <>
              <CardGrid assets={assets} />
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

function NoDevices(props: { readonly search: string; readonly onClearSearch: () => void }) {
  const { t } = useTranslation('devices')
  const searched = props.search.length >= SEARCH_FROM
  return (
    <EmptyState
      boxed
      title={searched ? t('noMatch.title', { search: props.search }) : t('none.title')}
      why={searched ? t('noMatch.why') : t('none.why')}
      action={searched ? <Button onClick={props.onClearSearch}>{t('showAll')}</Button> : null}
    />
  )
}
