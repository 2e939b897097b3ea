import { Button } from 'antd'
import { Hourglass, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { shortTime } from '../lib/time.ts'
import styles from './panels.module.css'

interface BandProps {
  readonly icon: ReactNode
  readonly title: string
  readonly next: string
  readonly children?: ReactNode
}

function Band({ icon, title, next, children }: BandProps) {
  return (
    <div className={styles.band}>
      {icon}
      <div className={styles.bandText}>
        <span className={styles.bandTitle} role="status">
          {title}
        </span>
        <span className={styles.bandNext}>{next}</span>
      </div>
      {children}
    </div>
  )
}

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
  const trying =
    nextInSeconds > 0 ? t('connection.tryingIn', { seconds: nextInSeconds }) : t('connection.tryingNow')
  return (
    <Band
      icon={<WifiOff size={18} aria-hidden />}
      title={t('connection.lost', { time: shortTime(since) })}
      next={`${t('connection.positionsAsOfThen')} ${trying}`}
    >
      <Button size="small" onClick={onRetry}>
        {t('connection.retry')}
      </Button>
    </Band>
  )
}

/** The same band while the server is there and does not answer what the page needs. */
export function SlowServerBand() {
  const { t } = useTranslation('common')
  return (
    <Band
      icon={<Hourglass size={18} aria-hidden />}
      title={t('connection.slow')}
      next={t('connection.slowNext')}
    />
  )
}
