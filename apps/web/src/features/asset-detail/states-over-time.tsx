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
import { dateTime, shortTime } from '../../lib/time.ts'
import { span } from '../../ui/age.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import {
  batteryLook,
  connectionLook,
  infusionLook,
  type ToneName,
  type Words,
  wifiLook,
} from '../../ui/state-looks.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './strip-chart.module.css'

/** Look of a state's period: its word, its tone, and its height in the strip, 0 to 1. */
interface StretchLook {
  readonly word: string
  readonly tone: ToneName
  readonly level: number
}

/**
 * Returns the look of a state. Levels fill the strip by steps, so that they differ without colour. Other states fill
 * the strip when they are on.
 */
function lookOfState(field: StateStretch['field'], stored: string, words: Words): StretchLook {
  if (field === 'WifiStrength') return stepped(wifiLook(stored, words), 5)
  if (field === 'BatteryLevel') return stepped(batteryLook(stored, words), 4)
  const look = field === 'DeviceStatus' ? connectionLook(stored, words) : infusionLook(stored, words)
  if (!look) return { word: words?.[stored]?.alias ?? stored, tone: 'off', level: LOW }
  return { word: look.word, tone: look.tone, level: look.step === 0 ? LOW : 1 }
}

const LOW = 0.25
const stepped = ({ word, tone, step }: ReturnType<typeof wifiLook>, most: number): StretchLook => ({
  word,
  tone,
  level: step === 0 ? LOW / 2 : step / most,
})

/** Part of a strip: start and end in milliseconds. */
interface StripPart extends StretchLook {
  readonly from: number
  readonly to: number
}
/** One state over time. */
interface Strip {
  readonly name: string
  readonly parts: readonly StripPart[]
}

interface StripChartProps {
  readonly label: string
  readonly strips: readonly Strip[]
  /** Start of the time axis, in milliseconds. */
  readonly from: number
  readonly to: number
}

/** Width in units of the drawing, which is stretched to the width of its container. */
const WIDTH = 1000
const HEIGHT = 28
const TICKS = [0, 0.25, 0.5, 0.75, 1]
const DAY_MS = 24 * 60 * 60_000

/** States over time, one strip each. A tooltip explains each part, and the last state's word is beside the name. */
function StripChart({ label, strips, from, to }: StripChartProps) {
  const x = (time: number): number => ((Math.min(Math.max(time, from), to) - from) / (to - from)) * WIDTH
  return (
    <figure className={styles.chart} aria-label={label}>
      {strips.map(({ name, parts }) => (
        <div key={name} className={styles.strip}>
          <div className={styles.name}>
            <span>{name}</span>
            <strong>{parts.at(-1)?.word}</strong>
          </div>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={name}>
            {parts.map(({ from: since, to: until, word, tone, level }) => (
              <rect
                key={since}
                className={styles[tone]}
                x={x(since)}
                width={Math.max(1, x(until) - x(since))}
                y={HEIGHT * (1 - level)}
                height={HEIGHT * level}
              >
                <title>{`${word}: ${dateTime(since)} – ${dateTime(until)} (${span(until - since)})`}</title>
              </rect>
            ))}
          </svg>
        </div>
      ))}
      <figcaption className={styles.axis} aria-hidden>
        {TICKS.map((part) => (
          <span key={part}>{tickText(from + part * (to - from), to - from)}</span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Formats a tick: the time of day within one day, else the date. */
const tickText = (time: number, length: number): string =>
  length <= DAY_MS ? shortTime(time) : (dateTime(time).split(',')[0] ?? '')

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
