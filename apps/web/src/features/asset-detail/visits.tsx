import { useInfiniteQuery } from '@tanstack/react-query'
import type { Asset, Visit } from '@wardtrack/contracts'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { type DateRange, isLimited } from '../../lib/date-range.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { visitsQuery } from '../../lib/movement-queries.ts'
import { pathText, placeOf } from '../../lib/place.ts'
import { dateTime, MISSING } from '../../lib/time.ts'
import { span } from '../../ui/age.ts'
import { type DataColumn, DataTable } from '../../ui/data-table/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import styles from './histories.module.css'

interface VisitsProps {
  readonly asset: Asset
  readonly range: DateRange
}

/**
 * Formats the duration of a visit, with `at least` if its start or end is unknown. A visit in progress counts up to
 * its last position. A single position gives no duration.
 */
function durationOf({ arrivedAt, arrivedEarlier, leftAt, lastSeenAt }: Visit): string {
  const milliseconds = Date.parse(leftAt ?? lastSeenAt) - Date.parse(arrivedAt)
  if (milliseconds <= 0) return MISSING
  const length = span(milliseconds)
  return arrivedEarlier || leftAt === null ? translate('asset-detail:visits.atLeast', { length }) : length
}

const columns = (): DataColumn<Visit>[] => [
  {
    title: translate('asset-detail:column.location'),
    cell: ({ fullPath, Location }) => (
      <span title={pathText(fullPath)}>
        {placeOf(fullPath).place.replace(' · ', ' > ') || Location || MISSING}
      </span>
    ),
    onPhone: 'main',
  },
  {
    title: translate('asset-detail:visits.arrived'),
    cell: ({ arrivedAt, arrivedEarlier }) =>
      arrivedEarlier
        ? translate('asset-detail:visits.before', { time: dateTime(arrivedAt) })
        : dateTime(arrivedAt),
    named: true,
  },
  {
    title: translate('asset-detail:visits.left'),
    cell: ({ leftAt, lastSeenAt }) =>
      leftAt === null
        ? translate('asset-detail:visits.lastSeen', { time: dateTime(lastSeenAt) })
        : dateTime(leftAt),
    named: true,
  },
  { title: translate('asset-detail:visits.howLong'), cell: durationOf, onPhone: 'end' },
]

/** Visits of an asset with their durations, newest first. */
export function Visits({ asset, range }: VisitsProps) {
  const { t } = useTranslation('asset-detail')
  const { AssetType: assetType, AssetId: assetId } = asset
  const query = useInfiniteQuery(visitsQuery({ assetType, assetId, range }))
  return (
    <QueryState query={query} failed={t('visits.failed')}>
      {(visits) => (
        <>
          <DataTable
            label={t('visits.title')}
            density="history"
            columns={columns()}
            rows={visits}
            rowKey={({ lastSeenAt }) => lastSeenAt}
            empty={t(isLimited(range) ? 'history.noneThen' : 'history.none')}
          />
          {query.hasNextPage ? (
            <div className={styles.more}>
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('visits.earlier')}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </QueryState>
  )
}
