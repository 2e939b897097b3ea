import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { liveStream, useStreamState } from '../../lib/live/index.ts'
import { OfflineBand, SlowServerBand } from '../../ui/offline-band.tsx'

/** A loss this short is mended before anyone needs to know. Milliseconds. */
const SHORT_LOSS_MS = 1_500

/** The band of the shell about the connection: lost, or there without an answer. */
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
