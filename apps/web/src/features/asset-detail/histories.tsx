import { useQuery } from '@tanstack/react-query'
import type { Asset } from '@wardtrack/contracts'
import { Button, Modal, Skeleton, Tabs } from 'antd'
import { Maximize2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, isLimited, rangeText, urlDateRange } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { useAliases } from '../../lib/metadata.ts'
import { locationHistoryQuery, statusHistoryQuery } from '../../lib/queries.ts'
import { urlChoice, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import { assetName } from '../asset-display/index.ts'
import styles from './histories.module.css'
import { locationColumns, statusColumns } from './history-columns.tsx'
import { HISTORY_PAGE, HistoryTable } from './history-table.tsx'

// Loaded on first use, because most users only look at the rows.
const Visits = lazy(async () => ({ default: (await import('./visits.tsx')).Visits }))
const StatesOverTime = lazy(async () => ({
  default: (await import('./states-over-time.tsx')).StatesOverTime,
}))

type Kind = 'location' | 'status'
/** Form of a history: one row per event, or a summary. */
type Form = 'rows' | 'summary'
interface HistoryProps {
  readonly asset: Asset
  readonly range: DateRange
  readonly sizes?: boolean
}

/** Returns the name of a history, which differs in the dialog from the one behind it. */
function titleOf(kind: Kind, enlarged: boolean): string {
  const history = translate(`asset-detail:history.${kind}`)
  return enlarged ? translate('asset-detail:history.enlarged', { history }) : history
}

/** Returns the shown page of a history, and the properties of its table for paging. */
function useHistoryPage({ asset, range }: HistoryProps) {
  const [{ page, pageSize }, setPage] = useState({ page: 1, pageSize: HISTORY_PAGE })
  const question = { assetType: asset.AssetType, assetId: asset.AssetId, page, pageSize, range }
  const onPage = (next: number, size: number): void => setPage({ page: next, pageSize: size })
  return { question, table: { page, pageSize, onPage, limited: isLimited(range) } }
}

/** History of an asset's locations. */
export function LocationHistory(props: HistoryProps) {
  const { asset, sizes = false } = props
  const { question, table } = useHistoryPage(props)
  return (
    <HistoryTable
      {...table}
      label={titleOf('location', sizes)}
      columns={locationColumns(useAliases(asset.AssetType))}
      query={useQuery(locationHistoryQuery(question))}
      sizes={sizes}
    />
  )
}

/** History of an asset's states. */
export function StatusHistory(props: HistoryProps) {
  const { asset, sizes = false } = props
  const { question, table } = useHistoryPage(props)
  return (
    <HistoryTable
      {...table}
      label={titleOf('status', sizes)}
      columns={statusColumns(useAliases(asset.AssetType))}
      query={useQuery(statusHistoryQuery(question))}
      sizes={sizes}
    />
  )
}

const schema = {
  range: urlDateRange('time', ANY_TIME.preset),
  form: urlChoice<Form>('history', ['rows', 'summary']),
}

const HISTORIES = {
  location: { rows: LocationHistory, summary: Visits },
  status: { rows: StatusHistory, summary: StatesOverTime },
} as const

interface ShownHistoryProps extends HistoryProps {
  readonly kind: Kind
  readonly form: Form
  readonly onForm: (form: Form) => void
}

/** A history in the chosen form, below a switch to the other form. */
function ShownHistory({ kind, form, onForm, ...history }: ShownHistoryProps) {
  const { t } = useTranslation('asset-detail')
  const phone = usePhone()
  const History = HISTORIES[kind][form]
  const another = form === 'rows' ? 'summary' : 'rows'
  return (
    <>
      <div className={styles.form}>
        <Button size={phone ? 'large' : 'small'} onClick={() => onForm(another)}>
          {t(`history.form.${kind}.${another}`)}
        </Button>
      </div>
      <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 5 }} />}>
        <History {...history} />
      </Suspense>
    </>
  )
}

/** Both histories in tabs, each also in a dialog with more rows. The address contains their period. */
export function Histories({ asset }: { readonly asset: Asset }) {
  const { t } = useTranslation('asset-detail')
  const [kind, setKind] = useState<Kind>('location')
  const phone = usePhone()
  const [enlarged, setEnlarged] = useState(false)
  const [{ range, form }, change] = useUrlState(schema)
  const setRange = (next: DateRange): void => change({ range: next })
  // The key restarts another period at its first page.
  const period = rangeText(range)
  const history = { asset, range, form, onForm: (next: Form): void => change({ form: next }) }
  return (
    <section className={styles.card} aria-label={t('history.label')}>
      <div className={styles.enlarge}>
        {phone ? null : <DateRangePicker anyTime size="small" value={range} onChange={setRange} />}
        <Button
          size={phone ? 'large' : 'small'}
          type={phone ? 'text' : 'default'}
          aria-label={t('history.openInDialog')}
          icon={<Maximize2 size={14} aria-hidden />}
          onClick={() => setEnlarged(true)}
        >
          {phone ? null : t('history.openInDialog')}
        </Button>
      </div>
      <Tabs
        className={styles.tabs ?? ''}
        activeKey={kind}
        onChange={(key) => setKind(key as Kind)}
        items={[
          {
            key: 'location',
            label: t('history.location'),
            children: <ShownHistory key={period} kind="location" {...history} />,
            forceRender: true,
          },
          {
            key: 'status',
            label: t('history.status'),
            children: <ShownHistory key={period} kind="status" {...history} />,
            forceRender: true,
          },
        ]}
      />
      <Modal
        open={enlarged}
        onCancel={() => setEnlarged(false)}
        footer={null}
        width={960}
        title={t('history.of', { history: t(`history.${kind}`), asset: assetName(asset) })}
        className={styles.dialog ?? ''}
        destroyOnHidden
      >
        <div className={styles.period}>
          <DateRangePicker anyTime value={range} onChange={setRange} />
        </div>
        <ShownHistory key={period} kind={kind} {...history} sizes />
      </Modal>
    </section>
  )
}
