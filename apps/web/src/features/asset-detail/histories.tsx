import { useQuery } from '@tanstack/react-query'
import type { Asset, LocationRow, StatusRow } from '@wardtrack/contracts'
import { Button, Modal, Skeleton, Tabs } from 'antd'
import { Maximize2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY_TIME, type DateRange, isLimited, rangeText, urlDateRange } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { type Aliases, useAliases } from '../../lib/metadata.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { locationHistoryQuery, statusHistoryQuery } from '../../lib/queries.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { urlChoice, useUrlState } from '../../lib/url-state.ts'
import { usePhone } from '../../lib/use-media.ts'
import { type DataColumn, QueryTable } from '../../ui/data-table/index.ts'
import { DateRangePicker } from '../../ui/date-range-picker.tsx'
import type { ShownQuery } from '../../ui/query-state.tsx'
import { BatteryState, ConnectionState, InfusionState, WifiState } from '../../ui/states.tsx'
import { assetName } from '../asset-display/index.ts'
import { volumeText } from './field-values.ts'
import styles from './histories.module.css'

/** Renders a state. A state that the event did not report is missing, neither offline nor unknown. */
const stateCell = (stored: string | null, state: (stored: string) => ReactNode): ReactNode =>
  stored === null ? MISSING : state(stored)

const time = (): DataColumn<StatusRow> => ({
  title: translate('asset-detail:column.time'),
  cell: (row) => dateTime(row.Time),
  onPhone: 'end',
})

const states = (aliases: Aliases): DataColumn<StatusRow>[] => [
  {
    title: translate('asset-detail:column.wifi'),
    cell: (row) =>
      stateCell(row['Wifi Strength'], (stored) => (
        <WifiState form="fold" stored={stored} words={aliases.words('WifiStrength')} />
      )),
  },
  {
    title: translate('asset-detail:column.connection'),
    cell: (row) =>
      stateCell(row['Connection Status'], (stored) => (
        <ConnectionState form="mark" stored={stored} words={aliases.words('DeviceStatus')} />
      )),
  },
  {
    title: translate('asset-detail:column.battery'),
    cell: (row) =>
      stateCell(row['Battery Level'], (stored) => (
        <BatteryState form="fold" stored={stored} words={aliases.words('BatteryLevel')} />
      )),
  },
  {
    title: translate('asset-detail:column.infusion'),
    cell: (row) =>
      stateCell(row['Infusion Status'], (stored) => (
        <InfusionState form="mark" stored={stored} words={aliases.words('InfusionStatus')} />
      )),
  },
]

/** Returns the monitor of a sighting with its signal or distance. */
const sightingText = ({ monitorId, rssi, accuracy }: NonNullable<LocationRow['sighting']>): string =>
  [
    monitorId,
    ...(rssi === undefined ? [] : [translate('asset-detail:sighting.signal', { signal: rssi })]),
    ...(accuracy === undefined ? [] : [translate('asset-detail:sighting.distance', { metres: accuracy })]),
  ].join(' · ')

/**
 * Renders unit and room of a row, as on cards, with the full path as a tooltip. A sighting shows the monitor that
 * heard the tag.
 */
const placeCell = (row: LocationRow) => (
  <span title={pathText(row.fullPath)}>
    {placeOf(row.fullPath).place.replace(' · ', ' > ') || row.Location || MISSING}
    {row.sighting ? (
      <span className={styles.sighting}>
        {translate('asset-detail:sighting.heardBy', { monitor: sightingText(row.sighting) })}
      </span>
    ) : null}
  </span>
)

/** Returns the columns of the location history, in the specification's order. */
const locationColumns = (aliases: Aliases): DataColumn<LocationRow>[] => [
  time(),
  { title: translate('asset-detail:column.location'), cell: placeCell, onPhone: 'main' },
  ...states(aliases).map((column): DataColumn<LocationRow> => ({ ...column, onPhone: 'hidden' })),
]

/** Returns the columns of the status history. */
export const statusColumns = (aliases: Aliases): DataColumn<StatusRow>[] => [
  { ...time(), onPhone: 'main' },
  ...states(aliases),
  { title: aliases.field('VolumeInfused'), cell: (row) => volumeText(row.VolumeInfused), onPhone: 'hidden' },
]

/** Number of rows on a page of a history, and the page sizes of its dialog. */
const HISTORY_PAGE = 5
const SIZES = [5, 10, 15]

interface HistoryTableProps<Row> {
  readonly label: string
  readonly columns: readonly DataColumn<Row>[]
  readonly query: ShownQuery<{ readonly assets: readonly Row[]; readonly maxAssets: number }> & {
    readonly isPlaceholderData: boolean
  }
  readonly page: number
  readonly pageSize: number
  readonly onPage: (page: number, pageSize: number) => void
  readonly sizes?: boolean
  /** True if the rows are limited to a period. */
  readonly limited?: boolean
}

/** One history, newest first, in pages. */
function HistoryTable<Row extends { readonly Time: string }>(props: HistoryTableProps<Row>): ReactNode {
  const { t } = useTranslation('asset-detail')
  const { sizes = false, limited = false, label, ...table } = props
  return (
    <QueryTable
      {...table}
      label={label}
      density="history"
      failed={t('history.failed', { history: label })}
      pageOf={({ assets, maxAssets }) => ({ rows: assets, total: maxAssets })}
      rowKey={(row, index) => `${row.Time}-${index}`}
      empty={t(limited ? 'history.noneThen' : 'history.none')}
      sizes={sizes ? { options: SIZES, label: t('history.rowsOnPage') } : undefined}
    />
  )
}

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
