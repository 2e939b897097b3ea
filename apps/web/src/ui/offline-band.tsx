import { Button } from 'antd'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../lib/time.ts'
import { useDelayed } from '../lib/use-delayed.ts'
import styles from './panels.module.css'

interface OfflineBandProps {
  /** Time of the connection loss, in milliseconds. */
  readonly since: number
  /** Seconds until the next try; 0 during a try. */
  readonly nextInSeconds: number
  readonly onRetry: () => void
}

/** Amber band above the content while the live stream is disconnected. The page stays readable. */
export function OfflineBand({ since, nextInSeconds, onRetry }: OfflineBandProps) {
  const { t } = useTranslation('common')
  return (
    <div className={styles.band}>
      <WifiOff size={18} aria-hidden />
      <div className={styles.bandText}>
        <span className={styles.bandTitle} role="status">
          {t('connection.lost', { time: shortTime(since) })}
        </span>
        <span className={styles.bandNext}>
          {t('connection.positionsAsOfThen')}{' '}
          {nextInSeconds > 0
            ? t('connection.tryingIn', { seconds: nextInSeconds })
            : t('connection.tryingNow')}
        </span>
      </div>
      <Button size="small" onClick={onRetry}>
        {t('connection.retry')}
      </Button>
    </div>
  )
}

/** In milliseconds. Even a report over months arrives earlier. */
const SLOW_AFTER_MS = 8_000

/** Band for a reachable server that has not answered the page's requests for a while. */
export function SlowServerBand() {
  const { t } = useTranslation('common')
  return useDelayed(SLOW_AFTER_MS) ? (
    <div className={styles.band} role="status">
      {t('connection.slow')}
    </div>
  ) : null
}
