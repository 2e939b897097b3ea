import { Button } from 'antd'
import { WifiOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../lib/time.ts'
import { useDelayed } from '../lib/use-delayed.ts'
import styles from './panels.module.css'

interface OfflineBandProps {
  /** When the connection was lost, milliseconds. */
  readonly since: number
  /** Seconds until the next try; 0 while one is under way. */
  readonly nextInSeconds: number
  readonly onRetry: () => void
}

/** The amber band over the content while the live stream is away. What is on the page stays readable. */
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

/** Even a report over months is there before. Milliseconds. */
const SLOW_AFTER_MS = 8_000

/** The same band while the server is there and has not answered, for a while, what the page needs. */
export function SlowServerBand() {
  const { t } = useTranslation('common')
  return useDelayed(SLOW_AFTER_MS) ? (
    <div className={styles.band} role="status">
      {t('connection.slow')}
    </div>
  ) : null
}
