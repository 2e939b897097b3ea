import { useQuery } from '@tanstack/react-query'
import type { ProviderActivity as Activity, ProviderLogLine } from '@wardtrack/contracts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/i18n/formats.ts'
import { dateTime, shortTime } from '../../lib/time.ts'
import type { ChartFigures } from '../../ui/chart/chart-figures.ts'
import { ChartPanel } from '../../ui/chart/chart-panel.tsx'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { LoadingPanel } from '../../ui/loading-panel.tsx'
import { Fact } from '../../ui/panel.tsx'
import { activityQuery, logQuery } from './provider-queries.ts'
import styles from './providers.module.css'

/** Activity of a provider: counters of its items, the last 24 hours as a chart, and the newest lines of its log. */
export function ProviderActivity({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const activity = useQuery(activityQuery(name))
  return (
    <div className={styles.stack}>
      <LoadingPanel title={t('activity.title')} query={activity} failed={t('activity.failed')}>
        {(loaded) => <Counters activity={loaded} />}
      </LoadingPanel>
      {activity.data ? <DayChart activity={activity.data} /> : null}
      <ProviderLog name={name} />
    </div>
  )
}

const OUTCOMES = ['accepted', 'refused', 'unresolved', 'duplicates'] as const

function Counters({ activity: { day, total, lastEventAt } }: { readonly activity: Activity }) {
  const { t } = useTranslation('providers')
  return (
    <dl className={styles.facts}>
      <Fact label={t('activity.lastEvent')}>{lastEventAt ? dateTime(lastEventAt) : t('activity.never')}</Fact>
      {OUTCOMES.map((outcome) => (
        <Fact key={outcome} label={t(`activity.${outcome}`)}>
          {t('activity.figures', { day: formatNumber(day[outcome]), total: formatNumber(total[outcome]) })}
        </Fact>
      ))}
    </dl>
  )
}

function DayChart({ activity: { periods } }: { readonly activity: Activity }) {
  const { t } = useTranslation('providers')
  const figures: ChartFigures = {
    kind: 'lines',
    categoryTitle: t('activity.time'),
    categories: periods.map(({ time }) => shortTime(time)),
    series: [
      { name: t('activity.refused'), step: 0, values: periods.map(({ refused }) => refused) },
      { name: t('activity.unresolved'), step: 1, values: periods.map(({ unresolved }) => unresolved) },
      { name: t('activity.accepted'), step: 4, values: periods.map(({ accepted }) => accepted) },
    ],
  }
  return <ChartPanel title={t('activity.chart')} figures={figures} height={220} />
}

/** Formats the facts of a line: numbers and codes, never a sent value. */
const factsText = (facts: ProviderLogLine['facts']): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== 0)
    .map(([name, value]) => `${name}: ${typeof value === 'object' ? factsText(value) : value}`)
    .join(', ')

function ProviderLog({ name }: { readonly name: string }) {
  const { t } = useTranslation('providers')
  const log = useQuery(logQuery(name))
  const columns: DataColumn<ProviderLogLine>[] = [
    { title: t('log.time'), cell: ({ time }) => dateTime(time), onPhone: 'main', width: 190 },
    {
      title: t('log.level'),
      cell: ({ level }) => <span className={styles[level]}>{t(`log.of.${level}`)}</span>,
      onPhone: 'end',
      width: 90,
    },
    { title: t('log.event'), cell: ({ event }) => t(`log.what.${event as 'refused'}`), onPhone: 'wide' },
    { title: t('log.facts'), cell: ({ facts }) => factsText(facts), mono: true, onPhone: 'wide' },
  ]
  return (
    <LoadingPanel title={t('log.title')} query={log} failed={t('log.failed')}>
      {(lines) => (
        <DataTable<ProviderLogLine>
          label={t('log.title')}
          columns={columns}
          rows={lines}
          rowKey={({ id }) => id}
          empty={t('log.none')}
          density="history"
        />
      )}
    </LoadingPanel>
  )
}
