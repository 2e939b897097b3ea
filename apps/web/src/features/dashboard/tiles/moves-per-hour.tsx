import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../lib/i18n/formats.ts'
import { shortTime } from '../../../lib/time.ts'
import { useNow } from '../../../ui/use-now.ts'
import { PERIOD_MODEL } from '../../asset-filters/index.ts'
import { reportRowsQuery } from '../../reports/index.ts'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import { TILE_REPORTS } from './report-definitions.ts'
import styles from './tiles.module.css'

const { moves } = TILE_REPORTS
const HOUR_MS = 60 * 60_000
const HOURS = 8

/** Query for the number of moves in one hour. A past hour is counted only once. */
function hourQuery(begin: number, isCurrent: boolean) {
  const period = {
    [PERIOD_MODEL]: { $gte: new Date(begin).toISOString(), $lt: new Date(begin + HOUR_MS).toISOString() },
  }
  const body = { items: [period, { AssetType: ['Equipment'] }] }
  const query = reportRowsQuery(moves, body, 1, 1)
  return isCurrent ? query : { ...query, staleTime: HOUR_MS, meta: {} }
}

/** Number of moves between places in each of the last hours. */
export function MovesPerHour() {
  const { t } = useTranslation('dashboard')
  const { title } = useTilePlace()
  const now = useNow()
  const currentHour = Math.floor(now / HOUR_MS) * HOUR_MS
  const hours = Array.from({ length: HOURS }, (_, index) => currentHour - (HOURS - 1 - index) * HOUR_MS)
  const queries = useQueries({ queries: hours.map((begin) => hourQuery(begin, begin === currentHour)) })
  const failed = queries.find(({ error, data }) => error && !data)
  const counts = queries.map(({ data }) => data?.maxAssets ?? 0)
  const most = Math.max(1, ...counts)
  const isLoaded = queries.every(({ data }) => data !== undefined)
  return (
    <Tile>
      <TileQuery
        query={{
          data: isLoaded ? counts : undefined,
          error: failed?.error ?? null,
          isFetching: failed?.isFetching ?? false,
          refetch: () => failed?.refetch(),
        }}
        failed={t('movesFailed')}
        onRetry={() => {
          for (const query of queries) if (query.error) void query.refetch()
        }}
      >
        {(loaded) =>
          loaded.every((count) => count === 0) ? (
            <TileEmpty>{t('noMoves')}</TileEmpty>
          ) : (
            <ol className={styles.hours} aria-label={title}>
              {loaded.map((count, index) => (
                <li key={hours[index]}>
                  <b>{formatNumber(count)}</b>
                  <span className={styles.column} aria-hidden>
                    <span style={{ height: `${(count / most) * 100}%` }} />
                  </span>
                  <span className={styles.hour}>{shortTime(hours[index])}</span>
                </li>
              ))}
            </ol>
          )
        }
      </TileQuery>
    </Tile>
  )
}
