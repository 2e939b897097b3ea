import type { LiveEvent } from '@wardtrack/contracts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { takeAccess } from '../access.ts'
import { api, CallError } from '../api.ts'
import { queryClient } from '../query-client.ts'
import { endSession } from '../session/end-session.ts'
import { keysToInvalidate, patchCaches } from './apply-live-events.ts'
import { createBatch } from './batch.ts'
import { createInvalidator } from './invalidator.ts'
import { LiveStream, type StreamState } from './live-stream.ts'

export type { StreamState } from './live-stream.ts'

type Handler = (events: LiveEvent[]) => void
const handlers = new Set<Handler>()

const invalidate = createInvalidator(queryClient)
const refetchShown = (): void => void queryClient.invalidateQueries()

const deliver = (events: LiveEvent[]): void => {
  patchCaches(queryClient, events)
  for (const key of keysToInvalidate(events)) invalidate(key)
  for (const handler of handlers) handler(events)
  for (const each of events) {
    if (each.event === 'access.changed') takeAccess(each.data)
    if (each.event === 'reset') refetchShown()
    if (each.event === 'session.ended') endSession(each.data.reason)
  }
}

/** The console's one live stream; the shell starts and stops it. */
export const liveStream = new LiveStream({
  open: (headers, signal) => api.open('live', { headers, signal }),
  onEvents: createBatch(deliver),
  onBack: refetchShown,
  mayRetry: (cause) => !(cause instanceof CallError && (cause.status === 401 || cause.status === 403)),
})

/**
 * Hands live events to a component while it is mounted, in batches of one animation frame. The query cache has
 * already taken them in; this is for what draws outside React, as the map does.
 */
export function useLiveEvents(handler: Handler): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    const each: Handler = (events) => latest(events)
    handlers.add(each)
    return () => {
      handlers.delete(each)
    }
  }, [])
}

/** State of the live stream. */
export const useStreamState = (): StreamState =>
  useSyncExternalStore(liveStream.subscribe, liveStream.getState)
