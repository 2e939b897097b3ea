import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { CircleCheck, CircleOff, ListChecks } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { nextSorting } from '../../lib/sorting.ts'
import { clockTime } from '../../lib/time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState, ImportLink } from '../../ui/empty-state.tsx'
import type { FilterValues } from '../../ui/filters/index.ts'
import { useNow } from '../../ui/use-now.ts'
import { assetName } from '../asset-display/index.ts'
import { useDefaultFilter } from '../saved-filters/index.ts'
import { useAssetListColumns } from './asset-list-columns.tsx'
import {
  ASSET_LIST_STATE,
  assetTableQuery,
  keyOf,
  listCriteria,
  PAGE_SIZES,
  sortedCriteria,
} from './asset-list-state.ts'
import { AssetListToolbar } from './asset-list-toolbar.tsx'
import { BulkStatusDialog } from './bulk-status-dialog.tsx'
import { BulkStatusProgress } from './bulk-status-progress.tsx'
import { type BulkChange, useBulkStatus } from './use-bulk-status.ts'

const EncryptionNotice = lazy(async () => ({
  default: (await import('../../ui/encryption-notice.tsx')).EncryptionNotice,
}))

/** List of every asset by type, category and filters. Assets are activated and deactivated one by one or in bulk. */
export function AssetListView() {
  const { t } = useTranslation('asset-list')
  const [state, change] = useUrlState(ASSET_LIST_STATE)
  const now = useNow()
  const list = useQuery(assetTableQuery(sortedCriteria(state, now), state.page, state.pageSize))
  const columns = useAssetListColumns()
  const table = useTableView('asset-list', columns)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [openDialog, setOpenDialog] = useState<{ status: BulkChange['status']; ofSelected: boolean }>()
  const bulk = useBulkStatus()
  const isFiltered = Object.keys(state.filters).length > 0
  const setFilters = (filters: FilterValues): void => {
    setSelected(new Set())
    change({ filters, page: 1 })
  }
  usePageRefresh(() => void list.refetch())
  useFooterNote(list.data ? t('readAt', { time: clockTime(list.data.readAt) }) : '')
  useDefaultFilter({
    page: 'assetlist',
    isSet: isFiltered,
    onValues: (filters) => change({ filters }, { replace: true }),
  })
  const total = list.data?.count ?? 0
  const lastPage = Math.max(1, Math.ceil(total / state.pageSize))
  const back = useEffectEvent((page: number) => change({ page }, { replace: true }))
  // Assets may have left the list meanwhile. Past the end, the last page is shown.
  useEffect(() => {
    if (total > 0 && state.page > lastPage) back(lastPage)
  }, [total, state.page, lastPage])
  return (
    <>
      <AssetListToolbar
        state={state}
        menu={table.menu}
        onFilters={setFilters}
        action={
          <Button
            icon={<ListChecks size={16} strokeWidth={1.8} aria-hidden />}
            disabled={total === 0}
            onClick={() => setOpenDialog({ status: 'inactive', ofSelected: selected.size > 0 })}
          >
            {t('bulk.choose')}
          </Button>
        }
      />
      {bulk.running ? (
        <BulkStatusProgress
          key={bulk.running.job}
          running={bulk.running}
          undoing={bulk.undo.isPending}
          onUndo={() => bulk.running && bulk.undo.mutate(bulk.running.job)}
          onDismiss={bulk.dismiss}
        />
      ) : null}
      <Suspense>
        {list.data?.limits.unfiltered || list.data?.limits.unsorted ? (
          <EncryptionNotice limits={list.data.limits} />
        ) : null}
      </Suspense>
      <QueryTable
        boxed
        whole
        label={t('title')}
        query={list}
        failed={t('failed')}
        columns={table.columns}
        density={table.density}
        pageOf={({ assets, count }) => ({ rows: assets, total: count })}
        rowKey={keyOf}
        sorting={state.sorting}
        onSort={(field) => change({ sorting: nextSorting(state.sorting, field), page: 1 })}
        selection={{
          selected,
          onSelect: setSelected,
          nameOf: (asset) => t('selectOne', { name: assetName(asset) }),
          actions: [
            {
              label: t('activate'),
              icon: <CircleCheck size={16} aria-hidden />,
              run: () => setOpenDialog({ status: 'active', ofSelected: true }),
            },
            {
              label: t('deactivate'),
              icon: <CircleOff size={16} aria-hidden />,
              run: () => setOpenDialog({ status: 'inactive', ofSelected: true }),
            },
          ],
        }}
        empty={
          <EmptyState
            boxed
            title={t(isFiltered ? 'noneFiltered.title' : 'none.title')}
            why={t(isFiltered ? 'noneFiltered.why' : 'none.why')}
            action={
              isFiltered ? <Button onClick={() => setFilters({})}>{t('showAll')}</Button> : <ImportLink />
            }
          />
        }
        page={state.page}
        pageSize={state.pageSize}
        sizes={{ options: PAGE_SIZES, label: t('rowsOnPage') }}
        onPage={(page, pageSize) => change({ page: pageSize === state.pageSize ? page : 1, pageSize })}
      />
      {openDialog ? (
        <BulkStatusDialog
          selected={openDialog.ofSelected ? [...selected] : []}
          criteria={listCriteria(state, now)}
          total={total}
          status={openDialog.status}
          onSubmit={async (chosen) => {
            await bulk.change.mutateAsync(chosen)
            setSelected(new Set())
          }}
          onClose={() => setOpenDialog(undefined)}
        />
      ) : null}
    </>
  )
}

export { AssetListView as Page }
