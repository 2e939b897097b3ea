import { type Call, defineCall, type RouteSpec } from '@wardtrack/contracts'
import { pino } from 'pino'
import { z } from 'zod'
import { createApp } from '../create-app.ts'
import { createMetrics } from '../metrics.ts'
import { mountCalls, mountErrors } from '../mount-calls.ts'
import { type ServedCall, serve } from '../served-call.ts'

/** Returns the route of a call that a test declares. */
export const route = (path: string, more: Partial<RouteSpec> = {}): RouteSpec => ({
  service: 'api',
  method: 'POST',
  path,
  access: { kind: 'session' },
  ...more,
})
/** Caller of the mounted calls. */
export type Actor = { name: string }
const log = pino({ level: 'silent' })

/** Creates an application with these calls. */
export function appOf(
  served: ServedCall<Actor>[],
  more: Partial<Parameters<typeof mountCalls<Actor>>[2]> = {},
) {
  const app = createApp({ log, metrics: createMetrics() })
  mountCalls(app, served, { authorize: () => ({ name: 'me' }), checkResponses: true, ...more })
  mountErrors(app)
  return app
}
/** Creates a served call with a handler that may answer anything. */
export const simple = (
  path: string,
  handle: () => unknown,
  more: object = {},
  spec: Partial<RouteSpec> = {},
) =>
  serve(defineCall(route(path, spec), { summary: 'x', response: z.unknown(), ...more }) as Call)<Actor>(
    handle,
  )
