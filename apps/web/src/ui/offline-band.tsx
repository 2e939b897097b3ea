import { Button } from 'antd'
import { WifiOff } from 'lucide-react'
import { shortTime } from '../lib/time.ts'
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
  return (
    <div className={styles.band}>
      <WifiOff size={18} aria-hidden />
      <div className={styles.bandText}>
        <span className={styles.bandTitle} role="status">
          Connection lost at {shortTime(since)}
        </span>
        <span className={styles.bandNext}>
          Positions are as of then.{' '}
          {nextInSeconds > 0 ? `Trying again in ${nextInSeconds} s` : 'Trying again now'}
        </span>
      </div>
      <Button size="small" onClick={onRetry}>
        Retry now
      </Button>
    </div>
  )
}
