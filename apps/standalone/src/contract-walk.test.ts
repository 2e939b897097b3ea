import type { Actor } from '@wardtrack/access'
import { createApiService } from '@wardtrack/api'
import { type Call, calls, DEFAULT_BASES, PAGES, type RouteSpec, SCOPES } from '@wardtrack/contracts'
import { createLocationService } from '@wardtrack/location'
import { operationsCalls } from '@wardtrack/service-kit'
import { createStatusService } from '@wardtrack/status'
import { type Headers, openTestApp, type TestApp } from '@wardtrack/test-kit'
import request, { type Test } from 'supertest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp([createApiService, createLocationService, createStatusService])
})
afterAll(() => app.close())

const declared = Object.entries(calls) as [string, Call][]
const addresses = declared.flatMap(([name, call]) =>
  pathsOf(call.route).map((path) => ({ name, call, path })),
)
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
type Method = (typeof METHODS)[number]

/** A call's addresses with something in place of each parameter. */
function pathsOf({ service, path, aliases = [] }: RouteSpec): string[] {
  return [DEFAULT_BASES[service] + path, ...aliases].map((entry) =>
    entry.replaceAll(/\{\+?\w+\}/g, 'some-id'),
  )
}

const ask = (method: Method, path: string, headers: Headers = {}): Test =>
  request(app.app)[method.toLowerCase() as 'get'](path).set(headers)

/** Asks a call with an empty body; a stream is left as soon as it has begun. */
async function statusOf({ route }: Call, path: string, headers: Headers = {}): Promise<number> {
  const pending = ask(route.method, path, headers)
  if (route.method !== 'GET') return (await pending.send({})).status
  return (
    await pending.buffer(false).parse((response, done) => {
      ;(response as unknown as { destroy(): void }).destroy()
      done(null, undefined)
    })
  ).status
}

describe('the contract', () => {
  test('is served whole: every declared call is mounted exactly once, and nothing else is', () => {
    const { parts, services } = app
    const served = [
      ...operationsCalls<Actor>(parts.health, parts.metrics),
      ...services.flatMap((service) => service.calls),
    ].map(({ call }) => call)
    for (const [name, call] of declared)
      expect(
        served.filter((entry) => entry === call),
        `${name} is mounted`,
      ).toHaveLength(1)
    expect(served).toHaveLength(declared.length)
  })

  test.each(addresses)(
    '$name ($path) is refused without a token or key, unless it is public',
    async ({ call, path }) => {
      const answer = ask(call.route.method, path)
      if (call.route.access.kind === 'public') {
        expect(await statusOf(call, path)).not.toBe(401)
        return
      }
      const { status, body } = await answer
      expect([status, body.err, body.code]).toEqual([401, 1, 'unauthenticated'])
      expect(body.requestId).toEqual(expect.any(String))
    },
  )

  test.each(addresses)('$name ($path) takes no other method, HEAD and OPTIONS included', async ({ path }) => {
    const usedAddresses = addresses
      .filter((entry) => entry.path === path)
      .flatMap(({ call: { route } }): string[] => [route.method, ...(route.aliasMethods ?? [])])
    for (const method of METHODS.filter((entry) => !usedAddresses.includes(entry))) {
      const answer = await ask(method, path, app.people.admin)
      expect([method, answer.status]).toEqual([method, 405])
      expect(answer.headers['allow']?.split(', ').sort()).toEqual([...new Set(usedAddresses)].sort())
    }
  })

  test.each(addresses.filter(({ call }) => call.route.access.kind === 'pages'))(
    '$name ($path) is refused to a session without its pages, and to an ingestion key',
    async ({ call, path }) => {
      const { access, method } = call.route
      const wanted: readonly string[] = access.kind === 'pages' ? access.pages : []
      const refused = await ask(method, path, app.people.nobody)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      const stranger = await sessionWith(PAGES.filter((page) => !related(page, wanted)))
      expect((await ask(method, path, stranger)).status).toBe(403)
      expect((await ask(method, path, app.people.key)).status).toBe(401)
    },
  )

  test.each(addresses.filter(({ call }) => call.route.access.kind === 'pages'))(
    '$name ($path) is opened by each of its pages to people with the patient-data flag',
    async ({ name, call, path }) => {
      const { access } = call.route
      for (const page of access.kind === 'pages' ? access.pages : []) {
        const status = await statusOf(call, path, await sessionWith([page], true))
        expect([401, 403], `${name} with ${page}`).not.toContain(status)
      }
    },
  )

  test.each(addresses.filter(({ call }) => call.route.access.kind === 'key'))(
    '$name ($path) is refused to a session and to a key without the scope',
    async ({ call, path }) => {
      const { access, method } = call.route
      const scopes = SCOPES.filter((scope) => access.kind !== 'key' || scope !== access.scope)
      const otherKey = await app.people.makeKey({ name: `not ${path}`, scopes })
      const refused = await ask(method, path, otherKey)
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
      expect((await ask(method, path, app.people.admin)).status).toBe(401)
    },
  )

  test.each([
    '/',
    '/api',
    '/api/',
    '/api/none',
    '/location/api/none',
    '/status/api/none',
    '/api/assets.filter/x',
    '/API/user/verify',
  ])('nothing is at %s', async (path) => {
    for (const headers of [{}, app.people.admin]) {
      const { status, body } = await ask('POST', path, headers)
      expect([status, body.err, body.code]).toEqual([404, 1, 'not_found'])
    }
  })
})

const sessions = new Map<string, Promise<Headers>>()

/** A session that may open just these pages, made once. */
function sessionWith(pages: readonly string[], patientDataAccess = false): Promise<Headers> {
  const key = `${pages.join()} ${patientDataAccess}`
  const known = sessions.get(key)
  if (known) return known
  const session = app.people.signIn({
    username: `opens ${sessions.size}`,
    pages,
    patientDataAccess,
  })
  sessions.set(key, session)
  return session
}

/** Whether a page opens what any of the others opens, by containment. */
const related = (page: string, others: readonly string[]): boolean =>
  others.some((otherKey) => otherKey.includes(page) || page.includes(otherKey))
