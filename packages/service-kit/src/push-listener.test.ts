import { type Call, defineCall, type RouteSpec } from '@wardtrack/contracts'
import { pino } from 'pino'
import request from 'supertest'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { forbidden } from './api-error.ts'
import type { AuditedRequest } from './audit.ts'
import { createApp } from './create-app.ts'
import { createMetrics } from './metrics.ts'
import { mountCalls, mountErrors } from './mount-calls.ts'
import { createPushListener } from './push-listener.ts'
import { type Handler, serve } from './served-call.ts'

const route: RouteSpec = {
  service: 'api',
  method: 'POST',
  path: '/push',
  access: { kind: 'key', scope: 'assets' },
}
const push = defineCall(route, { summary: 'x', rawBody: true, response: z.unknown() })

/** Creates a listener for a push and records its audit entries. A trailing slash sends the push through Express. */
function listenerFor(handle: Handler<string, Call>, refuse = false) {
  const log = pino({ level: 'silent' })
  const audited: AuditedRequest<string>[] = []
  const metrics = createMetrics()
  const options = {
    log,
    metrics,
    trustProxy: 1,
    audit: (entry: AuditedRequest<string>) => audited.push({ ...entry }),
    authorize: () => {
      if (refuse) throw forbidden()
      return 'a key'
    },
  }
  const served = [serve<Call>(push)<string>(handle)]
  const app = createApp(options)
  mountCalls(app, served, options)
  mountErrors(app)
  return { app: createPushListener(app, served, options), audited, metrics }
}
const BOTH = ['/api/push', '/api/push/'] as const
const send = (app: Parameters<typeof request>[0], path: string) =>
  request(app).post(path).set('X-Forwarded-For', '10.0.0.1, 10.0.0.2').send({})
const seen = ({ status, headers, body }: request.Response) => {
  const { date: _date, ...rest } = headers
  return { status, headers: rest, body: { ...body, requestId: '' } }
}

test('answers, counts and audits a push as Express would', async () => {
  const { app, audited, metrics } = listenerFor((_input, { actor }) => ({ actor }))
  const [before, through] = [await send(app, BOTH[0]), await send(app, BOTH[1])]
  expect(seen(before)).toEqual(seen(through))
  expect(before.body).toEqual({ actor: 'a key' })
  expect(audited.map(({ actor, address, status }) => [actor, address, status])).toEqual([
    ['a key', '10.0.0.2', 200],
    ['a key', '10.0.0.2', 200],
  ])
  const counted = await metrics.registry.getSingleMetricAsString('wardtrack_call_seconds')
  expect(counted).toContain('wardtrack_call_seconds_count{service="api",path="/push",status="200"} 2')
})

test.each([
  ['refused', true, 403],
  ['broken', false, 500],
])('ends a push that is %s in the same error body', async (_what, refuse, status) => {
  const { app } = listenerFor(() => {
    throw new Error('broken')
  }, refuse)
  const [before, through] = [await send(app, BOTH[0]), await send(app, BOTH[1])]
  expect(before.status).toBe(status)
  const { 'content-length': _length, ...headers } = seen(before).headers
  const { 'content-length': _other, ...expected } = seen(through).headers
  expect([headers, seen(before).body]).toEqual([expected, seen(through).body])
})

test('cuts off a push that fails during its answer; other methods go to Express', async () => {
  const { app } = listenerFor((_input, { response }) => {
    response.setHeader('Content-Length', 100)
    response.write('{"begun":')
    throw new Error('midway')
  })
  await expect(request(app).post('/api/push').send({})).rejects.toThrow(/aborted|hang up/)
  expect((await request(app).get('/api/push')).status).toBe(405)
})
