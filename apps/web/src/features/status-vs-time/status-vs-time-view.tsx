import { useQuery } from '@tanstack/react-query'
import type { ChartPoint } from '@wardtrack/contracts'
import { Button } from 'antd'
import { ChartLine, MousePointer2, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translate } from '../../lib/i18n/i18n.ts'
import { useMetadata } from '../../lib/metadata.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { chartTime, devicesPath, type Report, ReportPage, useReport, withPeriod } from '../reports/index.ts'
import { bandName, CHART_FAMILIES, type ChartBand, type ChartFamily, periodText } from './chart-families.ts'
import { StateCharts } from './state-charts.tsx'
import styles from './status-vs-time.module.css'
import { chartPointsQuery, STATUS_VS_TIME } from './status-vs-time.query.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Formats the interval between the points in words. */
function distanceText(seconds: number): string {
  if (seconds < MINUTE) return translate('reports:chart.everySeconds', { count: seconds })
  if (seconds < HOUR) return translate('reports:chart.everyMinutes', { count: seconds / MINUTE })
  if (seconds < DAY) return translate('reports:chart.everyHours', { count: seconds / HOUR })
  return translate('reports:chart.everyDays', { count: seconds / DAY })
}

interface ChartsFootProps {
  /** Time at the pointer, ISO 8601; undefined without a pointer. */
  readonly pointed: string | undefined
  readonly bucketSeconds: number
  readonly asTable: boolean
  readonly onTable: (asTable: boolean) => void
}

/** Line under the charts: the time at the pointer, the interval between points, and a switch to the table. */
function ChartsFoot({ pointed, bucketSeconds, asTable, onTable }: ChartsFootProps) {
  const { t } = useTranslation('reports')
  const Icon = asTable ? ChartLine : Table2
  return (
    <div className={styles.foot}>
      {asTable ? null : (
        <span className={styles.reading}>
          <MousePointer2 size={14} aria-hidden />
          {pointed === undefined ? t('chart.hint') : t('chart.pointed', { time: chartTime(pointed) })}
        </span>
      )}
      <span>{distanceText(bucketSeconds)}</span>
      <Button
        type="link"
        size="small"
        icon={<Icon size={14} aria-hidden />}
        onClick={() => onTable(!asTable)}
      >
        {asTable ? t('chart.asCharts') : t('chart.asTable')}
      </Button>
    </div>
  )
}

/** Points of all four charts as a table. */
function PointTable({ points }: { readonly points: readonly ChartPoint[] }) {
  const { t } = useTranslation('reports')
  const mapping = useMetadata()
  const columns: DataColumn<ChartPoint>[] = [
    {
      title: t('chart.time'),
      onPhone: 'wide',
      sticky: 'start',
      cell: ({ createdAt }) => chartTime(createdAt),
    },
    ...CHART_FAMILIES.flatMap((family) =>
      family.bands.map(
        (band): DataColumn<ChartPoint> => ({
          title: bandName(family, band, mapping),
          named: true,
          cell: (point) => point[band.member],
        }),
      ),
    ),
  ]
  return (
    <DataTable
      label={t('chart.table')}
      columns={columns}
      rows={points}
      rowKey={({ createdAt }) => createdAt}
      density="compact"
      empty={t('chart.empty')}
    />
  )
}

const EncryptionNotice = lazy(async () => ({
  default: (await import('../../ui/encryption-notice.tsx')).EncryptionNotice,
}))
const BandDrawer = lazy(async () => ({ default: (await import('./band-drawer.tsx')).BandDrawer }))

/** Minimum period that the report accepts, in milliseconds. */
const SHORTEST_MS = 60_000

/** Four status charts over one period, with their figures as a table and the assets behind each band. */
export function StatusVsTimeView() {
  const { t } = useTranslation('reports')
  const report = useReport(STATUS_VS_TIME)
  const query = useQuery(chartPointsQuery(report.body.items))
  const { data } = query
  return (
    <ReportPage report={report} query={query} shownPeriod={data && shownPeriod(data)}>
      <QueryState query={query} failed={t('failed')} boxed loading={<WaitingCharts />}>
        {({ assets, bucketSeconds, unfiltered }) => (
          <>
            <Suspense>{unfiltered ? <EncryptionNotice limits={{ unfiltered }} /> : null}</Suspense>
            <ShownPoints report={report} points={assets} bucketSeconds={bucketSeconds} />
          </>
        )}
      </QueryState>
    </ReportPage>
  )
}

interface ReadPoints {
  readonly assets: readonly ChartPoint[]
  readonly bucketSeconds: number
  readonly readAt: number
}

/** Formats the start and end of the points in words; undefined if there are no points. */
function shownPeriod({ assets, bucketSeconds, readAt }: ReadPoints): string | undefined {
  const [first] = assets
  const last = assets.at(-1)
  if (!first || !last) return undefined
  return periodText(first.createdAt, Math.min(Date.parse(last.createdAt) + bucketSeconds * 1_000, readAt))
}

const ignore = (): void => undefined

const WaitingCharts = () => (
  <StateCharts isLoading points={[]} category={undefined} onPoint={ignore} onRange={ignore} onBand={ignore} />
)

/** A chosen band of a chart, at the end of a bucket. */
interface ChosenBand {
  readonly family: ChartFamily
  readonly band: ChartBand
  readonly moment: string
  readonly count: number
}

interface ShownPointsProps {
  readonly report: Report
  readonly points: readonly ChartPoint[]
  readonly bucketSeconds: number
}

function ShownPoints({ report, points, bucketSeconds }: ShownPointsProps) {
  const mapping = useMetadata()
  const [category, setCategory] = useState<number>()
  const [asTable, setAsTable] = useState(false)
  const [chosen, setChosen] = useState<ChosenBand>()
  const { state, changeFilters, body } = report
  const startOf = (point: number): number => Date.parse(points[point]?.createdAt ?? '')
  const zoom = (from: number, to: number): void => {
    const begin = startOf(from)
    const end = Math.max(startOf(to) + bucketSeconds * 1_000, begin + SHORTEST_MS)
    const range = { from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
    setCategory(undefined)
    changeFilters(withPeriod(STATUS_VS_TIME, state.filters, range))
  }
  const choose = (family: ChartFamily, band: ChartBand, point: number): void =>
    setChosen({
      family,
      band,
      moment: new Date(startOf(point) + bucketSeconds * 1_000).toISOString(),
      count: points[point]?.[band.member] ?? 0,
    })
  const { createdAt: _period, ...otherFilters } = state.filters
  return (
    <>
      {asTable ? (
        <PointTable points={points} />
      ) : (
        <StateCharts
          points={points}
          category={category}
          onPoint={setCategory}
          onRange={zoom}
          onBand={choose}
        />
      )}
      {points.length === 0 ? null : (
        <ChartsFoot
          pointed={category === undefined ? undefined : points[category]?.createdAt}
          bucketSeconds={bucketSeconds}
          asTable={asTable}
          onTable={setAsTable}
        />
      )}
      {chosen ? (
        <Suspense fallback={null}>
          <BandDrawer
            question={{
              items: body.items.filter((condition) => !('createdAt' in condition)),
              moment: chosen.moment,
              state: chosen.band.member,
            }}
            name={bandName(chosen.family, chosen.band, mapping)}
            count={chosen.count}
            devicesNow={devicesPath({ ...otherFilters, [chosen.family.model]: [chosen.band.stored] })}
            onClose={() => setChosen(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

export { StatusVsTimeView as Page }
