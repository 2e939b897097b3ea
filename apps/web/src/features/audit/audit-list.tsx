import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type { AuditEntryAnswer } from '@wardtrack/contracts'
import { routes } from '@wardtrack/contracts/routes'
import { Checkbox, Segmented, Select } from 'antd'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { ANY_TIME, type DateRange, rangeQuery, rangeText, urlDateRange } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { usePageRefresh } from '../../lib/page-refresh.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { type UrlSchema, urlChoice, urlNumber, urlText, useUrlState } from '../../lib/url-state.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { ExportButton } from '../../ui/export-button.tsx'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { StateMark } from '../../ui/states.tsx'
import styles from './audit.module.css'

/** Page sizes to choose from. */
const PAGE_SIZES = [25, 50, 100, 200] as const

/** Filters and page of the audit log, kept in the address. */
interface AuditView {
  readonly actor: string
  readonly action: string
  readonly outcome: 'all' | 'ok' | 'refused'
  readonly patients: 'all' | 'read'
  readonly range: DateRange
  readonly page: number
  readonly pageSize: number
}

/** Fields of the address for the view. */
const auditSchema: UrlSchema<AuditView> = {
  actor: urlText('person'),
  action: urlText('action'),
  outcome: urlChoice('outcome', ['all', 'ok', 'refused']),
  patients: urlChoice('patients', ['all', 'read']),
  range: urlDateRange('time', ANY_TIME.preset),
  page: urlNumber('page', 1),
  pageSize: urlNumber('size', 50, PAGE_SIZES),
}

/** Returns the filter as parameters of the calls. A period that ends now is resolved on each reading. */
function filterQuery({ actor, action, outcome, patients, range }: AuditView) {
  const { startDate, endDate } = rangeQuery(range, Date.now())
  return {
    ...(actor ? { actor } : {}),
    ...(action ? { action } : {}),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(patients === 'all' ? {} : { patients }),
    ...(startDate ? { from: startDate } : {}),
    ...(endDate ? { to: endDate } : {}),
  }
}

/** Query for a page of entries, newest first. */
const auditQuery = (view: AuditView) =>
  queryOptions({
    queryKey: [KEYS.audit, 'entries', { ...view, range: rangeText(view.range) }],
    queryFn: ({ signal }) =>
      api.call('listAudit', {
        query: { ...filterQuery(view), page: view.page, pagesize: view.pageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

const patientsOf = ({ details }: AuditEntryAnswer): string => {
  const count = details?.['patients']
  return typeof count === 'number' && count > 0 ? String(count) : MISSING
}

/** Number of digits at the end of an id that distinguish entries. */
const TOLD_DIGITS = 6

const targetText = ({ type, id }: NonNullable<AuditEntryAnswer['target']>): string =>
  id.length > TOLD_DIGITS * 2 ? `${type} …${id.slice(-TOLD_DIGITS)}` : `${type} ${id}`

/** Returns the columns of the audit log in the current language. */
const auditColumns = (): DataColumn<AuditEntryAnswer>[] => [
  { title: translate('audit:column.time'), cell: ({ time }) => dateTime(time), onPhone: 'end', width: 172 },
  {
    title: translate('audit:column.person'),
    cell: ({ actor }) => actor || translate('audit:nobody'),
    onPhone: 'main',
  },
  {
    title: translate('audit:column.action'),
    cell: ({ action }) => <span className={styles.actionText}>{action}</span>,
    mono: true,
    onPhone: 'wide',
  },
  {
    title: translate('audit:column.target'),
    cell: ({ target }) => (target ? <span title={target.id}>{targetText(target)}</span> : MISSING),
    onPhone: 'hidden',
  },
  { title: translate('audit:column.outcome'), cell: (entry) => <Outcome entry={entry} /> },
  { title: translate('audit:column.patients'), cell: patientsOf, onPhone: 'hidden' },
  { title: translate('audit:column.address'), cell: ({ address }) => address || MISSING },
  { title: translate('audit:column.number'), cell: ({ seq }) => seq, onPhone: 'hidden' },
]

function Outcome({ entry: { outcome, status } }: { readonly entry: AuditEntryAnswer }) {
  const isOk = outcome === 'ok'
  const Icon = isOk ? CircleCheck : CircleX
  return (
    <StateMark
      icon={<Icon size={14} strokeWidth={2.1} aria-hidden />}
      word={isOk ? translate('audit:outcome.ok') : translate('audit:outcome.refused', { status })}
      tone={isOk ? 'ok' : 'bad'}
      form="mark"
    />
  )
}

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
