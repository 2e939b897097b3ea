import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { alertListQuery } from '../../../lib/alert-queries.ts'
import { ANY_TIME } from '../../../lib/date-range.ts'
import { formatNumber } from '../../../lib/i18n/formats.ts'
import { placeOf } from '../../../lib/place.ts'
import { alertHref, alertSummary } from '../../alert-notices/index.ts'
import { EventList } from '../event-list.tsx'
import { Tile, TileEmpty, TileQuery } from '../tile.tsx'
import { useTilePlace } from '../tile-place.ts'
import styles from './tiles.module.css'

const OPEN = { segment: 'open', search: '', range: ANY_TIME } as const

/** Number of open alerts, and the newest of them. */
export function OpenAlerts() {
  const { t } = useTranslation('dashboard')
  const { size } = useTilePlace()
  const alerts = useQuery(alertListQuery(OPEN, 1))
  return (
    <Tile>
      <TileQuery query={alerts} failed={t('alertsFailed')}>
        {({ totalAlerts, fetchedAlerts }) => (
          <div className={styles.beside}>
            <p className={`${styles.number} ${totalAlerts > 0 ? styles.bad : ''}`}>
              {formatNumber(totalAlerts)}
              <span>{t('open', { count: totalAlerts })}</span>
            </p>
            {totalAlerts === 0 ? (
              <TileEmpty>{t('noAlerts')}</TileEmpty>
            ) : size === 'small' ? null : (
              <EventList
                label={t('tile.open-alerts.title')}
                events={fetchedAlerts.map((alert) => ({
                  key: alert.id,
                  text: <a href={alertHref(alert.id)}>{alertSummary(alert)}</a>,
                  detail: placeOf(alert.LinkedLocation.fullPath).place,
                  time: alert.eventTime,
                }))}
              />
            )}
          </div>
        )}
      </TileQuery>
    </Tile>
  )
}
