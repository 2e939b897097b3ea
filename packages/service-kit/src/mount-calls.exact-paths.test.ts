import { type Call, defineCall, type RouteSpec } from '@wardtrack/contracts'
import { pino } from 'pino'
import request from 'supertest'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { forbidden } from './api-error.ts'
import { createApp } from './create-app.ts'
import { createMetrics } from './metrics.ts'
import { mountCalls, mountErrors } from './mount-calls.ts'
import type { Authorize } from './served-call.ts'
import { type Handler, serve } from './served-call.ts'

const shapes = { summary: 'x', query: z.object({ a: z.string().optional() }), response: z.unknown() }
const callAt = (path: string, more: object = {}): Call => {
  const route: RouteSpec = { service: 'api', method: 'POST', path, access: { kind: 'session' } }
  return defineCall(route, { ...shapes, ...more })
}
/**
 * Creates an app with a call under an exact path, and the same call with a parameter, which Express' router finds.
 */
const appOf = (
  handle: Handler<string, Call>,
  more: object = {},
  authorize: Authorize<string> = () => 'me',
) => {
  const metrics = createMetrics()
  const app = createApp({ log: pino({ level: 'silent' }), metrics })
  const calls = [
    callAt('/exact', more),
    callAt('/by/{id}', { ...more, params: z.object({ id: z.string() }) }),
  ]
  mountCalls(
    app,
    calls.map((call) => serve(call)<string>(handle)),
    { authorize },
  )
  mountErrors(app)
  return { app, metrics }
}
const BOTH = ['/api/exact', '/api/by/name', '/api/exact/'] as const
const without = (answer: request.Response, ...names: string[]) =>
  Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !names.includes(name)))

describe('a request whose path is found by its text', () => {
  test('is answered like one that the router finds: status, headers, body, query', async () => {
    const { app, metrics } = appOf(({ query }, { request: incoming, actor, requestId }) => ({
      query,
      actor,
      asked: [incoming.method, incoming.ip === undefined, incoming.get('x-own'), incoming.id === requestId],
    }))
    const answers = await Promise.all(
      BOTH.map((path) => request(app).post(`${path}?a=1&b=2`).set('X-Own', 'yes').send({})),
    )
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.body).toEqual({ query: { a: '1' }, actor: 'me', asked: ['POST', false, 'yes', true] })
      expect(without(answer, 'date')).toEqual(without(answers[0] as request.Response, 'date'))
    }
    const counted = await metrics.registry.getSingleMetricAsString('wardtrack_call_seconds')
    expect(counted).toContain('wardtrack_call_seconds_count{service="api",path="/exact",status="200"} 2')
  })

  test.each([
    ['an authorization that refuses at once', {}, 403],
    ['a body that is no JSON', { body: z.object({ n: z.number() }) }, 400],
    ['a member of the wrong type', { body: z.object({ n: z.number() }) }, 400],
  ])('ends in the same error body: %s', async (title, more, status) => {
    const authorize = (): string => {
      if (status === 403) throw forbidden()
      return 'me'
    }
    const { app } = appOf(() => ({}), more, authorize)
    const sent = title.includes('no JSON') ? '{"n":' : '{"n":"x"}'
    const answers = await Promise.all(
      BOTH.map((path) => request(app).post(path).type('application/json').send(sent)),
    )
    const [first] = answers
    for (const answer of answers) {
      expect(answer.status).toBe(status)
      expect({ ...answer.body, requestId: '' }).toEqual({ ...first?.body, requestId: '' })
      expect(without(answer, 'date', 'content-length')).toEqual(
        without(first as request.Response, 'date', 'content-length'),
      )
    }
  })

  test('is cut off when it fails during its answer, so that the answer does not look whole', async () => {
    const { app } = appOf((_input, { response }) => {
      response.setHeader('Content-Length', 100)
      response.write('{"begun":')
      throw new Error('midway')
    })
    for (const path of BOTH) await expect(request(app).post(path).send({})).rejects.toThrow(/aborted|hang up/)
    expect((await request(app).get('/api/exact')).status).toBe(405)
  })
})
