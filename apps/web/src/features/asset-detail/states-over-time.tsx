import { useQuery } from '@tanstack/react-query'
import type { Asset, StateStretch } from '@wardtrack/contracts'
import { Button } from 'antd'
import { ChartColumn, Table2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type DateRange, isLimited, rangeBounds } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { type Aliases, useAliases } from '../../lib/metadata.ts'
import { stateStretchesQuery } from '../../lib/movement-queries.ts'
import { dateTime } from '../../lib/time.ts'
import { span } from '../../ui/age.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { useNow } from '../../ui/use-now.ts'
import { lookOfState } from './look-of-state.ts'
import styles from './strip-chart.module.css'
import { type Strip, StripChart } from './strip-chart.tsx'

/** Fields of the strips, from top to bottom. */
const FIELDS: readonly StateStretch['field'][] = [
  'WifiStrength',
  'DeviceStatus',
  'BatteryLevel',
  'InfusionStatus',
]

interface StatesOverTimeProps {
  readonly asset: Asset
  readonly range: DateRange
}

/** Durations of an asset's states: one strip per field, or a table. */
export function StatesOverTime({ asset, range }: StatesOverTimeProps) {
  const { t } = useTranslation(['asset-detail', 'common'])
  const [asTable, setAsTable] = useState(false)
  const aliases = useAliases(asset.AssetType)
  const now = useNow()
  const { AssetType: assetType, AssetId: assetId } = asset
  const query = useQuery(stateStretchesQuery({ assetType, assetId, range }))
  const OtherIcon = asTable ? ChartColumn : Table2
  return (
    <QueryState query={query} failed={t('states.failed')}>
      {({ stretches, readFrom }) => {
        if (stretches.length === 0)
          return <p className={styles.none}>{t(isLimited(range) ? 'history.noneThen' : 'history.none')}</p>
        const period = periodOf(stretches, readFrom, range, now)
        return (
          <div className={styles.box}>
            <div className={styles.head}>
              <span>{readFrom ? t('states.readFrom', { time: dateTime(readFrom) }) : null}</span>
              <Button
                type="text"
                size="small"
                icon={<OtherIcon size={16} strokeWidth={1.8} aria-hidden />}
                onClick={() => setAsTable(!asTable)}
              >
                {t(asTable ? 'common:blocks.chart.asChart' : 'common:blocks.chart.asTable')}
              </Button>
            </div>
            {asTable ? (
              <StretchTable stretches={stretches} aliases={aliases} end={period.to} />
            ) : (
              <StripChart
                label={t('states.title')}
                strips={stripsOf(stretches, aliases, period)}
                {...period}
              />
            )}
          </div>
        )
      }}
    </QueryState>
  )
}

/** Returns the shown period in milliseconds: the requested period, as far as it was read and has data. */
function periodOf(
  stretches: readonly StateStretch[],
  readFrom: string | null,
  range: DateRange,
  now: number,
): { from: number; to: number } {
  const { from, to } = rangeBounds(range, now)
  const oldest = Math.min(...stretches.map(({ since }) => Date.parse(since)))
  const end = 'preset' in range ? now : Math.min(to, now)
  const start = isLimited(range) ? from : oldest
  return { from: readFrom ? Date.parse(readFrom) : start, to: Math.max(end, oldest + 1) }
}

function stripsOf(
  stretches: readonly StateStretch[],
  aliases: Aliases,
  { to }: { readonly to: number },
): Strip[] {
  return FIELDS.map((field) => ({
    name: aliases.field(field),
    parts: stretches
      .filter((stretch) => stretch.field === field)
      .map(({ value, since, until }) => ({
        ...lookOfState(field, value, aliases.words(field)),
        from: Date.parse(since),
        to: until === null ? to : Date.parse(until),
      }))
      .toReversed(),
  })).filter(({ parts }) => parts.length > 0)
}

interface StretchTableProps {
  readonly stretches: readonly StateStretch[]
  readonly aliases: Aliases
  readonly end: number
}

function StretchTable({ stretches, aliases, end }: StretchTableProps) {
  const columns: DataColumn<StateStretch>[] = [
    {
      title: translate('asset-detail:states.state'),
      cell: ({ field }) => aliases.field(field),
      onPhone: 'main',
    },
    {
      title: translate('asset-detail:states.value'),
      cell: ({ field, value }) => lookOfState(field, value, aliases.words(field)).word,
      onPhone: 'end',
    },
    { title: translate('asset-detail:states.since'), cell: ({ since }) => dateTime(since), named: true },
    { title: translate('asset-detail:states.until'), cell: ({ until }) => dateTime(until), named: true },
    {
      title: translate('asset-detail:visits.howLong'),
      cell: ({ since, until }) => span((until === null ? end : Date.parse(until)) - Date.parse(since)),
      named: true,
    },
  ]
  return (
    <DataTable
      label={translate('asset-detail:states.title')}
      density="history"
      columns={columns}
      rows={stretches}
      rowKey={({ field, since }) => `${field} ${since}`}
      empty=""
    />
  )
}
