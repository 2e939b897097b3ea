import { useEffect, useState } from 'react'
import { liveStream, useStreamState } from '../../lib/live/index.ts'
import { OfflineBand } from '../../ui/offline-band.tsx'

/** A loss this short is mended before anyone needs to know. Milliseconds. */
const SHORT_LOSS_MS = 1_500

/** The offline band of the shell, counting down to the next try. */
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
  if (!lost || now - state.since < SHORT_LOSS_MS) return null
  const seconds = Math.max(0, Math.ceil((state.retryAt - now) / 1_000))
  return <OfflineBand since={state.since} nextInSeconds={seconds} onRetry={() => liveStream.retryNow()} />
}
