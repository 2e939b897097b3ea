import { useQuery } from '@tanstack/react-query'
import type { ParLevel } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { type UrlSchema, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'
import { QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { LevelDialog } from './level-dialog.tsx'
import { type ParLevelsView, parLevelsQuery } from './par-settings.query.ts'
import { useLevelColumns } from './use-level-columns.tsx'

const SIZES = [10, 25, 50] as const

const schema: UrlSchema<ParLevelsView> = {
  search: urlText('search'),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, SIZES),
}

/** List of the PAR levels by unit and category, with search, editing and removal. */
export function ParSettingsPage() {
  const { t } = useTranslation('par-settings')
  const [view, change] = useUrlState(schema)
  const [open, setOpen] = useState<ParLevel | 'new'>()
  const list = useQuery(parLevelsQuery(view))
  const columns = useLevelColumns(setOpen)
  usePageRefresh(() => void list.refetch())
  const add = (
    <OnlineButton type="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      {t('add.verb')}
    </OnlineButton>
  )
  return (
    <>
      <PageToolbar actions={add}>
        <SearchBox
          label={t('search')}
          value={view.search}
          onSearch={(search) => change({ search, page: 1 }, { replace: true })}
        />
      </PageToolbar>
      <QueryTable
        boxed
        label={t('title')}
        query={list}
        failed={t('failed')}
        columns={columns}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        rowKey={({ _id }) => _id}
        empty={
          view.search === '' ? (
            <EmptyState boxed title={t('none.title')} why={t('none.why')} action={add} />
          ) : (
            <EmptyState
              boxed
              title={t('none.found')}
              why={t('none.foundWhy')}
              action={<Button onClick={() => change({ search: '', page: 1 })}>{t('none.showAll')}</Button>}
            />
          )
        }
        page={view.page}
        pageSize={view.pageSize}
        sizes={{ options: SIZES, label: t('pageSize') }}
        onPage={(page, pageSize) => change({ page: pageSize === view.pageSize ? page : 1, pageSize })}
      />
      {open ? (
        <LevelDialog level={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} />
      ) : null}
    </>
  )
}

export { ParSettingsPage as Page }
