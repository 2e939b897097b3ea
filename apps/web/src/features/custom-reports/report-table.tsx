import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { CustomReport } from '@wardtrack/contracts'
import { REPORT_TYPE_PAGES, REPORT_TYPES, type ReportType } from '@wardtrack/contracts/custom-report-choices'
import { Button, Segmented } from 'antd'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useMayOpen } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { customReportsQuery, KEYS } from '../../lib/queries.ts'
import { type UrlSchema, urlChoice, urlNumber, useUrlState } from '../../lib/url-state.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { reportIcon } from '../../ui/report-icons.ts'
import styles from './custom-reports.module.css'

/** Icon and name of a report, linked for users who may open it, with the description below. */
function ReportName({ report: { _id, Name, Description, Type, Icons } }: { readonly report: CustomReport }) {
  const page = REPORT_TYPE_PAGES[Type]
  const mayOpen = useMayOpen(page)
  const Icon = reportIcon(Icons)
  return (
    <span className={styles.name}>
      <Icon size={18} strokeWidth={1.8} aria-hidden />
      <span>
        {mayOpen ? <Link to={`/${page}/${_id}`}>{Name}</Link> : Name}
        <small>{Description}</small>
      </span>
    </span>
  )
}

const SIZES = [5, 10, 15] as const
type Shown = 'all' | ReportType
const schema: UrlSchema<{ readonly type: Shown; readonly page: number; readonly pageSize: number }> = {
  type: urlChoice<Shown>('type', ['all', ...REPORT_TYPES]),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 10, SIZES),
}

/** List of the custom reports, with opening, editing and deleting. */
export function ReportTable() {
  const { t } = useTranslation('custom-reports')
  const [{ type, page, pageSize }, change] = useUrlState(schema)
  const reports = useQuery(customReportsQuery())
  usePageRefresh(() => void reports.refetch())
  const columns = useReportListColumns()
  const newType = type === 'all' ? 'List' : type
  const add = (
    <Button
      type="primary"
      href={`#/generate-report-form?type=${encodeURIComponent(newType)}`}
      icon={<Plus size={16} aria-hidden />}
    >
      {t('add')}
    </Button>
  )
  return (
    <>
      <PageToolbar actions={add}>
        <Segmented<Shown>
          aria-label={t('typeLabel')}
          value={type}
          options={(['all', ...REPORT_TYPES] as const).map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(value) => change({ type: value, page: 1 })}
        />
      </PageToolbar>
      <QueryTable
        boxed
        label={t('title')}
        query={reports}
        failed={t('failed')}
        columns={columns}
        pageOf={(all) => {
          const shown = all.filter(({ Type }) => type === 'all' || Type === type)
          return { rows: shown.slice((page - 1) * pageSize, page * pageSize), total: shown.length }
        }}
        rowKey={({ _id }) => _id}
        empty={
          type === 'all' ? (
            <EmptyState title={t('none.title')} why={t('none.why')} action={add} />
          ) : (
            <EmptyState
              title={t('none.ofType')}
              action={<Button onClick={() => change({ type: 'all', page: 1 })}>{t('none.all')}</Button>}
            />
          )
        }
        page={page}
        pageSize={pageSize}
        sizes={{ options: SIZES, label: t('pageSize') }}
        onPage={(next, size) => change({ page: next, pageSize: size })}
      />
    </>
  )
}

function useReportListColumns(): DataColumn<CustomReport>[] {
  const { t } = useTranslation('custom-reports')
  const client = useQueryClient()
  const confirm = useConfirm()
  const { queryKey } = customReportsQuery()
  const remove = useApiMutation<CustomReport, { message: string }>({
    call: ({ _id }) => api.call('deleteCustomReportById', { params: { id: _id } }),
    optimistic: ({ _id }) => {
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, (all) => all?.filter((report) => report._id !== _id))
      return () => client.setQueryData(queryKey, before)
    },
    success: ({ message }) => message,
    invalidates: [[KEYS.customReports, 'list']],
  })
  const askToRemove = (report: CustomReport): void =>
    confirm({
      title: t('delete.title', { name: report.Name }),
      content: report.share === 'None' ? t('delete.content') : t('delete.shared'),
      verb: t('delete.verb'),
      onConfirm: () => remove.mutate(report),
    })
  return [
    {
      title: t('column.name'),
      onPhone: 'main',
      wraps: true,
      cell: (report) => <ReportName report={report} />,
    },
    { title: t('column.type'), cell: ({ Type }) => t(`type.${Type}`) },
    {
      title: t('column.share'),
      cell: ({ share, tag }) => (share === 'Tag' ? (tag ?? '') : t(`share.${share}`)),
    },
    { title: t('column.owner'), named: true, cell: ({ owner }) => owner },
    {
      title: t('column.edit'),
      onPhone: 'end',
      cell: ({ _id, Name, mayEdit }) =>
        mayEdit ? (
          <Link
            className={styles.action ?? ''}
            to={`/generate-report-form/${_id}`}
            aria-label={t('editOf', { name: Name })}
          >
            <Pencil size={16} strokeWidth={1.8} aria-hidden />
          </Link>
        ) : null,
    },
    {
      title: t('column.delete'),
      onPhone: 'end',
      cell: (report) =>
        report.mayEdit ? (
          <OnlineButton
            type="text"
            size="small"
            aria-label={t('deleteOf', { name: report.Name })}
            icon={<Trash2 size={16} strokeWidth={1.8} aria-hidden />}
            onClick={() => askToRemove(report)}
          />
        ) : null,
    },
  ]
}

export { ReportTable as Page }
