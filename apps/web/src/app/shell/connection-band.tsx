import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { liveStream, useStreamState } from '../../lib/live/index.ts'
import { useDelayed } from '../../lib/use-delayed.ts'
import { OfflineBand } from '../../ui/offline-band.tsx'
import styles from '../../ui/panels.module.css'

/** A loss this short is mended before anyone needs to know. Milliseconds. */
const SHORT_LOSS_MS = 1_500

/** Even a report over months is there before. Milliseconds. */
const SLOW_AFTER_MS = 8_000

/** The band of the shell about the connection: lost, or there without an answer. */
export function ConnectionBand() {
  const state = useStreamState()
  const lost = state.kind === 'lost'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!lost) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [lost])
  const isWaiting = useIsFetching({ predicate: ({ state: { data } }) => data === undefined }) > 0
  if (!lost || now - state.since < SHORT_LOSS_MS) return isWaiting ? <LateBand /> : null
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1_000))
  return <OfflineBand since={state.since} nextInSeconds={seconds} onRetry={() => liveStream.retryNow()} />
}

/** While the server is there and does not answer what the page needs. */
function LateBand() {
  const { t } = useTranslation('common')
  return useDelayed(SLOW_AFTER_MS) ? (
    <div className={styles.band} role="status">
      {t('connection.slow')}
    </div>
  ) : null
}
