import { defineCall } from '@wardtrack/contracts'
import request from 'supertest'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { forbidden } from './api-error.ts'
import type { AuditedRequest } from './audit.ts'
import { expressPathsOf } from './mount-calls.ts'
import { type Handler, serve } from './served-call.ts'
import { type Actor, appOf, route, simple } from './testing/mounted-app.ts'

const echo = defineCall(route('/echo/{id}', { aliases: ['/elsewhere/{id}'] }), {
  summary: 'x',
  params: z.object({ id: z.string().max(5) }),
  query: z.object({ page: z.coerce.number().optional() }),
  body: z.object({ name: z.string(), deep: z.array(z.object({ n: z.number() })).optional() }),
  response: z.looseObject({ id: z.string() }),
})
const echoing: Handler<Actor, typeof echo> = ({ params, query, body }, { actor }) => ({
  id: params.id,
  query,
  body,
  actor,
})
test('refuses to send an answer that is longer than any usual page', async () => {
  const app = appOf([
    simple('/page', () => Array.from({ length: 500 }, () => 'x'.repeat(70_000))),
    simple('/short', () => ['x'.repeat(70_000)]),
  ])
  const { status, body } = await request(app).post('/api/page').send({})
  expect([status, body.code, body.message]).toEqual([
    413,
    'too_large',
    'The answer is too large. Request fewer rows.',
  ])
  expect((await request(app).post('/api/short').send({})).status).toBe(200)
})

describe('a mounted call', () => {
  const app = appOf([serve(echo)<Actor>(echoing)])

  test('gets its input parsed, and answers uncached under its path and its alias', async () => {
    for (const path of ['/api/echo/a%20b?page=2', '/elsewhere/a%20b?page=2']) {
      const { status, body, headers } = await request(app).post(path).send({ name: 'x', unknown: 1 })
      expect(status).toBe(200)
      expect(body).toEqual({ id: 'a b', query: { page: 2 }, body: { name: 'x' }, actor: { name: 'me' } })
      expect(headers['cache-control']).toBe('no-store')
      expect(headers['x-powered-by']).toBeUndefined()
      expect(headers['etag']).toBeUndefined()
    }
  })

  test('names every broken member by its dotted path', async () => {
    const { status, body } = await request(app)
      .post('/api/echo/toolong?page=x')
      .send({ deep: [{ n: 1 }, { n: 'x' }] })
    expect(status).toBe(400)
    expect(body).toMatchObject({
      err: 1,
      code: 'validation',
      message: body.errors[0].message,
      requestId: expect.any(String),
    })
    expect(body.errors.map((entry: { path: string }) => entry.path).sort()).toEqual([
      'deep.1.n',
      'id',
      'name',
      'page',
    ])
  })

  test('that takes a single value or a list names the problem within the one that was sent', async () => {
    const mark = z.object({ x: z.number() })
    const body = z.union([z.array(mark).min(1), mark], { error: 'One mark, or a list.' })
    const marks = appOf([
      simple('/marks', () => 1, { body: z.object({ on: body }) }),
      simple('/mark', () => 1, { body }),
    ])
    const brokenPaths = async (path: string, sent: object) => {
      const answer = await request(marks).post(path).send(sent)
      expect(answer.status).toBe(400)
      return answer.body.errors.map((entry: { path: string; message: string }) => [
        entry.path,
        entry.message === 'One mark, or a list.',
      ])
    }
    expect(await brokenPaths('/api/mark', [{ x: 1 }, { x: 'a' }])).toEqual([['1.x', false]])
    expect(await brokenPaths('/api/mark', { x: 'a' })).toEqual([['x', false]])
    expect(await brokenPaths('/api/marks', { on: [{ x: 'a' }, {}] })).toEqual([
      ['on.0.x', false],
      ['on.1.x', false],
    ])
    expect(await brokenPaths('/api/marks', { on: 'text' })).toEqual([['on', true]])
  })

  test('is refused for HEAD, OPTIONS and other methods, with the allowed ones', async () => {
    for (const method of ['head', 'get', 'put', 'delete', 'options', 'trace'] as const) {
      const answer = await request(app)[method]('/api/echo/a')
      expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST'])
    }
  })

  test.each([
    ['{"a":', 'application/json', 400, 'invalid_json'],
    ['{"__proto__":{"a":1}}', 'application/json', 400, 'validation'],
    ['{"name":"x"}', 'text/plain', 415, 'unsupported_media_type'],
    [`{"name":"${'x'.repeat(1024 * 1024)}"}`, 'application/json', 413, 'too_large'],
    ['[]', 'application/json', 400, 'validation'],
    ['null', 'application/json', 400, 'validation'],
  ])('refuses the body %#', async (body, type, status, code) => {
    const answer = await request(app).post('/api/echo/a').type(type).send(body)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('refuses a body in another encoding than UTF-8', async () => {
    const latin1 = Buffer.from('{"name":"Söhne"}', 'latin1')
    const answer = await request(app)
      .post('/api/echo/a')
      .type('application/json')
      .serialize((bytes) => bytes as string)
      .send(latin1)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'invalid_json',
      'The body is not valid UTF-8.',
    ])
  })

  test('answers 404 for an unknown path and 400 for a malformed one, both as error bodies', async () => {
    const unknown = await request(app).get('/nowhere?secret=1')
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    const broken = await request(app).post('/api/echo/%E0%A4%A').send({ name: 'x' })
    expect([broken.status, broken.body.code]).toEqual([400, 'validation'])
    const otherCase = await request(app).post('/API/echo/a').send({ name: 'x' })
    expect(otherCase.status).toBe(404)
  })

  test('is found by its path alone: a parameter never matches by its name, and a trailing slash is accepted', async () => {
    const both = appOf([serve(echo)<Actor>(echoing), simple('/plain', () => ({ plain: true }))])
    const named = await request(both).post('/api/echo/:id').send({ name: 'x' })
    expect([named.status, named.body.id]).toEqual([200, ':id'])
    for (const path of ['/api/plain', '/api/plain/', '/api/plain?x=1']) {
      const { status, body } = await request(both).post(path).send({})
      expect([status, body]).toEqual([200, { plain: true }])
    }
    expect((await request(both).get('/api/plain')).status).toBe(405)
  })

  test('sends the same security headers with answers, refusals and unknown paths', async () => {
    const paths = ['/api/echo/a', '/api/echo/toolong', '/nowhere']
    const answers = await Promise.all(paths.map((path) => request(app).post(path).send({ name: 'x' })))
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 404])
    for (const { headers } of answers) {
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['content-security-policy']).toContain("base-uri 'none'")
      expect(headers['content-security-policy']).toContain("object-src 'none'")
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['strict-transport-security']).toBeUndefined()
    }
  })

  test('gives each request a unique id', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => request(app).get('/nowhere')))
    const second = await request(appOf([])).get('/nowhere')
    const ids = [...answers, second].map(({ body }) => body.requestId as string)
    expect(new Set(ids).size).toBe(21)
  })

  test('authenticates the caller before it reads the body', async () => {
    const handle = vi.fn()
    const closed = appOf([serve(echo)<Actor>(handle)], {
      authorize: () => {
        throw forbidden()
      },
    })
    const { status, body } = await request(closed).post('/api/echo/a').type('text/plain').send('x')
    expect([status, body.code]).toEqual([403, 'forbidden'])
    expect(handle).not.toHaveBeenCalled()
  })
})

describe('mounting', () => {
  test('refuses two calls on one method of a path, and accepts two methods', async () => {
    const post = simple('/thing', () => ({ is: 'post' }))
    const second = simple('/thing', () => ({ is: 'get' }), {}, { method: 'GET' })
    expect(() => appOf([post, simple('/thing', () => ({}))])).toThrow('POST /api/thing is mounted twice')
    const app = appOf([post, second])
    expect((await request(app).get('/api/thing')).body).toEqual({ is: 'get' })
    expect((await request(app).post('/api/thing')).body).toEqual({ is: 'post' })
    expect((await request(app).put('/api/thing')).headers['allow']).toBe('POST, GET')
  })

  test('follows moved bases', () => {
    expect(expressPathsOf(echo, { api: '/moved' })).toEqual(['/moved/echo/:id', '/elsewhere/:id'])
    const image = defineCall(route('/img/{+path}', { service: 'root' }), {
      summary: 'x',
      response: z.unknown(),
    })
    expect(expressPathsOf(image)).toEqual(['/img/*path'])
  })
})

test('audits every request with its actor, target, page and outcome', async () => {
  const audited: AuditedRequest<Actor>[] = []
  const served = serve(echo)<Actor>((input, context) => {
    context.target('asset', 'internal-id')
    return echoing(input, context)
  })
  const app = appOf([served], { audit: (entry) => audited.push(entry) })
  await request(app).post('/api/echo/a').set('pageRoute', 'p'.repeat(300)).send({ name: 'x' })
  await request(app).post('/api/echo/a').send({})
  await vi.waitFor(() => expect(audited).toHaveLength(2), { timeout: 20_000 })
  expect(audited[0]).toMatchObject({
    actor: { name: 'me' },
    target: { type: 'asset', id: 'internal-id' },
    status: 200,
  })
  expect(audited[0]?.pageRoute).toHaveLength(200)
  expect(audited[1]).toMatchObject({ status: 400 })
  expect(audited[1]?.target).toBeUndefined()
})
