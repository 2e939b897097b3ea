import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { CircleCheck, CircleOff, ListChecks } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFooterNote } from '../../lib/footer-note.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { filterOptionsQuery } from '../../lib/queries.ts'
import { nextSorting } from '../../lib/sorting.ts'
import { clockTime } from '../../lib/time.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { QueryTable, useTableView } from '../../ui/data-table/index.ts'
import { EmptyState, ImportLink } from '../../ui/empty-state.tsx'
import { type FilterValues, isTexts } from '../../ui/filters/index.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { useNow } from '../../ui/use-now.ts'
import { assetName } from '../asset-display/index.ts'
import { AssetFilterChips, AssetFilters } from '../asset-filters/index.ts'
import { ReportExport, ScheduleLink } from '../report-files/index.ts'
import { useDefaultFilter } from '../saved-filters/index.ts'
import styles from './asset-list.module.css'
import { useAssetListColumns } from './asset-list-columns.tsx'
import {
  ASSET_LIST_STATE,
  type AssetListState,
  assetTableQuery,
  keyOf,
  listCriteria,
  PAGE_SIZES,
  sortedCriteria,
} from './asset-list-state.ts'
import { BulkStatusDialog } from './bulk-status-dialog.tsx'
import { BulkStatusProgress } from './bulk-status-progress.tsx'
import { type BulkChange, useBulkStatus } from './use-bulk-status.ts'

const TYPE = 'AssetType'
const CATEGORY = 'Fields.PrimaryCategory'
/** Asset types that have categories. */
const WITH_CATEGORY: readonly string[] = ['Equipment', 'Consumables']

interface TypePanelProps {
  /** Asset types that this user may list. */
  readonly types: readonly string[]
  readonly filters: FilterValues
  readonly onFilters: (filters: FilterValues) => void
}

const firstOf = (filters: FilterValues, model: string): string | undefined => {
  const value = filters[model]
  return isTexts(value) ? value[0] : undefined
}

/** Choice of an asset type, and of a category if the type has some. It takes effect when applied. */
function TypePanel({ types, filters, onFilters }: TypePanelProps) {
  const { t } = useTranslation('asset-list')
  const mapping = useMetadata()
  const [type, setType] = useState(firstOf(filters, TYPE))
  const [category, setCategory] = useState(firstOf(filters, CATEGORY))
  const options = Object.keys((type && mapping?.[type]?.['PrimaryCategory']?.Options) || {})
  const hasCategory = type !== undefined && WITH_CATEGORY.includes(type)
  const submit = (): void => {
    const { [TYPE]: _type, [CATEGORY]: _category, ...otherFilters } = filters
    onFilters({
      ...(type ? { [TYPE]: [type] } : {}),
      ...(hasCategory && category ? { [CATEGORY]: [category] } : {}),
      ...otherFilters,
    })
  }
  return (
    <form
      className={styles.panel}
      aria-label={t('panel.label')}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Select
        aria-label={t('column.type')}
        className={styles.choice ?? ''}
        allowClear
        placeholder={t('panel.anyType')}
        value={type}
        options={types.map((value) => ({ value, label: aliasesOf(mapping, value).type }))}
        onChange={(value: string | undefined) => setType(value)}
      />
      {hasCategory ? (
        <Select
          aria-label={t('panel.category')}
          className={styles.choice ?? ''}
          mode="tags"
          maxCount={1}
          allowClear
          placeholder={t('panel.anyCategory')}
          value={category ? [category] : []}
          options={options.map((value) => ({
            value,
            label: aliasesOf(mapping, type).option('PrimaryCategory', value),
          }))}
          onChange={(values: string[]) => setCategory(values.at(-1))}
        />
      ) : null}
      <Button htmlType="submit">{t('panel.submit')}</Button>
    </form>
  )
}

interface AssetListToolbarProps {
  readonly state: AssetListState
  /** Choice of columns. */
  readonly menu: ReactNode
  /** Actions on many assets. */
  readonly action: ReactNode
  readonly onFilters: (filters: FilterValues) => void
}

/** Type, category and filters of the list, and its actions. */
function AssetListToolbar({ state, menu, action, onFilters }: AssetListToolbarProps) {
  const { t } = useTranslation('asset-list')
  const { filters } = state
  const { data = {} } = useQuery(filterOptionsQuery())
  return (
    <PageToolbar
      actions={
        <>
          {action}
          <ReportExport
            label={t('export')}
            page="assetlist"
            criteria={() => sortedCriteria(state, Date.now())}
            {...(Object.keys(filters).length === 0 ? { disabledReason: t('exportFiltered') } : {})}
          />
          {Object.keys(filters).length > 0 ? (
            <ScheduleLink page="assetlist" body={() => ({ items: sortedCriteria(state, Date.now()) })} />
          ) : null}
          {menu}
        </>
      }
      chips={<AssetFilterChips filters={filters} onFilters={onFilters} />}
      lead={
        <TypePanel
          key={JSON.stringify([filters['AssetType'], filters['Fields.PrimaryCategory']])}
          types={Object.keys(data)}
          filters={filters}
          onFilters={onFilters}
        />
      }
    >
      <AssetFilters page="assetlist" filters={filters} onFilters={onFilters} />
    </PageToolbar>
  )
}

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
