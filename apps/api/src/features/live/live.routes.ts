import { type Actor, sessionOf } from '@wardtrack/access'
import { calls } from '@wardtrack/contracts'
import { type ServedCall, serve } from '@wardtrack/service-kit'
import type { LiveHub } from './live-hub.ts'

/** Creates the calls of the live stream. */
export function liveRoutes(hub: LiveHub): ServedCall<Actor>[] {
  return [
    serve(calls.live)<Actor>((_input, { actor, request, response, auditNow }) => {
      const lastEventId = request.get('last-event-id') || undefined
      hub.open(sessionOf(actor), response, lastEventId, (audiences) => auditNow({ audiences }))
    }),
  ]
}
