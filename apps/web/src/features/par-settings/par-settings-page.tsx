import { useQuery } from '@tanstack/react-query'
import type { ParLevel } from '@wardtrack/contracts'
import { Button } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { aliasesOf, useMetadata } from '../../lib/metadata.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { levelValues, pathText } from '../../lib/place.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { type UrlSchema, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { LevelDialog } from './level-dialog.tsx'
import { type ParLevelsView, parLevelsQuery } from './par-settings.query.ts'

/** Returns the columns of PAR levels, with buttons to change and remove them. */
function useLevelColumns(onEdit: (level: ParLevel) => void): DataColumn<ParLevel>[] {
  const { t } = useTranslation('par-settings')
  const mapping = useMetadata()
  const confirm = useConfirm()
  const { mutateAsync } = useApiMutation({
    call: ({ _id, revision }: ParLevel) =>
      api.call('removeParLevel', { params: { id: _id }, query: { revision } }),
    success: ({ message }) => message,
    invalidates: [[KEYS.parLevels], [KEYS.reports]],
  })
  const categoryOf = ({ Category }: ParLevel): string =>
    aliasesOf(mapping, 'Equipment').option('PrimaryCategory', Category)
  const namesOf = (level: ParLevel) => ({
    unit: levelValues(level.fullPath).at(-1) ?? t('gone'),
    category: categoryOf(level),
  })
  const remove = (level: ParLevel): void =>
    confirm({
      title: t('remove.title', namesOf(level)),
      content: t('remove.what'),
      verb: t('remove.verb'),
      onConfirm: () => mutateAsync(level),
    })
  return [
    {
      title: t('unit'),
      onPhone: 'main',
      wraps: true,
      cell: ({ fullPath }) => pathText(fullPath) || t('gone'),
    },
    { title: t('category'), cell: categoryOf },
    { title: t('par'), named: true, cell: ({ Par }) => formatNumber(Par) },
    { title: t('minimum'), named: true, cell: ({ Minimum }) => formatNumber(Minimum) },
    {
      title: t('changed'),
      named: true,
      cell: ({ updatedAt, updatedBy }) => t('changedBy', { time: dateTime(updatedAt), name: updatedBy }),
    },
    {
      title: t('actions'),
      onPhone: 'end',
      cell: (level) => (
        <>
          {pathText(level.fullPath) === '' ? null : (
            <OnlineButton
              type="text"
              aria-label={t('edit.of', namesOf(level))}
              icon={<Pencil size={16} strokeWidth={1.8} aria-hidden />}
              onClick={() => onEdit(level)}
            />
          )}
          <OnlineButton
            type="text"
            aria-label={t('remove.of', namesOf(level))}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => remove(level)}
          />
        </>
      ),
    },
  ]
}

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
