import { useQuery } from '@tanstack/react-query'
import { routes } from '@wardtrack/contracts/routes'
import { Checkbox, Segmented, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { useUrlState } from '../../lib/url-state.ts'
import { QueryTable } from '../../ui/data-table/index.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import styles from './audit.module.css'
import { auditColumns } from './audit-columns.tsx'
import { type AuditView, auditQuery, auditSchema, filterQuery, PAGE_SIZES } from './audit-view.ts'

const FILE_NAME = 'audit.csv'

/** Names of actions in entries, for all audited calls. */
const actions = [
  ...new Set(
    Object.values(routes)
      .filter(({ access, path }) => access.kind !== 'public' || path === routes.verify.path)
      .map(({ method, path }) => `${method} ${path}`),
  ),
].map((action) => ({ value: action, label: action }))

const outcomes: readonly AuditView['outcome'][] = ['all', 'ok', 'refused']

/** Entries of the audit log: filters, an export of all matching entries, and a page of them. */
export function AuditList() {
  const { t } = useTranslation('audit')
  const [view, change] = useUrlState(auditSchema)
  const entries = useQuery(auditQuery(view))
  const columns = auditColumns()
  const filter = (part: Partial<AuditView>): void => change({ ...part, page: 1 })
  usePageRefresh(() => void entries.refetch())
  return (
    <>
      <PageToolbar
        actions={
          <ExportButton
            label={t('export')}
            fileName={FILE_NAME}
            open={(signal) => api.open('exportAudit', { query: filterQuery(view), signal })}
          />
        }
      >
        <SearchBox
          label={t('filter.person')}
          value={view.actor}
          onSearch={(actor) => filter({ actor })}
          className={styles.person}
        />
        <Select
          aria-label={t('filter.action')}
          className={styles.action ?? ''}
          showSearch
          allowClear
          placeholder={t('filter.anyAction')}
          options={actions}
          value={view.action || undefined}
          onChange={(action: string | undefined) => filter({ action: action ?? '' })}
        />
        <DateRangePicker anyTime value={view.range} onChange={(range) => filter({ range })} />
        <Segmented
          aria-label={t('filter.outcome')}
          value={view.outcome}
          onChange={(outcome) => filter({ outcome })}
          options={outcomes.map((value) => ({ value, label: t(`filter.${value}` as 'filter.ok') }))}
        />
        <Checkbox
          checked={view.patients === 'read'}
          onChange={({ target }) => filter({ patients: target.checked ? 'read' : 'all' })}
        >
          {t('filter.patients')}
        </Checkbox>
      </PageToolbar>
      <QueryTable
        label={t('title')}
        query={entries}
        pageOf={({ data, count }) => ({ rows: data, total: count })}
        failed={t('failed')}
        boxed
        whole
        density="history"
        columns={columns}
        rowKey={({ seq }) => String(seq)}
        empty={t('none')}
        page={view.page}
        pageSize={view.pageSize}
        sizes={{ options: PAGE_SIZES, label: t('title') }}
        onPage={(page, pageSize) => change({ page, pageSize })}
      />
    </>
  )
}
