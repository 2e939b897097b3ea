import type { LiveEvent } from '@wardtrack/contracts'
import { useEffect, useEffectEvent } from 'react'
import { takeAccess } from '../access.ts'
import { api, CallError } from '../api.ts'
import { createEmitter, useStore } from '../create-store.ts'
import { queryClient } from '../query-client.ts'
import { endSession } from '../session/end-session.ts'
import { session } from '../session/index.ts'
import { keysToInvalidate, patchCaches, rereadAfterGap } from './apply-live-events.ts'
import { createBatch } from './batch.ts'
import { createInvalidator } from './invalidator.ts'
import type { LiveSource, StreamOptions, StreamState } from './live-stream.ts'
import { createRereadQueue } from './reread-queue.ts'
import { SharedLiveStream, tabSharing } from './shared-live-stream.ts'
import { VisibleLiveStream } from './visible-live-stream.ts'

export type { StreamState } from './live-stream.ts'

type Handler = (events: LiveEvent[]) => void
const batches = createEmitter<LiveEvent[]>()

const invalidate = createInvalidator(queryClient)
const reread = createRereadQueue(queryClient)

/**
 * In milliseconds. A server restart causes a gap for every console at the same time, so their refetches are spread.
 */
const GAP_SPREAD_MS = 2_000
let gapTimer: ReturnType<typeof setTimeout> | undefined

const handleGap = (): void => {
  gapTimer ??= setTimeout(() => {
    gapTimer = undefined
    void rereadAfterGap(queryClient)
  }, Math.random() * GAP_SPREAD_MS)
}

const deliver = (events: LiveEvent[]): void => {
  patchCaches(queryClient, events, reread)
  for (const key of keysToInvalidate(events)) invalidate(key)
  batches.emit(events)
  for (const event of events) {
    if (event.event === 'access.changed') takeAccess(event.data)
    if (event.event === 'reset') handleGap()
    if (event.event === 'session.ended') endSession(event.data.reason)
  }
}

function createLiveSource(): LiveSource {
  const options: StreamOptions = {
    open: (headers, signal) => api.open('live', { headers, signal }),
    onEvents: createBatch(deliver),
    onGap: handleGap,
    mayRetry: (cause) => !(cause instanceof CallError && (cause.status === 401 || cause.status === 403)),
  }
  const sharing = tabSharing()
  if (!sharing) return new VisibleLiveStream(options)
  return new SharedLiveStream({ ...options, sharing, sessionId: () => session.read()?.sessionId ?? '' })
}

/** The console's source of live events, started and stopped by the shell. */
export const liveStream = createLiveSource()

/**
 * Passes live events to a mounted component, in batches of one animation frame. The query cache already contains
 * them. The hook is for drawing outside React, as on the map.
 */
export function useLiveEvents(handler: Handler): void {
  const latest = useEffectEvent(handler)
  useEffect(() => batches.subscribe((events) => latest(events)), [])
}

/** Returns the state of the live stream. */
export const useStreamState = (): StreamState => useStore(liveStream.state)
