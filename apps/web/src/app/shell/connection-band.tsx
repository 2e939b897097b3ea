import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveStream, useStreamState } from '../../lib/live/index.ts'
import { OfflineBand, SlowServerBand } from '../../ui/offline-band.tsx'

/** In milliseconds. A shorter loss of connection is not shown. */
const SHORT_LOSS_MS = 1_500

/** Band of the shell for a lost connection or a slow server. */
export function ConnectionBand() {
  const state = useStreamState()
  const lost = state.kind === 'lost'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!lost) return
    const tick = (): void => setNow(Date.now())
    tick()
    const timer = setInterval(tick, 500)
    return () => clearInterval(timer)
  }, [lost])
  const isWaiting = useIsFetching({ predicate: ({ state: { data } }) => data === undefined }) > 0
  if (!lost || now - state.since < SHORT_LOSS_MS) return isWaiting ? <SlowServerBand /> : null
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1_000))
  return <OfflineBand since={state.since} nextInSeconds={seconds} onRetry={() => liveStream.retryNow()} />
}
